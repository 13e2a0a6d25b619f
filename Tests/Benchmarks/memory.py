"""A table of 100,000 rows in memory, built in code: page kind by page kind, beside nginx serving the same bytes."""
import json
import random
import urllib.parse

import load
import pages
import servers

ROWS, MANY = 100_000, 200
TABLE = "/memory"


def token(server, query, place):
    """The token of the page behind so many rows of a query."""
    found = None
    for _ in range(place // 1000):
        step = f"&_next={urllib.parse.quote(found)}" if found else ""
        found = json.loads(servers.get(f"{server.base}{TABLE}.json?_size=1000{query}{step}"))["next"]
    return f"&_next={urllib.parse.quote(found)}"


def measure(row, program, database, folder, rounds, seconds):
    port = servers.free_port()
    ours = servers.Server("serving", [program, database, str(port)], port)
    ours.wait(TABLE)
    chance = random.Random(3)
    keys = [chance.randrange(1, ROWS) for _ in range(MANY)]
    kinds = []
    for suffix, format in (("", "HTML"), (".json", "JSON")):
        table = TABLE + suffix
        deep = token(ours, "&_sort=user", 50_000)
        kinds += [
            (f"page 1, {format}", [table]),
            (f"page 1,000 of a sort, {format}", [f"{table}?_sort=user{deep}"]),
            (f"filter and sort, page 50, {format}",
             [f"{table}?kind=view&_sort_desc=amount{token(ours, '&kind=view&_sort_desc=amount', 2_000)}"]),
            (f"page 1 in cells of its own, {format}", [f"/cells{suffix}"]),
            (f"a row, {format}", [f"{TABLE}/{key}{suffix}" for key in keys]),
        ]
    saved = []
    for number, (title, paths) in enumerate(kinds):
        files, size = pages.save(ours, paths, folder, f"memory-{number}")
        saved.append((title, paths, files, size))
    nginx = servers.nginx(folder)
    nginx.wait(saved[0][2][0])
    for title, paths, files, size in saved:
        mine, other = load.in_turn([(ours, paths), (nginx, files)], folder, rounds, seconds)
        row(f"100,000 rows in memory, {title} ({size:,} bytes)",
            f"{load.median(mine, 'microseconds'):.1f} µs  {load.ratio(mine, other):.2f} x", "at most 5 x")
    ours.stop()
    nginx.stop()
