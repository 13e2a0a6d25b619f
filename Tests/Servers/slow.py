#!/usr/bin/env python3
"""Thousands of clients that read exports and pages slowly or not at all: the others get their pages, exports beyond the limit are refused, slow ones end,
connections and memory stay bounded, and once the clients have gone everything is free again.

usage: Tests/Servers/slow.py PROGRAM CLIENTS      exit code 1 where anything is wrong
"""
import http.client
import os
import re
import resource
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

PROGRAM, CLIENTS = sys.argv[1], int(sys.argv[2])
EXPORTS, PAGE_CONNECTIONS = 4, 8
# A slow reader has this long, and not much longer: 16 KiB a second earn it more.
TIMEOUT = 10
ROWS = 200_000
# PostgreSQL refuses to be run by root.
SERVER_USER = ["setpriv", "--reuid=nobody", "--clear-groups", "--"] if os.getuid() == 0 else []
BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.getheader("Retry-After"), response.read()
    finally:
        connection.close()


def database_sessions(folder, condition="true"):
    sql = f"SELECT count(*) FROM pg_stat_activity WHERE application_name <> 'slow.py' AND backend_type = 'client backend' AND {condition}"
    answer = subprocess.run(["psql", "-qAtX", "-h", folder, "-U", "postgres", "-c", sql], env={**os.environ, "PGAPPNAME": "slow.py"}, capture_output=True, text=True, check=True)
    return int(answer.stdout)


def writing_sessions(folder):
    """How many exports the database has begun and not finished."""
    return database_sessions(folder, "state <> 'idle' AND wait_event = 'ClientWrite'")


def peak_memory(process):
    """The most that a process has had in memory, in megabytes."""
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())[1]) / 1024


