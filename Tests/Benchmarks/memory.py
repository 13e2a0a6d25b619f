"""A table of 100,000 rows in memory, built in code: page kind by page kind, beside nginx serving the same bytes."""
import random
import urllib.parse

import kinds
import pages
import servers

ROWS, MANY = 100_000, 200
TABLE = "/memory"


def behind(server, suffix, query, rows):
    """The page behind so many rows of a query, at the address that pages link."""
    token = pages.positions(server, rows, TABLE, f"&{query}")[-1]
    return f"{TABLE}{suffix}?{query}&_next={urllib.parse.quote(token)}"


def measure(row, program, database, folder, rounds, seconds):
    port = servers.free_port()
    ours = servers.Server("serving", [program, database, str(port)], port)
    ours.wait(TABLE)
    chance = random.Random(3)
    keys = [chance.randrange(1, ROWS) for _ in range(MANY)]
    found = []
    for suffix, format in (("", "HTML"), (".json", "JSON")):
        found += [(f"100,000 rows in memory, {title}, {format}", paths, 5) for title, paths in (
            ("page 1", [TABLE + suffix]),
            ("page 1,001 of a sort", [behind(ours, suffix, "_sort=user", 50_000)]),
            ("filter and sort, page 41", [behind(ours, suffix, "kind=view&_sort_desc=amount", 2_000)]),
            ("page 1 in cells of its own", [f"/cells{suffix}"]),
            ("a row", [f"{TABLE}/{key}{suffix}" for key in keys]))]
    kinds.beside_nginx(row, ours, found, folder, rounds, seconds)
    ours.stop()
