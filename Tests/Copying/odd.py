#!/usr/bin/env python3
"""Makes a SQLite file of everything that other databases don't hold as they are.

usage: Tests/Copying/odd.py FILE
"""
import sqlite3
import sys

database = sqlite3.connect(sys.argv[1])
database.executescript('''
CREATE TABLE mixed (id INTEGER PRIMARY KEY, v, n NUMERIC, t TEXT, r REAL, b BLOB);
CREATE TABLE nul (id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT);
CREATE TABLE dates (id INTEGER PRIMARY KEY AUTOINCREMENT, d DATE, dt DATETIME, odd DATETIME, ts TIMESTAMP DEFAULT CURRENT_TIMESTAMP, u UUID,
  z "TIMESTAMP WITH TIME ZONE", said TEXT DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE big (id INTEGER PRIMARY KEY, n INTEGER, amount DECIMAL(12,3), over DECIMAL(5,2), js JSON, badjs JSON, flag BOOLEAN DEFAULT 1,
  code VARCHAR(3), long VARCHAR(2), spelled "NUMERIC TEXT");
CREATE TABLE "or""der [x] ünï" ("a b" TEXT, "select" INT, "from" INT, "Ä" TEXT, PRIMARY KEY ("a b", "select")) WITHOUT ROWID;
CREATE TABLE nokey (x TEXT, y INT CHECK (y > 0), "''" TEXT DEFAULT 'it''s');
CREATE TABLE textkey (k TEXT PRIMARY KEY, v INT);
CREATE TABLE hidden (rowid TEXT, oid TEXT, _rowid_ TEXT);
CREATE TABLE gen (id INTEGER PRIMARY KEY, q INT, p REAL, total AS (q * p) STORED, label TEXT GENERATED ALWAYS AS ('Q' || q) VIRTUAL,
  year AS (strftime('%Y', '2020-01-01')), half AS (q / 2) STORED, remainder AS (abs(q) % 3));
CREATE TABLE differs (id INTEGER PRIMARY KEY, t TEXT, last TEXT AS (substr(t, -1)) STORED);
CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES b (id) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, p TEXT, s INT,
  FOREIGN KEY (p, s) REFERENCES "or""der [x] ünï");
CREATE TABLE broken (id INTEGER PRIMARY KEY, a REFERENCES a);
CREATE TABLE emptyref (id INTEGER PRIMARY KEY, a REFERENCES a);
CREATE INDEX i1 ON big (n DESC, code);
CREATE INDEX i2 ON big (code) WHERE n > 5;
CREATE INDEX i3 ON big (lower(code));
CREATE UNIQUE INDEX i4 ON textkey (k COLLATE NOCASE);
CREATE VIEW v1 AS SELECT id, n, code AS Code FROM big WHERE n > 5 ORDER BY n;
CREATE VIEW v2 AS SELECT d.id, strftime('%Y', d.d) y FROM dates d;
CREATE VIEW "V 3" AS SELECT Id, "a b" FROM BIG, "or""der [x] ünï";
CREATE TRIGGER tr AFTER INSERT ON a BEGIN SELECT 1; END;
CREATE VIRTUAL TABLE ft USING fts5(x);
''')
database.execute("CREATE TABLE wide (%s)" % ", ".join(f"c{number} INT" for number in range(300)))


def insert(table, *rows):
    database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


insert("mixed", (1, 1, 1, "a", 1.5, b"x"), (2, "two", 2.5, "b", 2, "text in blob"), (3, b"\x00\xff", 10**15, b"blob", -0.5, 3), (4, 1.0, None, "1", 1e300, None),
       (5, float("inf"), 0.1, "", 5e-324, b""), (6, -0.0, 7, "é", 2.0, 1.25), (-7, None, -3, None, None, None), (2**62, "q\"\\\n\t\x01é𝄞", 1, "z", 0.1, b"1"))
insert("nul", (1, "a\0b", "x"), (2, "a", None), (3, "", "\n"))
database.execute("INSERT INTO nul VALUES (4, CAST(x'ff41' AS TEXT), 'not UTF-8')")
insert("dates", (1, "2024-02-29", "2024-01-01 00:00:00", "yesterday", "1999-12-31 23:59:59.5", "123e4567-e89b-12d3-a456-426614174000", "2024-01-01 10:00:00+00", "x"),
       (2, "0001-01-01", "2009-01-01 12:34:56", "2009-01-01", None, None, None, None),
       (7, "9999-12-31", "1970-01-01 00:00:00.000001", None, "2000-01-01 00:00:00", None, "1969-12-31 23:59:59.25+00", ""))
insert("big", (1, 2**63 - 1, 0.99, 1234.5, '{"a": 1}', "{x", 0, "abc", "abc", "1.50"), (2, -(2**63), 123456789.125, 0.01, "[1,2]", "1", 1, "äöü", "a", "-12345678901234567890.1"),
       (3, 2**33, 5, None, None, None, None, "", "b", None))
insert('"or""der [x] ünï"', ("x", 1, 5, "ä"), ("X", 1, 6, "b"), ("x", 2, None, None), ("", 3, 1, ""))
insert("nokey", ("a", 1, "b"), ("a", 1, "b"), (None, 2, None))
insert("textkey", ("a", 1), (None, 2), (None, 3), ("B", 4))
insert("hidden", ("1", "2", "3"), ("a", "b", "c"))
database.executemany("INSERT INTO gen (id, q, p) VALUES (?, ?, ?)", [(1, 3, 1.5), (2, -5, 2.25), (3, None, 1)])
database.executemany("INSERT INTO differs (id, t) VALUES (?, ?)", [(1, "abc"), (2, "abcde"), (3, "")])
insert("ft", ("hello",))
database.execute("PRAGMA foreign_keys = 0")
insert("a", (1, 2), (2, 1))
insert("b", (1, 1, "x", 1), (2, 2, None, 3))
insert("broken", (1, 1), (2, 99))
database.execute("INSERT INTO wide (c0, c299) VALUES (1, 2)")
database.commit()
