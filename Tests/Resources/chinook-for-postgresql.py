"""Writes the sample database as statements for PostgreSQL: the same names, types, keys, references, indexes and rows."""

import os
import re
import sqlite3

TYPES = {"NVARCHAR": "varchar", "DATETIME": "timestamp", "INTEGER": "integer", "NUMERIC": "numeric"}

database = sqlite3.connect(f"file:{os.path.dirname(os.path.abspath(__file__))}/chinook.sqlite?mode=ro", uri=True)
tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]


def name(text):
    return '"' + text.replace('"', '""') + '"'


def value(item):
    if item is None:
        return "NULL"
    return str(item) if isinstance(item, (int, float)) else "'" + item.replace("'", "''") + "'"


for table in tables:
    columns = list(database.execute(f"PRAGMA table_info({name(table)})"))
    lines = []
    for _, column, declared, required, _, _ in columns:
        word, size = re.match(r"(\w+)(\(.*\))?", declared).groups()
        lines.append(f"{name(column)} {TYPES[word]}{size or ''}{' NOT NULL' if required else ''}")
    key = [column[1] for column in sorted(columns, key=lambda column: column[5]) if column[5]]
    lines.append(f"PRIMARY KEY ({', '.join(map(name, key))})")
    print(f"CREATE TABLE {name(table)} ({', '.join(lines)});")
    rows = [f"({', '.join(map(value, row))})" for row in database.execute(f"SELECT * FROM {name(table)} ORDER BY rowid")]
    print(f"INSERT INTO {name(table)} VALUES {', '.join(rows)};")
for table in tables:
    for _, _, target, column, referenced, _, _, _ in database.execute(f"PRAGMA foreign_key_list({name(table)})"):
        print(f"ALTER TABLE {name(table)} ADD FOREIGN KEY ({name(column)}) REFERENCES {name(target)} ({name(referenced)});")
    for _, index, _, origin, _ in database.execute(f"PRAGMA index_list({name(table)})"):
        if origin == "c":
            indexed = [name(row[2]) for row in database.execute(f"PRAGMA index_info({name(index)})")]
            print(f"CREATE INDEX {name(index)} ON {name(table)} ({', '.join(indexed)});")
print("ANALYZE;")
