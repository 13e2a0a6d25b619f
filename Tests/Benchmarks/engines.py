"""The same pages from PostgreSQL and from SQLite, beside the bare statement of a page."""
import statistics
import subprocess

import load
import pages
import postgresql
import servers


def bare(database, folder, seconds):
    """A round of the statement alone, asked by a program that does nothing else; the processor time is that of the database's server."""
    output = subprocess.run([folder / "bare", database, str(seconds)], capture_output=True, text=True, check=True).stdout
    count, median, slowest, spent = map(float, output.split())
    return load.Round(int(count), spent * count / 1e6, count / seconds, median / 1000, slowest / 1000)


def measure(row, program, database, folder, rows, rounds, seconds):
    engine = postgresql.PostgreSQL()
    address = engine.load(database)
    ours, file = (servers.tablepages(program, source, "--page-cache", "0") for source in (address, database))
    contestants = {}
    for server, name in ((ours, "PostgreSQL"), (file, "SQLite")):
        server.wait(pages.TABLE)
        tokens = pages.positions(server, rows)[::2][:450]
        contestants[name, "HTML"] = (server, pages.page_paths(tokens))
        contestants[name, "JSON"] = (server, pages.page_paths(tokens, ".json"))
    for format, page in (("HTML", ours.base + pages.TABLE), ("JSON", f"{ours.base}{pages.TABLE}.json")):
        answer = folder / f"engine-{format}"
        answer.write_bytes(servers.get(page))
        # What a page costs that is read and sent, and no more.
        contestants["floor", format] = (servers.floor(folder, answer, address), ["/"])
        contestants["floor", format][0].wait("/")
    for server, paths in contestants.values():
        load.load(server, paths, folder, 1)
    alone, many, backends = ({key: [] for key in contestants} for _ in range(3))
    plain = []
    for _ in range(rounds):
        plain.append(bare(address, folder, seconds))
        for key, (server, paths) in contestants.items():
            alone[key].append(load.load(server, paths, folder, seconds, connections=1))
            before = engine.processor_seconds()
            many[key].append(load.load(server, paths, folder, seconds))
            backends[key].append((engine.processor_seconds() - before) / many[key][-1].requests * 1e6)
    row("the statement of a page of PostgreSQL, prepared",
        f"{microseconds(plain)} µs, the database's {load.median(plain, 'microseconds'):.0f} µs")
    for format in ("HTML", "JSON"):
        mine, other, least = ("PostgreSQL", format), ("SQLite", format), ("floor", format)
        for title, key, bar in ((f"page of PostgreSQL, {format}, one connection", mine, "at most 1.3 x"),
                                ("the same, libmicrohttpd and the statement alone", least, "")):
            row(title, f"{microseconds(alone[key])} µs  {load.ratio(alone[key], plain, 'p50'):.2f} x the statement", bar)
        row("the same from SQLite", f"{microseconds(alone[other])} µs")
        row(f"page of PostgreSQL, {format}, 16 connections",
            f"{load.median(many[mine], 'microseconds'):.1f} µs  {load.ratio(many[mine], many[other]):.2f} x SQLite's", "at most 2.0 x")
        row("the database's server meanwhile", f"{statistics.median(backends[mine]):.1f} µs")
    for server in {server for server, _ in contestants.values()} | {engine}:
        server.stop()


def microseconds(rounds):
    """How long an answer takes."""
    return f"{load.median(rounds, 'p50') * 1000:.0f}"
