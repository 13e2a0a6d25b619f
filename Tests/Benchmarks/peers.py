"""Other servers of the same table: Datasette page kind by page kind, and a page that was written by hand over Hummingbird."""
import random
import urllib.parse

import load
import pages
import servers

MANY = 100


def datasette(row, program, peer, database, folder, rows, rounds, seconds):
    """The kinds of pages that both have, many of each, with the same rows on them."""
    ours = servers.tablepages(program, database, "--page-cache", "0")
    theirs = servers.datasette(peer, database)
    for server in (ours, theirs):
        server.wait(pages.TABLE)
    chance = random.Random(7)
    keys = [chance.randrange(1, rows - 100) for _ in range(MANY)]
    times = [urllib.parse.quote(f"2020-0{chance.randrange(1, 7)}-1{chance.randrange(10)} {chance.randrange(10, 24)}") for _ in range(MANY)]
    tokens = pages.positions(ours, rows)[::10][:MANY]
    for suffix, format, bar in (("", "HTML", "at least 200 x"), (".json", "JSON", "at least 50 x")):
        table = pages.TABLE + suffix
        kinds = [
            ("50 rows by token", pages.page_paths(tokens, suffix), [f"{table}?_next={key}" for key in keys]),
            ("range of the key", *[[f"{table}?id__gt={key}" for key in keys]] * 2),
            ("filter and sort by an index", *[[f"{table}?ts__gt={time}&_sort=ts" for time in times]] * 2),
            ("a row", *[[f"{pages.TABLE}/{key}{suffix}" for key in keys]] * 2),
            ("home", *[["/" if not suffix else "/.json"]] * 2),
            ("database", *[[f"/events{suffix}"]] * 2),
        ]
        for title, mine, other in kinds:
            for path in mine:
                servers.get(ours.base + path)
            ours.rest()
            # Some of its pages take so long that none of sixteen would come within a round.
            found, others = load.in_turn([(ours, mine), (theirs, other)], folder, max(2, rounds // 2), seconds, connections=2)
            row(f"Datasette, {title}, {format}",
                f"{load.median(others, 'microseconds'):,.0f} µs  {load.ratio(others, found):,.0f} x ours", bar)
    ours.stop()
    theirs.stop()


def by_hand(row, program, peer, database, folder, rows, rounds, seconds):
    """The page of 50 rows behind a key, beside a program that has this page alone."""
    ours = servers.tablepages(program, database, "--page-cache", "0")
    port = servers.free_port()
    theirs = servers.Server("PageByHand", [peer, database, str(port)], port)
    ours.wait(pages.TABLE)
    theirs.wait(f"{pages.TABLE}?after=1")
    tokens = pages.positions(ours, rows)[::2][:450]
    mine = pages.page_paths(tokens)
    # The last row before each of our pages: positions are a thousand rows apart.
    other = [f"{pages.TABLE}?after={1 + 2 * number}000" for number in range(len(tokens))]
    size = len(servers.get(theirs.base + other[0]))
    found, others = load.in_turn([(ours, mine), (theirs, other)], folder, rounds, seconds)
    row(f"50 rows by hand over Hummingbird ({size:,} bytes)",
        f"{load.median(others, 'microseconds'):.1f} µs, ours {load.median(found, 'microseconds'):.1f} µs  {load.ratio(found, others):.2f} x",
        "at most 0.4 x")
    ours.stop()
    theirs.stop()
