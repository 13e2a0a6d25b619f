#!/usr/bin/env python3
"""Counts what pages cost: allocations, calls of the file system, and bytes. Counts are the same on every machine, so that a page that costs more
than `counts.json` says is found, whatever else the machine is doing.

usage: counts.py PROGRAM [--write]     --write makes what was counted the most that a page may cost
"""
import gzip
import http.client
import json
import mmap
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import beside
import counting
import limits
import postgresql
import servers

HERE = Path(__file__).parent
LIMITS = HERE / "counts.json"
ROWS, ASKED, ROUNDS = 20_000, 50, 5
# Compressed bytes depend on the library too; and where the machine is busy some pages are waited for by another thread, which takes a few
# allocations more.
SLACK = {"compressed": 1.02}
ENGINE_SLACK = {"allocations": 1.1, **SLACK}
THREAD_SLACK = {"allocations": 1.01, **SLACK}
# How many pages of a file a row changes depends on where the trees of the file are about to grow.
WRITING_SLACK = {"allocations": 1.03, "calls": 1.1, **SLACK}
TABLE = "/events/events"


class Counted:
    """A server whose counts are read while it runs: of a database, or of the examples of tables in code."""

    def __init__(self, program, database, library, folder, *options):
        file = folder / "counts"
        file.write_bytes(bytes(16))
        port = servers.free_port()
        self.server = servers.Server(
            "tablepages", [program, "serve", *filter(None, [database]), "--port", str(port), "--workers", "1",
                            "--allowed-host", "tables.example", *options], port,
            {"LD_PRELOAD": str(library), "TABLEPAGES_COUNTS": str(file), "TABLEPAGES_SECRET": "counts"})
        with open(file, "r+b") as shared:
            self.counts = mmap.mmap(shared.fileno(), 16)
        self.server.wait("/")
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port)

    def get(self, path):
        return self.ask("GET", path, None, {"Accept-Encoding": "identity"})

    def post(self, path, token, body):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        return self.ask("POST", path, json.dumps(body), headers)

    def ask(self, method, path, body, headers):
        # A name of its own, so that addresses in pages are as long whatever the port is.
        self.connection.request(method, path, body, {"Host": "tables.example", **headers})
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status in (200, 201), (path, answer.status, body[:500])
        return body

    def settle(self):
        """Waits until nothing is counted any more: pages cost less while a count of rows that goes on beside them holds the file."""
        seen, until = None, time.monotonic() + 10
        while seen != (seen := bytes(self.counts)) and time.monotonic() < until:
            time.sleep(0.3)

    def cost(self, paths):
        return self.cost_of(lambda number: self.get(paths[number % len(paths)]), max(ASKED, len(paths)))

    def cost_of(self, ask, asked):
        """The least of some rounds: a thread that cleans up beside the requests only adds."""
        for number in range(asked):
            ask(number)
        self.settle()
        best = [float("inf")] * 2
        for _ in range(ROUNDS):
            before = struct.unpack("2Q", self.counts[:16])
            for number in range(asked):
                ask(number)
            after = struct.unpack("2Q", self.counts[:16])
            best = [min(known, (end - start) / asked) for known, start, end in zip(best, before, after)]
        page = ask(0)
        return {"allocations": round(best[0]), "calls": round(best[1]), "bytes": len(without_times(page)),
                "compressed": len(gzip.compress(without_times(page), 6, mtime=0))}


def slack_of(title):
    if "PostgreSQL" in title:
        return ENGINE_SLACK
    if "inserted" in title:
        return WRITING_SLACK
    # These are always answered by threads of their own.
    return THREAD_SLACK if title.startswith(("result of a statement", "groups")) else SLACK


def without_times(page):
    """A page without what says how long it took."""
    head, found, foot = page.rpartition(b'<p class="timing">')
    return head + foot.partition(b"</p>")[2] if found else page


def kinds(server):
    token = json.loads(server.get(TABLE + ".json?_size=1000"))["next"]
    keys = range(1_000, 1_000 + 7 * ASKED, 7)
    # As many as people ask for beside each other: what is read and made for one filter is there when it comes again.
    times = [f"2020-01-02T{10 + number % 14}:{number * 7 % 60:02}" for number in range(400)]
    for suffix, format in (("", "HTML"), (".json", "JSON")):
        yield f"50 rows by token, {format}", [f"{TABLE}{suffix}?_next={token}"]
        yield f"range of the key, {format}", [f"{TABLE}{suffix}?id__gt={key}" for key in keys]
        yield f"filter and sort by an index, {format}", [f"{TABLE}{suffix}?ts__gt={time}&_sort=ts" for time in times]
        yield f"a row, {format}", [f"{TABLE}/{key}{suffix}" for key in keys]
        statement = f"/events/-/query{suffix}?sql=select+*+from+events+where+id+>+:id+limit+50"
        yield f"result of a statement, {format}", [f"{statement}&id={key}" for key in keys]
    yield "groups", [f"{TABLE}/-/groups?_group=kind&id__lt={key}" for key in keys]
    yield "home", ["/"]
    yield "database", ["/events"]


