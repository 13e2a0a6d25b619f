#!/usr/bin/env python3
"""Counts the instructions and the allocations of writing pages that are there already, and of making one of rows in code: what rows cost with nothing around them.

Not every machine lets a program ask its processor, whose counters others disturb besides. valgrind counts what the program does, nearly the same each
time. Each piece of work is done a few times and often: the difference is the work alone. Allocations are counted by the program itself, around the work:
what is done before it takes some dozen more or fewer where the machine is busy.

usage: instructions.py RENDERING-PROGRAM [--write]     --write makes what was counted the most that the work may cost
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import counting
import limits

HERE = Path(__file__).parent
LIMITS = HERE / "instructions.json"
ROWS = 20_000
# So often that what is done once, and not each time, hardly counts: on a busy machine a page may be read by another thread, with a connection of
# its own, which takes 300,000 instructions.
FEW, MORE = 20, 1_000
# How the C library copies depends on the processor, and when a dictionary grows on where objects lie.
SLACK = {"instructions": 1.03, "allocations": 1.03}
VALGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
# Places in dictionaries are drawn by lot otherwise.
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}


def told(command, **environment):
    done = subprocess.run(command, env={**ENVIRONMENT, **environment}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return done.stdout, done.stderr


def cost(program, database, title, library):
    def instructions(times):
        _, summary = told([*VALGRIND, program, database, title, str(times)])
        return int(re.search(r"I +refs: +([\d,]+)", summary)[1].replace(",", ""))

    allocations, _ = told([program, database, title], LD_PRELOAD=str(library))
    if not float(allocations):
        sys.exit(f"{title}: no allocations are counted")
    return {
        "instructions": round((instructions(FEW + MORE) - instructions(FEW)) / MORE),
        "allocations": round(float(allocations), 1),
    }


def main():
    with tempfile.TemporaryDirectory() as folder:
        # valgrind reads what debuggers are told, and not all that Swift tells them.
        program = str(Path(folder) / "program")
        told(["strip", "-g", "-o", program, sys.argv[1]])
        database = str(Path(folder) / "events.sqlite")
        told([sys.executable, HERE / "make_events.py", database, str(ROWS)])
        library = counting.library(Path(folder))
        titles = told([program, database, "works"])[0].splitlines()
        found = {title: cost(program, database, title, library) for title in titles}
    print(f"{'writing':<32} {'instructions':>13} {'allocations':>12}")
    for title, counts in found.items():
        print(f"{title:<32} {counts['instructions']:>13,.0f} {counts['allocations']:>12}")
    limits.hold(found, LIMITS, lambda _: SLACK, "--write" in sys.argv)


main()
