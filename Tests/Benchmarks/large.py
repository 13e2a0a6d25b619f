"""Tables of millions of rows: filtered pages, facets, exports, and files that are loaded; beside the `sqlite3` shell where it does the same."""
import os
import re
import shutil
import statistics
import subprocess
import time
from pathlib import Path

import load
import servers

FILTERED = "kind=view&_sort=ts&_nocount=1"
TEN_MILLION = 10_000_000


def database_of(rows, folder):
    """A database of so many events, made once."""
    path = folder / f"events{rows}.sqlite"
    if not path.exists():
        part = path.with_suffix(".part")
        subprocess.run(["python3", Path(__file__).parent / "make_events.py", part, str(rows)], check=True,
                       stdout=subprocess.DEVNULL)
        part.rename(path)
    return path


def address(database, suffix=""):
    return f"/{Path(database).stem}/events{suffix}"


def filtered(row, program, peer, database, folder, rounds, seconds):
    """A page filtered and sorted by indexes, on one and on ten million rows, and Datasette's on one."""
    large = database_of(TEN_MILLION, folder)
    small_server, large_server = (servers.tablepages(program, path, "--page-cache", "0") for path in (database, large))
    other = servers.datasette(peer, database)
    small_path, large_path = f"{address(database)}?{FILTERED}", f"{address(large)}?{FILTERED}"
    for server, path in ((small_server, small_path), (large_server, large_path), (other, small_path)):
        server.wait(path)
    small, ten, theirs = load.in_turn(
        [(small_server, [small_path]), (large_server, [large_path]), (other, [small_path])], folder, rounds, seconds)
    row("page by a filter and a sort, 1,000,000 rows", f"{load.median(small, 'microseconds'):.1f} µs")
    row("the same, 10,000,000 rows", f"{load.median(ten, 'microseconds'):.1f} µs  {load.ratio(ten, small):.2f} x", "at most 1.2 x")
    row("the same, Datasette, 1,000,000 rows",
        f"{load.median(theirs, 'microseconds'):.1f} µs  {load.ratio(theirs, small):,.0f} x ours", "at least 100 x")
    for server in (small_server, large_server, other):
        server.stop()


def facets(row, program, folder):
    """Pages with facets nobody has asked for before, beside the same pages without, on ten million rows."""
    large = database_of(TEN_MILLION, folder)
    server = servers.tablepages(program, large, "--page-cache", "0")
    server.wait(address(large))
    with_facets, without = [], []
    for number in range(20):
        # A condition of its own that all rows meet: another question each time.
        query = f"amount__gt=-{number + 1}&_nocount=1"
        for found, facet in ((without, ""), (with_facets, "&_facet=kind&_facet=user&_facet_date=ts")):
            start = time.perf_counter()
            servers.get(f"{server.base}{address(large)}?{query}{facet}")
            found.append((time.perf_counter() - start) * 1000)
        time.sleep(0.1)
    row("page of 10,000,000 rows without facets, with three",
        f"{statistics.median(without):.1f} ms, {statistics.median(with_facets):.1f} ms")
    start = time.perf_counter()
    text = servers.get(f"{server.base}{address(large, '/-/facets.json')}?_facet=kind&_facet=user").decode()
    estimates = re.findall(r'"estimate":(\w+)', text)
    row("facets of a column with an index, and of one without", f"{time.perf_counter() - start:.1f} s, estimated: {', '.join(estimates)}",
        "false, true")
    server.stop()


def export(row, program, database, rounds):
    """All rows as CSV through a pipe, beside the shell."""
    server = servers.tablepages(program, database)
    server.wait(address(database))
    url = f"{server.base}{address(database, '.csv')}?_stream=on"
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(piped(["curl", "-s", url]))
        theirs.append(piped(["sqlite3", "-csv", "-header", database, "SELECT * FROM events"]))
    row("CSV of 1,000,000 rows, sqlite3 shell", f"{statistics.median(theirs):.2f} s")
    row("the same, TablePages",
        f"{statistics.median(ours):.2f} s  {statistics.median(ours) / statistics.median(theirs):.2f} x, "
        f"{server.memory('VmHWM'):.0f} MB", "at most 1.0 x, 30 MB")
    server.stop()


def piped(command):
    start = time.perf_counter()
    first = subprocess.Popen(command, stdout=subprocess.PIPE)
    subprocess.run(["cat"], stdin=first.stdout, stdout=subprocess.DEVNULL, check=True)
    assert first.wait() == 0, command
    return time.perf_counter() - start


def files(row, program, folder):
    """A CSV file of a gigabyte, loaded; beside the shell's `.import`."""
    large = database_of(TEN_MILLION, folder)
    source, cache, imported = folder / "large.csv", folder / "cache", folder / "imported.sqlite"
    if not source.exists():
        with open(source, "wb") as file:
            subprocess.run(["sqlite3", "-csv", "-header", large, "SELECT * FROM events LIMIT 7200000"], stdout=file, check=True)
    shutil.rmtree(cache, ignore_errors=True)
    imported.unlink(missing_ok=True)
    start = time.perf_counter()
    loading = subprocess.Popen([program, "get", "/data/large.json?_size=1", source, "--cache", cache],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(loading.pid, 0)
    assert status == 0, "the file could not be loaded"
    ours = time.perf_counter() - start
    start = time.perf_counter()
    subprocess.run(["sqlite3", imported, "-cmd", ".mode csv", f".import {source} large"], check=True)
    theirs = time.perf_counter() - start
    row(f"CSV of {os.path.getsize(source) / 1e9:.2f} GB, .import of the sqlite3 shell", f"{theirs:.1f} s")
    row("the same, TablePages", f"{ours:.1f} s  {ours / theirs:.2f} x, {usage.ru_maxrss / 1024:.0f} MB", "at most 1.0 x, 200 MB")