def open_files(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


class SlowClients:
    """Connections that ask for something; one half takes so many bytes of the answer at a time, the other half nothing but its head."""

    def __init__(self, port, paths, bytes_at_a_time, interval):
        self.statuses, self.retries = {}, Counter()
        self.open, self.idle = set(), set()
        self.bytes_at_a_time, self.interval = bytes_at_a_time, interval
        self.is_over = threading.Event()
        for number in range(CLIENTS):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            # Ports of one address would not do for very many.
            connection.bind((f"127.0.0.{2 + number % 8}", 0))
            connection.connect(("127.0.0.1", port))
            connection.sendall(f"GET {paths[number % len(paths)]} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            connection.setblocking(False)
            self.open.add(connection)
            if number % 2:
                self.idle.add(connection)
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        while not self.is_over.is_set():
            begin = time.monotonic()
            for connection in list(self.open):
                known = self.statuses.get(connection)
                # A refusal has no more to it.
                if known and (known != 200 or connection in self.idle):
                    continue
                try:
                    data = connection.recv(self.bytes_at_a_time if known else 2_000)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if not data:
                    self.open.discard(connection)
                    connection.close()
                elif not known:
                    status = self.statuses[connection] = int(data.split(None, 2)[1])
                    self.retries[status, b"\r\nretry-after:" in data.lower()] += 1
            time.sleep(max(0.02, self.interval - (time.monotonic() - begin)))

    def leave(self):
        self.is_over.set()
        self.thread.join()
        for connection in self.open:
            connection.close()


class SteadyReader:
    """A client of an export that reads 24 kB a second, half as fast again as it has to, with all the buffers that the system gives it."""

    def __init__(self, port, path):
        self.is_over = threading.Event()
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.head = self.connection.recv(15, socket.MSG_WAITALL)
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        while not self.is_over.is_set():
            self.connection.recv(2_400)
            time.sleep(0.1)

    def leave(self):
        self.is_over.set()
        self.thread.join()
        self.connection.close()


class Visitors:
    """Clients like any others, who ask for pages all the while."""

    def __init__(self, port, count=4):
        self.answers, self.is_over = [], threading.Event()
        self.threads = [threading.Thread(target=self.visit, args=(port, number)) for number in range(count)]
        for thread in self.threads:
            thread.start()

    def visit(self, port, number):
        while not self.is_over.is_set():
            number += 7919
            begin = time.monotonic()
            status, _, _ = ask(port, f"/postgres/things?id__gt={number % 1000}&_size=20")
            self.answers.append((time.monotonic() - begin, status))
            time.sleep(0.05)

    def leave(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        return Counter(status for _, status in self.answers), max(seconds for seconds, _ in self.answers)


def check(folder, processes):
    limit = CLIENTS + 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), max(hard, limit)))
    subprocess.run(SERVER_USER + [BINARIES / "initdb", "-D", folder / "data", "-U", "postgres", "--auth", "trust", "--no-sync"], stdout=subprocess.DEVNULL, check=True)
    database = subprocess.Popen(
        SERVER_USER + [BINARIES / "postgres", "-D", folder / "data", "-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    processes.append(database)
    while subprocess.run([BINARIES / "pg_isready", "-q", "-h", folder]).returncode:
        assert database.poll() is None, "the database doesn't start"
        time.sleep(0.05)
    table = f"CREATE TABLE things AS SELECT i AS id, repeat(md5(i::text), 8) AS name FROM generate_series(1, {ROWS}) AS i; ALTER TABLE things ADD PRIMARY KEY (id); ANALYZE things"
    subprocess.run(["psql", "-qh", folder, "-U", "postgres", "-c", table], check=True)
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    program = subprocess.Popen(
        [PROGRAM, "serve", "--port", str(port), "--max-connections", str(CLIENTS + 200), "--max-exports", str(EXPORTS), "--database-connections", str(PAGE_CONNECTIONS),
         "--response-timeout", str(TIMEOUT), f"postgresql://postgres@/postgres?host={folder}"], stdout=subprocess.DEVNULL, stderr=open(folder / "log", "w"))
    processes.append(program)
    while True:
        try:
            if ask(port, "/-/health/ready")[0] == 200:
                break
        except OSError:
            pass
        assert program.poll() is None, (folder / "log").read_text()
        time.sleep(0.05)
    ask(port, "/postgres/things")
    files, memory = open_files(program), peak_memory(program)

    def during(name, clients, is_enough):
        """The answers that visitors get until enough has been seen, and the most connections to the database."""
        visitors, sessions, begin = Visitors(port), 0, time.monotonic()
        try:
            while not is_enough():
                assert time.monotonic() < begin + 12 * TIMEOUT, f"{name}: slow clients still hold {writing_sessions(folder)} exports, or aren't all answered"
                sessions = max(sessions, database_sessions(folder))
                time.sleep(0.5)
        finally:
            statuses, longest = visitors.leave()
        answers, most = Counter(clients.statuses.values()), peak_memory(program)
        print(f"{name}: {dict(answers)} for {CLIENTS} slow clients, over after {time.monotonic() - begin:.0f} s; {dict(statuses)} for visitors, the slowest after {longest:.2f} s; "
              f"at most {sessions} connections to the database, {most:.0f} MB of memory, {memory:.0f} before")
        assert sessions <= EXPORTS + PAGE_CONNECTIONS + 4, f"{sessions} connections to the database"
        # What an open connection costs, and what all responses may have.
        assert most < memory + 64 + CLIENTS * 0.04, f"{most:.0f} MB of memory"
        assert set(answers) <= {200, 503} and not clients.retries[503, False], f"answers, and whether they have Retry-After: {clients.retries}"
        assert longest < 30, f"a visitor waited for {longest:.1f} s"
        return statuses, answers

    exports = [f"/postgres/things{suffix}?_stream=on" for suffix in (".csv", ".ndjson", ".txt")]
    steady, begin = SteadyReader(port, exports[0]), time.monotonic()
    # 10 kB a second: slower than is asked for, and fast enough that a piece leaves the server long before its time is up.
    clients = SlowClients(port, exports, 500, 0.05)
    try:
        statuses, answers = during("exports", clients, lambda: len(clients.statuses) == CLIENTS and writing_sessions(folder) <= 1)
        assert set(statuses) == {200}, f"answers for visitors: {statuses}"
        assert EXPORTS - 1 <= answers[200] and answers[503] > 0, f"answers for exports: {answers}"
        status, _, body = ask(port, exports[0])
        assert status == 200 and body.count(b"\n") == ROWS + 1, f"an export after the slow ones: {status}, {body[:200]}"
    finally:
        clients.leave()
        # What the client gets says little, since the kernel holds more than it reads in that time.
        time.sleep(max(0, begin + 3 * TIMEOUT - time.monotonic()))
        running = writing_sessions(folder)
        steady.leave()
    assert steady.head == b"HTTP/1.1 200 OK" and running == 1, f"a client that reads 24 kB a second: {steady.head}, {running} exports"
    clients = SlowClients(port, [f"/postgres/things?id__gt={number}" for number in range(CLIENTS)], 200, 1)
    try:
        # Of those that find no memory left for an answer, visitors are some.
        statuses, _ = during("pages", clients, lambda: len(clients.statuses) == CLIENTS)
        assert set(statuses) <= {200, 503} and statuses[200] > statuses[503], f"answers for visitors: {statuses}"
    finally:
        clients.leave()
    deadline = time.monotonic() + 6 * TIMEOUT
    while open_files(program) > files + PAGE_CONNECTIONS + EXPORTS + 8 or ask(port, "/postgres/things?id__gt=77")[0] != 200:
        assert time.monotonic() < deadline, f"{open_files(program)} open files once all have gone, {files} before"
        time.sleep(0.5)


folder, processes = Path(tempfile.mkdtemp(prefix="slow-")), []
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