# Reals with all their digits, and rows that refer to others.
PLACES = """
CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, latitude REAL, longitude REAL);
CREATE TABLE visit (id INTEGER PRIMARY KEY, place INTEGER NOT NULL REFERENCES place, distance REAL, day TEXT);
INSERT INTO place WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i, 'place ' || i, i / 11.7, i / 5.9 FROM n;
INSERT INTO visit WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
  SELECT i, 1 + i % 1000, i / 7.1, date('2020-01-01', '+' || (i % 1000) || ' days') FROM n;
"""


def places(program, folder, library):
    path = folder / "places.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(PLACES)
    database.close()
    server = Counted(program, path, library, folder, "--page-cache", "0")
    for suffix, format in (("", "HTML"), (".json", "JSON"), (".csv", "CSV")):
        for table in ("place", "visit"):
            yield f"50 of {table}, {format}", server.cost([f"/places/{table}{suffix}?id__gt={key}" for key in range(100, 100 + ASKED)])
    server.server.stop()


def examples(program, folder, library):
    """Tables in code: rows in memory that have columns, with cells of their own."""
    server = Counted(program, None, library, folder, "--page-cache", "0")
    for suffix, format in (("", "HTML"), (".json", "JSON"), (".csv", "CSV")):
        yield f"50 of contacts in memory, {format}", server.cost([f"/examples/contacts{suffix}?_size=50"])
        yield f"contacts in memory, sorted, {format}", server.cost([f"/examples/contacts{suffix}?_size=50&_sort=place"])
    yield "one of contacts in memory, HTML", server.cost([f"/examples/contacts/{key}" for key in range(1, 51)])
    server.server.stop()


def writes(program, database, library, folder):
    """Rows that a script adds, one or many with one call."""
    place = folder / "writes"
    place.mkdir()
    rules, token = beside.access(program, place, "writer")
    copy = shutil.copy(database, place / "events.sqlite")
    server = Counted(program, copy, library, folder, "--page-cache", "0", "--writable", "--access", rules)
    row = beside.event(1)
    yield "a row inserted", server.cost_of(lambda _: server.post(f"{TABLE}/-/insert", token, {"row": row}), ASKED)
    rows = {"rows": [row] * 1_000}
    yield "1,000 rows inserted", server.cost_of(lambda _: server.post(f"{TABLE}/-/insert", token, rows), 5)
    server.server.stop()


def databases(folder):
    """The same rows with a rollback journal, and with a write-ahead log that somebody holds open."""
    for mode in ("rollback", "log"):
        path = folder / mode / "events.sqlite"
        path.parent.mkdir()
        subprocess.run(["python3", HERE / "make_events.py", path, str(ROWS)], check=True)
        if mode == "log":
            writer = sqlite3.connect(path)
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute("UPDATE events SET note = NULL WHERE id = 1")
            writer.commit()
        yield mode, path
        if mode == "log":
            writer.close()


def count(program, folder):
    library = counting.library(folder)
    found = {}
    for mode, database in databases(folder):
        server = Counted(program, database, library, folder, "--page-cache", "0")
        for title, paths in kinds(server):
            if mode == "rollback" or title.startswith("50 rows"):
                found[title if mode == "rollback" else f"{title}, write-ahead log"] = server.cost(paths)
        server.server.stop()
        if mode == "rollback":
            kept = Counted(program, database, library, folder)
            found["kept page, HTML"] = kept.cost([TABLE])
            kept.server.stop()
            fixed = Counted(program, database, library, folder, "--page-cache", "0", "--immutable")
            for title, paths in list(kinds(fixed))[:1]:
                found[f"{title}, immutable"] = fixed.cost(paths)
            fixed.server.stop()
            found |= dict(writes(program, database, library, folder)) | engine_costs(program, database, library, folder)
    return found | dict(places(program, folder, library)) | dict(examples(program, folder, library))


def engine_costs(program, database, library, folder):
    """Pages of the same rows in PostgreSQL."""
    engine = postgresql.PostgreSQL()
    server = Counted(program, engine.load(database), library, folder, "--page-cache", "0")
    found = {f"{title}, PostgreSQL": server.cost(paths) for title, paths in kinds(server) if TABLE in paths[0]}
    server.server.stop()
    engine.stop()
    return found


def main():
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        found = count(program, Path(folder))
    print(f"{'page':<46} {'allocations':>12} {'file calls':>11} {'bytes':>8} {'compressed':>11}")
    for title, cost in found.items():
        print(f"{title:<46} {cost['allocations']:>12} {cost['calls']:>11} {cost['bytes']:>8} {cost['compressed']:>11}")
    limits.hold(found, LIMITS, slack_of, "--write" in sys.argv)


main()
