#!/usr/bin/env python3
"""Writes the table that the benchmark reads: events, the same for everyone.

usage: make_events.py FILE [ROWS]     ROWS: 1,000,000 unless given (about 200 MB)
"""
import os
import random
import sqlite3
import sys
from datetime import datetime, timedelta

KINDS = {"view": 32, "click": 19, "search": 11, "login": 9, "share": 7, "logout": 6, "purchase": 5, "error": 4,
         "download": 4, "upload": 2, "refund": 1}
NAMES = "ada bo carmen dmitri emeka farah grace hana inês jürgen kofi lena mei noor olu priya quinn rosa sven tariq uma zoë".split()
WORDS = "amber birch cedar dune ember fjord grove heath inlet jetty knoll larch marsh north ochre pine quay ridge slope tarn".split()
NOTES = [None, "", "ok", "Tom & Jerry's \"quoted\" note", "later <b>today</b>", "café naïve résumé", "京都の紅葉", "Добрый день",
         "a < b && c > d", "rocket 🚀 launch", "<script>alert(1)</script>", "price: 5 € or £4", "مرحبا", "first, second; third",
         "see https://example.com/?a=1&b=2", "half off while stocks last"]
SCHEMA = """
PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE events (
  id INTEGER PRIMARY KEY, ts TEXT NOT NULL, kind TEXT NOT NULL, user TEXT NOT NULL, amount REAL NOT NULL,
  note TEXT, url TEXT NOT NULL, parent_id INTEGER REFERENCES events(id));
"""


def rows(number):
    chance = random.Random(20)
    draw = chance.random
    kinds = [kind for kind, weight in KINDS.items() for _ in range(weight)]
    start = datetime(2020, 1, 1)
    for key in range(1, number + 1):
        kind = kinds[int(draw() * len(kinds))]
        time = start + timedelta(seconds=key * 16 + int(draw() * 16000))
        note = NOTES[int(draw() * len(NOTES))]
        if note:
            note = f"{note} {WORDS[int(draw() * 20)]} {WORDS[int(draw() * 20)]}"
        user = f"{NAMES[int(draw() * len(NAMES))]}{int(draw() * 2000)}"
        url = f"https://example.com/{kind}/{WORDS[int(draw() * 20)]}?id={key}&ref={WORDS[int(draw() * 20)]}"
        parent = None if key == 1 or draw() < 0.125 else 1 + int(draw() * (key - 1))
        yield key, time.isoformat() + "Z", kind, user, int(draw() * 1_000_000) / 100, note, url, parent


def main():
    path = sys.argv[1]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    database.executescript(SCHEMA)
    database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows(number))
    database.execute("CREATE INDEX events_kind ON events(kind)")
    database.execute("CREATE INDEX events_ts ON events(ts)")
    database.commit()


main()
