"""How long pages take while something large goes on beside them, and how long that takes."""
import itertools
import json
import os
import re
import shutil
import statistics
import subprocess
import threading
import time
import urllib.error
import urllib.request

import load
import pages
import servers


class Again:
    """Does something again and again on a thread of its own, until it is told to stop."""

    def __init__(self, ask):
        self.ask, self.is_over, self.seconds, self.failure = ask, False, [], None
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.is_over:
            start = time.perf_counter()
            try:
                self.ask()
            except Exception as failure:
                self.failure = failure
                return
            self.seconds.append(time.perf_counter() - start)

    def stop(self):
        self.is_over = True
        self.thread.join()
        if self.failure:
            raise self.failure


def access(program, folder, *names):
    """A file by which programs of these names may do everything, and the tokens that they send."""
    path, tokens = folder / "access.yaml", []
    rules = "roles:\n  owners: administer\ntokens:\n"
    for name in names:
        printed = subprocess.run([program, "token"], capture_output=True, text=True, check=True).stdout
        tokens.append(re.search(r"token: (\S+)", printed)[1])
        digest = re.search(r"sha256:\w+", printed)[0]
        rules += f'  {name}: {{hash: "{digest}", roles: [owners]}}\n'
    path.write_text(rules)
    return path, *tokens


def post(url, token, body):
    request = urllib.request.Request(url, body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def event(number):
    return {"ts": "2026-01-01 00:00:00", "kind": "view", "user": f"ada{number}", "amount": number / 100, "note": None,
            "url": f"https://example.com/?id={number}", "parent_id": 1}


def measure(row, program, database, folder, rows, rounds, seconds):
    place = folder / "beside"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    copy = place / "events.sqlite"
    shutil.copy(database, copy)
    rules, token = access(program, place, "writer")
    server = servers.tablepages(program, copy, "--page-cache", "0", "--writable", "--access", rules)
    server.wait(pages.TABLE)
    table = server.base + pages.TABLE
    numbers = itertools.count(1)
    # Made once: a client that makes a thousand rows takes one of the processors, on which pages then wait for it and not for the server.
    one, many = (json.dumps(body).encode() for body in ({"row": event(1)}, {"rows": [event(number) for number in range(1_000)]}))
    large = {
        "an export of all rows as CSV": lambda: fetch(f"{table}.csv?_stream=on"),
        "three facets of a filter": lambda: fetch(f"{table}/-/facets.json?amount__gt=-{next(numbers)}&_facet=kind&_facet=user&_facet_date=ts"),
        "a search without an index": lambda: fetch(f"{table}?_search=zebra{next(numbers)}", "--no-fail"),  # refused where it takes its whole time limit
        "inserts of one row": lambda: post(f"{table}/-/insert", token, one),
        "inserts of 1,000 rows": lambda: post(f"{table}/-/insert", token, many),
    }
    paths = pages.page_paths(pages.positions(server, rows)[::5][:200])
    busy_machine(row, server, paths, folder, rounds, seconds)
    for title, ask in large.items():
        compare(row, server, paths, folder, rounds, seconds, title, ask)
    server.stop()
    loading(row, program, database, place, paths, seconds)
    shutil.rmtree(place)


def busy_machine(row, server, paths, folder, rounds, seconds):
    """What the machine itself makes of it: nginx serving the same bytes beside a loop for each processor, at the lowest priority there is."""
    files, _ = pages.save(server, paths, folder, "beside")
    nginx = servers.nginx(folder)
    nginx.wait(files[0])
    alone, beside = [], []
    for _ in range(rounds):
        alone.append(load.load(nginx, files, folder, seconds, connections=1))
        loops = [subprocess.Popen(["chrt", "--idle", "0", "sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
        try:
            beside.append(load.load(nginx, files, folder, seconds, connections=1))
        finally:
            for loop in loops:
                loop.kill()
                loop.wait()
    nginx.stop()
    row("nginx beside idle loops on all processors: p99", f"{load.median(beside, 'p99'):.2f} ms, alone {load.median(alone, 'p99'):.2f} ms  "
        f"{load.ratio(beside, alone, 'p99'):.2f} x")


def fetch(url, *options):
    subprocess.run(["curl", "-sS", "-o", "/dev/null", *(options or ["-f"]), url], check=True)


def compare(row, server, paths, folder, rounds, seconds, title, ask):
    alone, beside, took = [], [], []
    load.load(server, paths, folder, 1, connections=1)
    for _ in range(rounds):
        alone.append(load.load(server, paths, folder, seconds, connections=1))
        again = Again(ask)
        try:
            beside.append(load.load(server, paths, folder, seconds, connections=1))
        finally:
            again.stop()
        took += again.seconds
    row(f"pages beside {title} ({statistics.median(took) * 1000:,.1f} ms each): p99",
        f"{load.median(beside, 'p99'):.2f} ms, alone {load.median(alone, 'p99'):.2f} ms  {load.ratio(beside, alone, 'p99'):.2f} x", "under 2 x")


def loading(row, program, database, place, paths, seconds):
    """Pages of a database while a file of as many rows is loaded."""
    source = place / "loaded.csv"
    with open(source, "wb") as file:
        subprocess.run(["sqlite3", "-csv", "-header", database, "SELECT * FROM events"], stdout=file, check=True)
    port = servers.free_port()
    start = time.perf_counter()
    server = servers.Server("tablepages", [program, "serve", database, source, "--port", str(port), "--page-cache", "0",
                                           "--cache", str(place / "cache")], port)
    server.wait(pages.TABLE)
    beside = load.load(server, paths, place, seconds, connections=1)
    while not is_there(f"{server.base}/data/loaded.json?_size=1"):
        time.sleep(0.05)
    took = time.perf_counter() - start
    server.rest()
    alone = load.load(server, paths, place, seconds, connections=1)
    row(f"pages beside a CSV of 1,000,000 rows that loads (read after {took:.1f} s): p99",
        f"{beside.p99:.2f} ms, alone {alone.p99:.2f} ms  {beside.p99 / alone.p99:.2f} x", "under 2 x")
    server.stop()


def is_there(url):
    try:
        servers.get(url)
    except urllib.error.HTTPError:
        return False
    return True
