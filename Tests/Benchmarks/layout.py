#!/usr/bin/env python3
"""Writes which functions the linker puts side by side: those that answering takes, each behind the one that mostly calls it.

What answers a request is spread over megabytes of the program otherwise, and the processor waits for it. valgrind counts who calls whom while pages are
asked for. A name that isn't in the program any more is passed over, and where too many aren't, it is time to write the list anew.

usage: layout.py PROGRAM            writes the list, of a program as README.md installs it; takes some minutes
       layout.py --check PROGRAM    fails where too few of its functions are in the program
"""
import collections
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import kinds
import pages
import servers

LIST = Path(__file__).parents[2] / "Sources" / "tablepages" / "Linking" / "functions.txt"
ROWS = 20_000
# Of each kind of page, so many addresses: a function that not even one in ten requests takes is left where it is.
ADDRESSES = 40
SELDOM = 0.1
# How much of the list has to be in the program.
SHARE = 0.8
# Functions of one cluster stand on one page of memory or two: what is called first of a longer chain isn't near its end anyway.
CLUSTER_BYTES = 8192


def symbols(program):
    """Functions of the program: name → size."""
    table = subprocess.run(["nm", "--print-size", program], capture_output=True, text=True, check=True).stdout
    return {name: int(size, 16) for size, name in re.findall(r"^\S+ (\S+) [tTwW] (\S+)$", table, re.M)}


def profile(program, folder):
    """How often each function was called by which, and what each cost by itself, while pages were asked for."""
    small = folder / "program"
    subprocess.run(["strip", "-g", "-o", small, program], check=True)
    database = folder / "events.sqlite"
    subprocess.run([sys.executable, Path(__file__).parent / "make_events.py", database, str(ROWS)], check=True)
    hundred = kinds.hundred_tables(folder)
    port, out = servers.free_port(), folder / "calls"
    command = ["valgrind", "--tool=callgrind", "--demangle=no", "--instr-atstart=no", f"--callgrind-out-file={out}",
               small, "serve", database, hundred, "--port", str(port), "--page-cache", "0"]
    server = servers.Server("valgrind", [str(word) for word in command], port)
    server.wait(pages.TABLE, 300)
    paths = [path for _, paths, _ in kinds.addresses(server, ROWS, hundred.stem) for path in paths[:ADDRESSES]]
    for path in paths:
        servers.get(server.base + path)
    server.rest()
    control(server, "on")
    for path in paths:
        servers.get(server.base + path)
    control(server, "off")
    server.stop()
    return calls(out.read_text(errors="replace")), len(paths)


def control(server, state):
    subprocess.run(["callgrind_control", "-i", state, str(server.process.pid)], capture_output=True, check=True)
    time.sleep(1)


def calls(text):
    """Reads valgrind's own format: (caller, called) → times, and function → what it cost by itself."""
    names, times, costs = {}, collections.Counter(), collections.Counter()

    def named(field):
        number, _, name = field.partition(" ")
        if name:
            # A function that calls itself is numbered by how deep it is.
            names[number] = name.partition("'")[0]
        return names[number]

    function = called = None
    is_call = False
    for line in text.splitlines():
        if line.startswith("fn="):
            function = named(line[3:])
        elif line.startswith("cfn="):
            called = named(line[4:])
        elif line.startswith("calls="):
            times[function, called] += int(line[6:].split()[0])
            is_call = True
        elif re.match(r"[\d+*-]\S* \d+$", line):
            # Behind a call: what the called function cost.
            if not is_call:
                costs[function] += int(line.split()[1])
            is_call = False
    return times, costs


def ordered(times, costs, sizes, requests):
    """The functions, each behind its main caller as long as what stands together stays small, the busiest first.

    Guilherme Ottoni and Bertrand Maher, Optimizing Function Placement for Large-Scale Data-Center Applications, CGO 2017, section 4.
    """
    entered = collections.Counter()
    callers = collections.defaultdict(collections.Counter)
    for (caller, called), count in times.items():
        entered[called] += count
        if caller != called and caller in sizes:
            callers[called][caller] += count
    chosen = [name for name in costs if name in sizes and entered[name] >= requests * SELDOM]
    cluster = {name: [name] for name in chosen}
    for name in sorted(chosen, key=lambda name: -costs[name]):
        main = [caller for caller, _ in callers[name].most_common(1) if caller in cluster]
        if not main or cluster[main[0]] is cluster[name]:
            continue
        first, second = cluster[main[0]], cluster[name]
        if sum(sizes[one] for one in first + second) > CLUSTER_BYTES:
            continue
        first += second
        for one in second:
            cluster[one] = first
    clusters = {id(one): one for one in cluster.values()}.values()

    def density(one):
        return sum(costs[name] for name in one) / max(1, sum(sizes[name] for name in one))

    return [name for one in sorted(clusters, key=density, reverse=True) for name in one]


def check(program):
    """Looks at the functions of our own targets: those of Swift's library are elsewhere unless they are linked in."""
    targets = [folder.name for folder in LIST.parents[2].iterdir()]
    ours = tuple(f"$s{len(target)}{target}" for target in targets)
    listed, there = [name for name in LIST.read_text().split() if name.startswith(ours)], symbols(program)
    found = sum(name in there for name in listed)
    print(f"{found:,} of {len(listed):,} functions that stand side by side are in the program")
    if found < len(listed) * SHARE:
        sys.exit("too few: write the list anew, with layout.py PROGRAM")


def main():
    if sys.argv[1] == "--check":
        return check(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        (times, costs), requests = profile(sys.argv[1], Path(folder))
        names = ordered(times, costs, symbols(sys.argv[1]), requests)
    LIST.write_text("".join(name + "\n" for name in names))
    print(f"{len(names):,} functions")


main()
