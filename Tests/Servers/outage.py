#!/usr/bin/env python3
"""A database that crashes under load and comes back: meanwhile every page answers 503 with Retry-After and the health check says not ready, nothing
piles up, and pages are back by themselves.

usage: Tests/Servers/outage.py PROGRAM SECONDS      SECONDS without the database; exit code 1 where anything is wrong
"""
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

PROGRAM, SECONDS = sys.argv[1], float(sys.argv[2])
CLIENTS = 16
# PostgreSQL refuses to be run by root.
SERVER_USER = ["setpriv", "--reuid=nobody", "--clear-groups", "--"] if os.getuid() == 0 else []
BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def start_database(folder):
    process = subprocess.Popen(
        SERVER_USER + [BINARIES / "postgres", "-D", folder / "data", "-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while subprocess.run([BINARIES / "pg_isready", "-q", "-h", folder]).returncode:
        assert process.poll() is None, "the database doesn't start"
        time.sleep(0.05)
    return process


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status, response.getheader("Retry-After")
    except OSError as error:
        return repr(error), None
    finally:
        connection.close()


def size(process):
    """How many threads and open files a process has."""
    return tuple(len(os.listdir(f"/proc/{process.pid}/{name}")) for name in ("task", "fd"))


def check(folder, processes):
    subprocess.run(SERVER_USER + [BINARIES / "initdb", "-D", folder / "data", "-U", "postgres", "--auth", "trust", "--no-sync"], stdout=subprocess.DEVNULL, check=True)
    database = start_database(folder)
    processes.append(database)
    table = "CREATE TABLE things (id integer PRIMARY KEY, name text); INSERT INTO things SELECT i, 'thing' FROM generate_series(1, 1000) AS i"
    subprocess.run(["psql", "-qh", folder, "-U", "postgres", "-c", table], check=True)
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    program = subprocess.Popen(
        [PROGRAM, "serve", "--port", str(port), f"postgresql://postgres@/postgres?host={folder}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    processes.append(program)
    while ask(port, "/-/health/ready")[0] != 200:
        assert program.poll() is None, "the server doesn't start"
        time.sleep(0.05)

    answers, is_over = [], threading.Event()

    def visit(number):
        while not is_over.is_set():
            number += 7919
            begin = time.monotonic()
            answer = ask(port, f"/postgres/things?id={number % 1000}")
            answers.append((begin, time.monotonic(), answer))
            time.sleep(0.05)

    clients = [threading.Thread(target=visit, args=(number,)) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        time.sleep(2)
        before = size(program)
        database.send_signal(signal.SIGQUIT)
        database.wait()
        gone = time.monotonic()
        sizes = []
        while time.monotonic() < gone + SECONDS:
            time.sleep(1)
            sizes.append(size(program))
            assert ask(port, "/-/health/ready")[0] == 503, "the server calls itself ready without its database"
        restart = time.monotonic()
        processes.append(start_database(folder))
        back = time.monotonic()
        time.sleep(6)
        assert ask(port, "/-/health/ready")[0] == 200, "the server doesn't call itself ready again"
    finally:
        is_over.set()
        for client in clients:
            client.join()

    meanwhile = [answer for answer in answers if gone <= answer[0] and answer[1] < restart]
    kinds = Counter(status for _, _, (status, wait) in meanwhile if wait)
    assert set(kinds) == {503} and kinds[503] == len(meanwhile), f"answers without the database: {Counter(answer for _, _, answer in meanwhile)}"
    longest = max(end - begin for begin, end, _ in meanwhile)
    assert longest < 5, f"an answer took {longest:.1f} s"
    for now in sizes:
        assert now[0] <= before[0] + 4 and now[1] <= before[1] + CLIENTS, f"threads and open files: {before} before, {now} without the database"
    first = min(end for begin, end, (status, _) in answers if begin >= restart and status == 200) - back
    late = [answer for begin, _, answer in answers if begin > back + 5 and answer[0] != 200]
    assert not late, f"5 s after its return: {Counter(late)}"
    print(f"{len(meanwhile)} answers of 503 in {SECONDS:.0f} s, the longest after {longest:.2f} s; pages were back {max(first, 0):.1f} s after the database")


folder, processes = Path(tempfile.mkdtemp(prefix="outage-")), []
try:
    if SERVER_USER:
        shutil.chown(folder, "nobody")
    check(folder, processes)
except AssertionError as failure:
    sys.exit(str(failure))
finally:
    for process in reversed(processes):
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait()
    shutil.rmtree(folder, ignore_errors=True)
