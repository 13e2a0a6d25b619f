"""Other servers of the same table: Datasette page kind by page kind, and a page that was written by hand over Hummingbird."""
import random

import kinds
import load
import pages
import servers


def datasette(row, program, peer, database, folder, rows, rounds, seconds):
    """The kinds of pages that both have, many of each, with as many rows on them."""
    hundred = kinds.hundred_tables(folder)
    ours = servers.tablepages(program, database, hundred, "--page-cache", "0")
    theirs = servers.datasette(peer, database, hundred)
    for server in (ours, theirs):
        server.wait(pages.TABLE)
    chance = random.Random(7)
    for title, paths, _ in kinds.addresses(ours, rows, hundred.stem):
        kinds.warm(ours, paths)
        # Its tokens are keys.
        other = [path.partition("_next=")[0] + f"_next={chance.randrange(1, rows - 100)}" for path in paths] if "_next=" in paths[0] else paths
        # Some of its pages take so long that none of sixteen would come within a round.
        found, others = load.in_turn([(ours, paths), (theirs, other)], folder, max(2, rounds // 2), seconds, connections=2)
        row(f"Datasette, {title}", f"{load.median(others, 'microseconds'):,.0f} µs  {load.ratio(others, found):,.0f} x ours",
            f"at least {50 if 'JSON' in title else 200} x")
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
