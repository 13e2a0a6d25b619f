#!/usr/bin/env python3
"""Measures the server beside nginx, Datasette and a page written by hand over Hummingbird, and prints one table.

usage: measure.py PROGRAM SERVING-PROGRAM RENDERING-PROGRAM PROGRAM-BY-HAND DATASETTE EVENTS-FILE FOLDER
environment: ROUNDS (5), SECONDS (3)
"""
import json
import os
import signal
import statistics
import subprocess
import sys
from pathlib import Path

import beside
import counting
import engines
import kept
import kinds
import large
import load
import memory
import pages
import peers
import servers

ROUNDS, SECONDS = int(os.environ.get("ROUNDS", 5)), int(os.environ.get("SECONDS", 3))
ROWS = 1_000_000
table = []


def row(what, value, bar=""):
    table.append((what, value, bar))
    print(f"{what:<58} {value:<34} {bar}", flush=True)


def against_nginx(program, database, folder):
    """HTML and JSON, made anew for each request and kept, beside the same bytes as files."""
    uncached = servers.tablepages(program, database, "--page-cache", "0")
    # What is kept is part of what answers may take.
    cached = servers.tablepages(program, database, "--page-cache", "256", "--answer-memory", "256")
    uncached.wait(pages.TABLE)
    cached.wait(pages.TABLE)
    tokens = pages.positions(uncached, ROWS)[::2][:450]
    html, data = pages.page_paths(tokens), pages.page_paths(tokens, ".json")
    html_files, html_size = pages.save(uncached, html, folder, "html")
    json_files, json_size = pages.save(uncached, data, folder, "json")
    one = [html[200]]
    one_file = [html_files[200]]
    nginx = servers.nginx(folder)
    nginx.wait(html_files[0])
    # What the two libraries cost without anything of ours: no page that is served through them can cost less.
    bare = servers.floor(folder, folder / "files" / one_file[0].lstrip("/"))
    reading = servers.floor(folder, folder / "files" / one_file[0].lstrip("/"), database)
    for server in (bare, reading):
        server.wait("/")
    names = ["html", "html kept", "html of nginx", "json", "json kept", "json of nginx", "one kept", "one of nginx", "bare", "reading"]
    results = dict(zip(names, load.in_turn(
        [(uncached, html), (cached, html), (nginx, html_files), (uncached, data), (cached, data), (nginx, json_files),
         (cached, one), (nginx, one_file), (bare, ["/"]), (reading, ["/"])], folder, ROUNDS, SECONDS)))
    for title, name, size in (("HTML", "html", html_size), ("JSON", "json", json_size)):
        other = results[f"{name} of nginx"]
        row(f"nginx, the same {title} as a file ({size:,} bytes)", cost(other))
        row(f"{title} page of 50 rows, made anew, {len(tokens)} pages", cost(results[name]) + times(results[name], other),
            "at most 4.0 x" if name == "html" else "")
        row(f"{title}, unchanged data, {len(tokens)} pages", cost(results[f"{name} kept"]) + times(results[f"{name} kept"], other),
            "at most 1.0 x" if name == "html" else "")
    row("HTML, unchanged data, one page", cost(results["one kept"]) + times(results["one kept"], results["one of nginx"]),
        "at most 1.0 x")
    row("libmicrohttpd alone, one page", cost(results["bare"]) + times(results["bare"], results["one of nginx"]))
    row("libmicrohttpd and SQLite's rows alone, nothing drawn", cost(results["reading"]) + times(results["reading"], results["one of nginx"]))
    stages = [load.median(results[name], "microseconds") for name in ("bare", "reading", "html")]
    row("stages of a page made anew: HTTP, SQLite's rows, ours",
        ", ".join(f"{end - start:.1f} µs" for start, end in zip([0, *stages], stages)))
    for server in (uncached, cached, nginx, bare, reading):
        server.stop()


def cost(rounds):
    return f"{load.median(rounds, 'microseconds'):.1f} µs  {load.median(rounds, 'per_second'):,.0f}/s"


def times(rounds, others):
    return f"  {load.ratio(rounds, others):.2f} x"


def deep_pages(program, database, folder):
    server = servers.tablepages(program, database, "--page-cache", "0")
    server.wait(pages.TABLE)
    token = pages.positions(server, 900_000)[-1]
    page = json.loads(servers.get(f"{server.base}{pages.TABLE}.json?_next={token}"))
    back = page["previous_url"].partition(server.base)[2].replace(".json", "", 1)
    first, deep, backwards = load.in_turn(
        [(server, [pages.TABLE]), (server, [f"{pages.TABLE}?_next={token}"]), (server, [back])],
        folder, ROUNDS, SECONDS)
    server.stop()
    row("first page", cost(first))
    row("page behind row 900,000", cost(deep) + times(deep, first), "at most 1.2 x")
    row("page before row 900,000", cost(backwards) + times(backwards, first), "at most 1.2 x")


