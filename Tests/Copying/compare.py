#!/usr/bin/env python3
"""Holds a copy against what was copied, value by value, with clients that aren't this project's: Python's sqlite3, and psql.

usage: Tests/Copying/compare.py FILE FILE       two SQLite files: the same tables, values and kinds of values
       Tests/Copying/compare.py FILE ADDRESS    a SQLite file and a PostgreSQL database: the same values, each as its own engine writes it
Prints what differs; exit code 1 where anything does.
"""
import csv
import io
import sqlite3
import subprocess
import sys
from decimal import Decimal, InvalidOperation


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class File:
    def __init__(self, path):
        self.database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.database.text_factory = bytes

    def tables(self):
        rows = self.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
        shadows = {row[1] for row in self.database.execute("PRAGMA table_list") if row[2] == b"shadow"}
        return [name.decode() for name, in rows if name not in shadows]

    def columns(self, table):
        return [row[0].decode() for row in self.database.execute("SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid", (table,))]

    def rows(self, table):
        columns = ", ".join(quoted(name) for name in self.columns(table))
        return list(self.database.execute(f"SELECT {columns} FROM {quoted(table)}"))


class Server:
    def __init__(self, address):
        self.address = address

    def query(self, sql):
        run = subprocess.run(["psql", "-X", "-q", "--csv", "-t", "-P", "null=\\N", "-c", "SET DateStyle = 'ISO'; SET TimeZone = 'UTC'", "-c", sql, self.address],
                             capture_output=True, check=True)
        return list(csv.reader(io.StringIO(run.stdout.decode(), newline="")))

    def tables(self):
        return sorted(row[0] for row in self.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))

    def columns(self, table):
        name = table.replace("'", "''")
        return [row[0] for row in self.query(f"SELECT attname FROM pg_attribute WHERE attrelid = '{quoted(name)}'::regclass AND attnum > 0 ORDER BY attnum")]

    def rows(self, table):
        columns = ", ".join(quoted(name) for name in self.columns(table))
        return [[None if value == "\\N" else value for value in row] for row in self.query(f"SELECT {columns} FROM {quoted(table)}")]


def plain(value):
    """A value whichever engine wrote it: numbers by what they are."""
    if value is None:
        return "null"
    text = value.decode() if isinstance(value, bytes) else {"t": "1", "f": "0"}.get(value, value) if isinstance(value, str) else repr(value)
    try:
        return "number " + str(Decimal(text).normalize())
    except InvalidOperation:
        return "text " + text


def kinds(file, table):
    """SQLite's own word for the kind of each value: Python hands out texts and blobs alike here."""
    columns = ", ".join(f"typeof({quoted(name)}), {quoted(name)}" for name in file.columns(table))
    return [tuple((row[i], row[i + 1]) for i in range(0, len(row), 2)) for row in file.database.execute(f"SELECT {columns} FROM {quoted(table)}")]


def main(first, second):
    one = File(first)
    isServer = "://" in second
    other = Server(second) if isServer else File(second)
    differences = []
    if sorted(one.tables()) != sorted(other.tables()):
        differences.append(f"tables: {sorted(set(one.tables()) ^ set(other.tables()))}")
    for table in sorted(set(one.tables()) & set(other.tables())):
        if one.columns(table) != other.columns(table):
            differences.append(f"{table}: columns {one.columns(table)} and {other.columns(table)}")
            continue
        if isServer:
            rows, others = ([tuple(map(plain, row)) for row in database.rows(table)] for database in (one, other))
        else:
            rows, others = (kinds(database, table) for database in (one, other))
        rows, others = sorted(map(repr, rows)), sorted(map(repr, others))
        if rows != others:
            only, there = [row for row in rows if row not in set(others)], [row for row in others if row not in set(rows)]
            differences.append(f"{table}: {len(rows)} rows and {len(others)}; only in the first {only[:2]}, only in the second {there[:2]}")
    print("\n".join(differences) or f"{len(one.tables())} tables are the same")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
