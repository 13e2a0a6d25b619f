#!/usr/bin/env python3
"""Counts the instructions and the allocations of writing pages that are there already, and of making one of rows in code: what rows cost with nothing around them.

Not every machine lets a program ask its processor, whose counters others disturb besides. valgrind counts what the program does, nearly the same each
time. Each piece of work is done a few times and often: the difference is the work alone.

usage: instructions.py RENDERING-PROGRAM [--write]     --write makes what was counted the most that the work may cost
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import limits

HERE = Path(__file__).parent
LIMITS = HERE / "instructions.json"
ROWS = 20_000
FEW = 20
# How often more. What comes before the work, such as a first page that is begun again on a busy machine, takes some dozen allocations more or fewer each
# time: a tenth of one for each piece of work at most.
MORE = {"instructions": 100, "allocations": 1_000}
# How the C library copies depends on the processor, and when a dictionary grows on where objects lie.
SLACK = {"instructions": 1.03, "allocations": 1.03}
TOOLS = {
    "instructions": (["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], r"I +refs: +([\d,]+)"),
    "allocations": (["--tool=dhat", "--dhat-out-file=/dev/null"], r"Total: +[\d,]+ bytes in ([\d,]+) blocks"),
}
# Places in dictionaries are drawn by lot otherwise.
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}


def told(command):
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return done.stdout, done.stderr


def cost(program, database, title):
    def count(what, times):
        options, pattern = TOOLS[what]
        _, summary = told(["valgrind", *options, program, database, title, str(times)])
        return int(re.search(pattern, summary)[1].replace(",", ""))

    return {what: round((count(what, FEW + more) - count(what, FEW)) / more, 1) for what, more in MORE.items()}


def main():
    with tempfile.TemporaryDirectory() as folder:
        # valgrind reads what debuggers are told, and not all that Swift tells them.
        program = str(Path(folder) / "program")
        told(["strip", "-g", "-o", program, sys.argv[1]])
        database = str(Path(folder) / "events.sqlite")
        told([sys.executable, HERE / "make_events.py", database, str(ROWS)])
        titles = told([program, database, "works"])[0].splitlines()
        found = {title: cost(program, database, title) for title in titles}
    print(f"{'writing':<32} {'instructions':>13} {'allocations':>12}")
    for title, counts in found.items():
        print(f"{title:<32} {counts['instructions']:>13,.0f} {counts['allocations']:>12}")
    limits.hold(found, LIMITS, lambda _: SLACK, "--write" in sys.argv)


main()