def start_and_memory(program, database, folder):
    row("start to the first 200", f"{first_answer(program, database, pages.TABLE):.0f} ms", "at most 50 ms")
    thousand = kinds.many_tables(folder / "thousand.sqlite", 1_000)
    for title, path in (("home", "/"), ("the database", "/thousand"), ("a table", "/thousand/table_500"), ("a row", "/thousand/table_500/1")):
        row(f"start to {title}, with 1,000 tables", f"{first_answer(program, thousand, path):.0f} ms")
    server = servers.tablepages(program, database, "--page-cache", "0")
    server.wait(pages.TABLE)
    paths = pages.page_paths(pages.positions(server, 100_000))
    rest = resident(server)
    requests = 0
    after = []
    while requests < 200_000:
        requests += load.load(server, paths, folder, 3).requests
        after.append(resident(server))
    row("memory at rest", rest, "at most 30 MB")
    row(f"memory after the first round of {len(after)}", after[0])
    row(f"memory after {requests:,} requests", after[-1], "no growth")
    server.stop()


def first_answer(program, database, path):
    """Milliseconds from a start to the first answer."""
    starts = []
    for _ in range(11):
        server = servers.tablepages(program, database)
        starts.append(server.wait(path) * 1000)
        server.stop()
    return statistics.median(starts)


def resident(server):
    return f"{server.memory():.1f} MB ({server.memory('RssAnon'):.1f} MB of its own)"


def beside_a_sleeper(program, database, folder):
    port = servers.free_port()
    server = servers.Server("sleeping", [program, database, str(port)], port)
    server.wait(pages.TABLE)
    alone, beside = [], []
    for _ in range(ROUNDS):
        alone.append(load.load(server, [pages.TABLE], folder, SECONDS, connections=64))
        listing = folder / "sleeping.txt"
        listing.write_text("/sleeping\n")
        other = subprocess.Popen(["wrk", "-t1", "-c32", f"-d{SECONDS + 2}s", "--timeout", "30s", "-s", str(load.SCRIPT), server.base,
                                  "--", str(listing)], stdout=subprocess.DEVNULL)
        beside.append(load.load(server, [pages.TABLE], folder, SECONDS, connections=64))
        other.wait()
    server.stop()
    row("64 connections, alone: p50, p99", f"{load.median(alone, 'p50'):.2f} ms, {load.median(alone, 'p99'):.2f} ms")
    row("the same beside 32 requests that sleep 2 s: p50, p99",
        f"{load.median(beside, 'p50'):.2f} ms, {load.median(beside, 'p99'):.2f} ms  {load.ratio(beside, alone, 'p99'):.2f} x",
        "p99 under 2 x")


def rendering(program, database, folder):
    counted = {**os.environ, "LD_PRELOAD": str(counting.library(folder))}
    for line in subprocess.run([program, database], capture_output=True, text=True, check=True, env=counted).stdout.splitlines():
        row(*line.split("\t"))


def main():
    program, serving, rendering_program, by_hand, peer, database = sys.argv[1:7]
    folder = Path(sys.argv[7])
    # One secret, so that the links of one server are good for the other.
    os.environ.setdefault("TABLEPAGES_SECRET", "benchmark")
    parts = {
        "nginx": lambda: against_nginx(program, database, folder),
        "kinds": lambda: kinds.measure(row, program, database, folder, ROWS, ROUNDS, SECONDS),
        "engines": lambda: engines.measure(row, program, database, folder, ROWS, ROUNDS, SECONDS),
        "kept": lambda: kept.measure(row, program, database, folder, ROWS, ROUNDS, SECONDS),
        "memory": lambda: memory.measure(row, serving, database, folder, ROUNDS, SECONDS),
        "datasette": lambda: peers.datasette(row, program, peer, database, folder, ROWS, ROUNDS, SECONDS),
        "by-hand": lambda: peers.by_hand(row, program, by_hand, database, folder, ROWS, ROUNDS, SECONDS),
        "deep": lambda: deep_pages(program, database, folder),
        "start": lambda: start_and_memory(program, database, folder),
        "sleeping": lambda: beside_a_sleeper(serving, database, folder),
        "beside": lambda: beside.measure(row, program, database, folder, ROWS, ROUNDS, SECONDS),
        "filtered": lambda: large.filtered(row, program, peer, database, folder, ROUNDS, SECONDS),
        "facets": lambda: large.facets(row, program, folder),
        "export": lambda: large.export(row, program, database, ROUNDS),
        "files": lambda: large.files(row, program, folder),
        "rendering": lambda: rendering(rendering_program, database, folder),
    }
    # Ended from outside, it takes the servers with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    wanted = os.environ.get("PARTS", " ".join(parts)).split()
    row("server's CPU per request, requests per second, ratio", f"median of {ROUNDS} rounds of {SECONDS} s", "bar")
    for name in wanted:
        parts[name]()


main()
