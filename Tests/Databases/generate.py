"""Databases of every odd kind: names, types, keys, virtual tables, views, collations, generated columns, triggers, references."""
import random
import sqlite3

NAMES = ["t", "Order", "select", "a b", 'quo"te', "semi;colon", "perc%25ent", "sl/ash", "dot.ted", "ünï", "emoji🙂", "tab\tbed", "x'y", "-", "_", "__", "a__gt",
         "rowid", "oid", "_rowid_", "json", "query", "~tilde~", "per~2Fcent", "a_", "CamelCase", "1", "0x1", "null", "true", "key", "new", "count", "facets", "back\\slash",
         "[brackets]", "col:on", "que?ry", "ha#sh", "am&p", "eq=ual", "pl+us", "مرحبا", "\u202etrick", " lead", "trail ", "line\nbreak", "x" * 120]
TYPES = ["", "INTEGER", "INT", "BIGINT", "TEXT", "VARCHAR(10)", "REAL", "DOUBLE", "NUMERIC", "DECIMAL(10,2)", "BLOB", "BOOLEAN", "DATE", "DATETIME", "TIMESTAMP", "JSON",
         "ANY", "FLOATING POINT", "CHARINT", "STRING"]
COLLATIONS = ["", " COLLATE NOCASE", " COLLATE RTRIM", " COLLATE BINARY"]
TEXTS = ["", " ", "a", "b", "Zoë", "007", "1.10", "1e5", "-0", "NaN", "null", "2024-01-02", "2024-01-02T03:04:05Z", "2024-02-30", "{\"a\": [1]}", "[1, \"b\"]", "[", "<b>&\"'",
         "http://example.org/?a=b&c", "javascript:alert(1)", "a\x00b", "line\nbreak", "\u202eabc", "x" * 300, "a/b", "a,b", "~t", "x'00'", "%", "_"]
