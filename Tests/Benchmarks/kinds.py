"""Page kind by page kind: what each costs when it is made anew, beside nginx serving the same bytes."""
import random
import sqlite3

import load
import pages
import servers

MANY = 400


def addresses(server, rows, tables):
    """The kinds of pages that are asked for: title, paths, the bar beside nginx.

    tables: the name of a database of a hundred tables.
    """
    chance = random.Random(15)
    keys = [chance.randrange(1, rows - 100) for _ in range(MANY)]
    tokens = pages.positions(server, rows)[::2][:MANY]
    times = [f"2020-0{chance.randrange(1, 7)}-1{chance.randrange(10)}T{chance.randrange(10, 24)}" for _ in range(MANY)]
    return [
        ("50 rows by token, HTML", pages.page_paths(tokens), 3.5),
        ("50 rows by token, JSON", pages.page_paths(tokens, ".json"), 3.0),
        ("range of the key, HTML", [f"{pages.TABLE}?id__gt={key}" for key in keys], 4.5),
        ("range of the key, JSON", [f"{pages.TABLE}.json?id__gt={key}" for key in keys], 3.5),
        ("filter and sort by an index, HTML", [f"{pages.TABLE}?ts__gt={moment}&_sort=ts" for moment in times], 4.5),
        ("filter and sort by an index, JSON", [f"{pages.TABLE}.json?ts__gt={moment}&_sort=ts" for moment in times], 3.5),
        ("a row, HTML", [f"{pages.TABLE}/{key}" for key in keys], 4.0),
        ("a row, JSON", [f"{pages.TABLE}/{key}.json" for key in keys], 3.0),
        ("home", ["/"], 3.0),
        ("database of 100 tables", [f"/{tables}"], 3.0),
    ]


def hundred_tables(folder):
    return many_tables(folder / "hundred.sqlite", 100)


def many_tables(path, count):
    """A database of so many tables, with a row each."""
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        for number in range(count):
            connection.execute(f"CREATE TABLE table_{number} (id INTEGER PRIMARY KEY, name TEXT, made TEXT)")
            connection.execute(f"INSERT INTO table_{number} (name, made) VALUES ('Ada', '2026-01-01')")
    return path


def measure(row, program, database, folder, rows, rounds, seconds):
    hundred = hundred_tables(folder)
    ours = servers.tablepages(program, database, hundred, "--page-cache", "0")
    ours.wait(pages.TABLE)
    kinds = addresses(ours, rows, hundred.stem)
    beside_nginx(row, ours, kinds, folder, rounds, seconds)
    ours.stop()


def beside_nginx(row, ours, kinds, folder, rounds, seconds):
    """Each kind of page (title, paths, the bar) beside nginx serving the same bytes."""
    saved = []
    for number, (title, paths, bar) in enumerate(kinds):
        warm(ours, paths)
        files, size = pages.save(ours, paths, folder, f"kind-{number}")
        saved.append((title, paths, bar, files, size))
    nginx = servers.nginx(folder)
    nginx.wait(saved[0][3][0])
    for title, paths, bar, files, size in saved:
        mine, other = load.in_turn([(ours, paths), (nginx, files)], folder, rounds, seconds)
        row(f"{title} ({size:,} bytes)", f"{load.median(mine, 'microseconds'):.1f} µs, nginx {load.median(other, 'microseconds'):.1f} µs  "
            f"{load.ratio(mine, other):.2f} x", f"at most {bar} x")
    nginx.stop()


def warm(server, paths):
    """Asks for all once, and waits, so that what is found in the background is there."""
    for path in paths:
        servers.get(server.base + path)
    server.rest()
