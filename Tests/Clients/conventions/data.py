"""The databases that are served, made by Python's sqlite3, which also works out what is expected."""
import sqlite3

EVERYTHING = r"""
    CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO country VALUES ('US', 'United States'), ('IS', 'Iceland'), ('DE', 'Germany'), ('CH', 'Switzerland');
    CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT REFERENCES country(code),
        population INTEGER, height REAL, founded TEXT, tags TEXT, note TEXT);
    CREATE INDEX city_country ON city (country);
    INSERT INTO city VALUES
        (1, 'San Francisco', 'US', 808988, 16.0, '1776-06-29', '["bay", "hills"]', ''),
        (2, 'Los Angeles', 'US', 3820914, 93.5, '1781-09-04 12:30:00', '["sun"]', NULL),
        (3, 'Detroit', 'US', 633218, 200, '1701-07-24T08:00:00', '["motors", "lakes"]', 'a 100% "city"'),
        (4, 'Reykjavík', 'IS', 139875, 15, '1786-08-18', '["bay", "north"]', '_under'),
        (5, 'Akureyri', 'IS', 19219, 5.25, '1862-08-29 23:59:59', '[]', 'x,y'),
        (6, 'Berlin', 'DE', 3755251, 34, NULL, 'no list', '0'),
        (7, 'Münster', 'DE', 322904, 60, '1170-01-01', '[1, 2, null]', 'O''Neill'),
        (8, 'Nowhere', NULL, NULL, NULL, '1781-09-04', NULL, NULL),
        (9, 'nine', 'DE', 9, -0.5, '', '["bay", "bay"]', 'bob''s <b>&amp;</b>'),
        (10, 'Ten*', 'US', 10, 1e3, '1862-08-29', '{"a": 1}', 'line
break');
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO person VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cy');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, city_id INTEGER REFERENCES city(id), born_in INTEGER REFERENCES city(id),
        person_id INTEGER REFERENCES person(id));
    INSERT INTO visit VALUES (1, 1, 2, 1), (2, 1, 3, 2), (3, 4, 4, 1), (4, 6, NULL, 3), (5, 2, 1, 1);
    CREATE TABLE note (text TEXT, rank INTEGER);
    INSERT INTO note (rowid, text, rank) VALUES (2, 'second', 7), (5, 'fifth', 1), (9, 'ninth', 4);
    CREATE TABLE pair (a TEXT, b INTEGER, value TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO pair VALUES ('x', 1, 'x1'), ('x', 2, 'x2'), ('a/b', 1, 'slash'), ('a,b', 3, 'comma'), ('ü ~', 4, 'odd');
    CREATE TABLE triple (c INTEGER, b TEXT, a INTEGER, PRIMARY KEY (a, b, c));
    INSERT INTO triple VALUES (1, 'one', 3), (2, 'two', 2), (3, 'three', 1), (3, 'aaa', 1);
    CREATE TABLE odd (key TEXT PRIMARY KEY, number INTEGER);
    INSERT INTO odd VALUES ('a/b', 1), ('a.b', 2), ('a b', 3), ('ü', 4), ('~', 5), ('%25', 6), ('a+b', 7), ('x&y=z?', 8),
        ('42', 9), ('.json', 10), ('-dash_', 11), ('"''<', 12), ('日本', 13), ('a' || char(10) || 'b', 14);
    CREATE TABLE "table/with/slashes.csv" (id INTEGER PRIMARY KEY, "col.with/dots" TEXT, "a b" TEXT, _hidden TEXT, "_sort" INTEGER);
    INSERT INTO "table/with/slashes.csv" VALUES (3, 'dotted', 'spaced', 'h3', 2), (4, 'else', 'other', 'h4', 1);
    CREATE TABLE typed (id INTEGER PRIMARY KEY, whole INTEGER, real REAL, bytes BLOB, json TEXT, any NUMERIC);
    INSERT INTO typed VALUES
        (1, 9007199254740993, 9e999, x'00ff10', '{"a": [1, 2.50, null]}', 1),
        (2, -9223372036854775808, -9e999, x'', '[]', 1.5),
        (3, 9223372036854775807, 0.1, NULL, 'no json', 'text'),
        (4, NULL, 1e100, x'89504e470d0a1a0a', NULL, x'61');
    CREATE TABLE article (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
    INSERT INTO article VALUES (1, 'Weasel words', 'The quick brown fox'), (2, 'Fox news', 'A weasel and a fox'),
        (3, 'C++ and "quotes"', 'don''t AND OR NOT'), (4, 'Weaselly', 'nothing');
    CREATE VIRTUAL TABLE article_fts USING fts5(title, body, content='article', content_rowid='id');
    INSERT INTO article_fts(article_fts) VALUES ('rebuild');
    CREATE TABLE category (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES category(id), name TEXT);
    INSERT INTO category VALUES (1, NULL, 'all'), (2, 1, 'some'), (3, 1, 'few');
    CREATE TABLE nameless (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO nameless VALUES (1, NULL), (2, 'two');
    CREATE TABLE unnamed (id INTEGER PRIMARY KEY, size REAL);
    INSERT INTO unnamed VALUES (7, 1.5);
    CREATE TABLE odd_reference (id INTEGER PRIMARY KEY, nameless INTEGER REFERENCES nameless(id), unnamed INTEGER REFERENCES unnamed(id));
    INSERT INTO odd_reference VALUES (1, 1, 7), (2, 9, NULL), (3, 2, NULL);
    CREATE TABLE many (id INTEGER PRIMARY KEY, kind INTEGER, word TEXT);
    INSERT INTO many WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
        SELECT i, i % 40, CASE WHEN i % 10 = 0 THEN NULL ELSE 'w' || (i % 7) END FROM n;
    CREATE TABLE large (id INTEGER PRIMARY KEY, kind INTEGER);
    INSERT INTO large WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) SELECT i, i % 3 FROM n;
    CREATE TABLE empty (id INTEGER PRIMARY KEY, x TEXT);
    CREATE TABLE "123" (id INTEGER PRIMARY KEY, "select" TEXT);
    INSERT INTO "123" VALUES (1, 'keyword');
    CREATE VIEW city_names AS SELECT id, name FROM city;
    CREATE VIEW quoted AS SELECT "a literal" AS a, 1 AS b;
"""