NUMBERS = [0, 1, -1, 2, 255, 1 << 31, (1 << 63) - 1, -(1 << 63), 1.5, -0.0, 1e300, 5e-324, float("inf"), float("-inf"), 0.1, 1700000000, 1700000000000]
BLOBS = [b"", b"\x00", b"\xff\xfe", b"\x89PNG\r\n\x1a\n" + b"\x00" * 20, b"GIF89a" + b"\x01" * 10, bytes(range(256))]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tables = []

    def name(self, taken):
        while True:
            name = self.random.choice(NAMES)
            if self.random.random() < .3:
                name += self.random.choice(["", "1", "x", "_", " ", "é"])
            if name.lower() not in taken and not name.lower().startswith("sqlite_"):
                taken.add(name.lower())
                return name

    def value(self):
        kind = self.random.random()
        if kind < .15:
            return None
        if kind < .5:
            return self.random.choice(TEXTS)
        if kind < .85:
            return self.random.choice(NUMBERS)
        return self.random.choice(BLOBS)

    def statements(self):
        """Statements, with their values; those that fail are left out by whoever runs them."""
        choose = self.random.choice
        taken = set()
        for _ in range(self.random.randint(1, 4)):
            table, columns = self.name(taken), []
            seen = set()
            for _ in range(self.random.randint(1, 7)):
                columns.append(self.name(seen))
            lines, keys = [], []
            kind = self.random.randint(0, 7)
            for place, column in enumerate(columns):
                line = quoted(column) + " " + choose(TYPES)
                if kind == 0 and place == 0:
                    line = quoted(column) + " INTEGER PRIMARY KEY" + choose(["", " AUTOINCREMENT", " DESC"])
                elif kind == 1 and place == 0:
                    line += " PRIMARY KEY"
                elif self.random.random() < .1 and place > 0:
                    line += f" GENERATED ALWAYS AS ({choose(['1', quoted(columns[0]), 'length(' + quoted(columns[0]) + ')'])}) {choose(['STORED', 'VIRTUAL'])}"
                else:
                    line += choose(COLLATIONS) + choose(["", "", "", " NOT NULL DEFAULT ''", " UNIQUE", " CHECK (1)", " DEFAULT (random())", " DEFAULT CURRENT_TIMESTAMP"])
                    if self.tables and self.random.random() < .25:
                        line += f" REFERENCES {quoted(choose(self.tables)[0])}" + choose(["", " ON DELETE CASCADE", " ON DELETE SET NULL ON UPDATE CASCADE"])
                lines.append(line)
            if kind in (2, 3):
                keys = self.random.sample(columns, min(len(columns), self.random.randint(1, 3)))
                lines.append("PRIMARY KEY (" + ", ".join(map(quoted, keys)) + ")")
            if self.tables and self.random.random() < .1:
                other = choose(self.tables)
                width = min(2, len(columns), len(other[1]))
                lines.append("FOREIGN KEY (" + ", ".join(map(quoted, columns[:width])) + f") REFERENCES {quoted(other[0])} (" + ", ".join(map(quoted, other[1][:width])) + ")")
            options = choose(["", "", "", " WITHOUT ROWID", " STRICT"]) if kind in (1, 2, 3) else ""
            yield f"CREATE TABLE {quoted(table)} (" + ", ".join(lines) + ")" + options, ()
            self.tables.append((table, columns))
            for _ in range(self.random.choice([0, 1, 3, 12, 60])):
                yield f"INSERT OR IGNORE INTO {quoted(table)} VALUES (" + ", ".join("?" * len(columns)) + ")", tuple(self.value() for _ in columns)
                names = [column for column, line in zip(columns, lines) if "GENERATED" not in line]
                if len(names) < len(columns) and names:
                    yield f"INSERT OR IGNORE INTO {quoted(table)} (" + ", ".join(map(quoted, names)) + ") VALUES (" + ", ".join("?" * len(names)) + ")", tuple(
                        self.value() for _ in names)
            if self.random.random() < .3:
                yield f"CREATE {choose(['', 'UNIQUE '])}INDEX {quoted('i' + str(len(self.tables)))} ON {quoted(table)} ({quoted(choose(columns))}{choose(COLLATIONS)} {choose(['', 'DESC'])}){choose(['', ' WHERE 1'])}", ()
            if self.random.random() < .3:
                body = choose([f"SELECT * FROM {quoted(table)}", f"SELECT {quoted(columns[0])} AS {quoted(choose(NAMES))}, count(*) FROM {quoted(table)} GROUP BY 1",
                               f"SELECT a.*, b.* FROM {quoted(table)} a, {quoted(table)} b LIMIT 40", f"SELECT 1, 1, \"text\" FROM {quoted(table)}", "SELECT * FROM nowhere",
                               f"SELECT {quoted(columns[0])} || x'00' FROM {quoted(table)} UNION ALL SELECT NULL", "VALUES (1, 'a'), (2, NULL)"])
                yield f"CREATE VIEW {quoted(self.name(taken))} AS {body}", ()
            if self.random.random() < .2:
                yield f"CREATE TRIGGER {quoted('g' + str(len(self.tables)))} {choose(['BEFORE', 'AFTER'])} {choose(['INSERT', 'UPDATE', 'DELETE'])} ON {quoted(table)} BEGIN SELECT {choose(['1', 'RAISE(IGNORE)', 'RAISE(ABORT, ' + chr(39) + 'no' + chr(39) + ')'])}; END", ()
        for module in self.random.sample(["fts5(a, b)", "fts4(a, tokenize=porter)", "fts3(a)", "rtree(id, x0, x1)", "fts5(a, content='')", "fts5vocab('f0', 'row')", "geopoly(a)", "dbstat"],
                                         self.random.randint(0, 2)):
            name = self.name(taken)
            yield f"CREATE VIRTUAL TABLE {quoted(name)} USING {module}", ()
            if "fts" in module and "vocab" not in module:
                yield f"INSERT INTO {quoted(name)} ({'a, b' if 'b)' in module else 'a'}) VALUES ({'?, ?' if 'b)' in module else '?'})", (("two words", "more") if "b)" in module else ("two words",))
            elif "rtree" in module:
                yield f"INSERT INTO {quoted(name)} VALUES (1, 0, 1)", ()


def make(path, seed):
    """Writes a database, and answers how many of its statements SQLite took."""
    connection = sqlite3.connect(path, isolation_level=None)
    taken = 0
    for pragma in random.Random(seed).sample(["PRAGMA journal_mode=wal", "PRAGMA page_size=512", "PRAGMA encoding='UTF-16'", "PRAGMA auto_vacuum=1", "PRAGMA user_version=7"], 1):
        connection.execute(pragma)
    connection.execute("BEGIN")
    for statement, values in Generator(seed).statements():
        try:
            connection.execute(statement, values)
            taken += 1
        except (sqlite3.Error, UnicodeEncodeError, OverflowError):
            pass
    if connection.in_transaction:
        connection.execute("COMMIT")
    connection.close()
    return taken