WRITTEN = """
    CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, population INTEGER CHECK (population >= 0), photo BLOB, note TEXT);
    INSERT INTO city VALUES (1, 'One', 1, NULL, NULL), (2, 'Two', 2, NULL, NULL), (3, 'Three', 3, NULL, NULL);
    CREATE UNIQUE INDEX city_name ON city (name);
    CREATE TABLE note (text TEXT, rank INTEGER);
    INSERT INTO note VALUES ('first', 1);
    CREATE TABLE pair (a TEXT, b INTEGER, value TEXT, PRIMARY KEY (a, b));
    INSERT INTO pair VALUES ('x', 1, 'x1');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, city INTEGER REFERENCES city(id));
    INSERT INTO visit VALUES (1, 2);
    CREATE TABLE secret (id INTEGER PRIMARY KEY, word TEXT);
    INSERT INTO secret VALUES (1, 'hush');
    CREATE VIRTUAL TABLE city_words USING fts5(name);
    INSERT INTO city_words(rowid, name) VALUES (1, 'uno'), (2, 'dos two');
    CREATE VIEW names AS SELECT id, name FROM city;
"""


class Database:
    """A file with a schema, and its rows as sqlite3 reads them."""

    def __init__(self, path, script):
        self.path = path
        connection = sqlite3.connect(path)
        connection.executescript(script)
        connection.commit()
        connection.close()

    def _read(self, statement, values, factory):
        connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        connection.row_factory = factory
        try:
            return connection.execute(statement, values).fetchall()
        finally:
            connection.close()

    def rows(self, statement, *values):
        """Rows as dictionaries."""
        return [dict(row) for row in self._read(statement, values, sqlite3.Row)]

    def lists(self, statement, *values):
        """Rows as lists."""
        return [list(row) for row in self._read(statement, values, None)]

    def column(self, statement, *values):
        """The first column."""
        return [row[0] for row in self._read(statement, values, None)]


def tilde(text):
    """Tilde encoding, from its definition alone."""
    kept = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
    return "".join(chr(byte) if byte in kept else "+" if byte == 32 else f"~{byte:02X}" for byte in text.encode())
