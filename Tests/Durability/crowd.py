"""Many writers beside many readers: nothing is lost, the order of each writer is kept, and readers hardly notice.

Readers and writers are people with a pause between two requests, not a load that fills the machine: what is measured is how long one of
them waits because of the others. Readers alone and beside writers take turns: what else disturbs the machine disturbs both.
"""
import json, multiprocessing, os, sqlite3, sys, tempfile, threading, time

from server import Server

BASE_ROWS = 2_000
FORK = multiprocessing.get_context("fork")  # the server's process is its parent's
PAUSE = 0.2  # seconds between two requests of one of them
TURNS = 6


def read(server, path, until, times):
    connection = server.connection()
    time.sleep(hash(threading.get_ident()) % 100 / 100 * PAUSE)
    while time.monotonic() < until:
        start = time.perf_counter()
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        times.append(time.perf_counter() - start)
        assert answer.status == 200, (answer.status, body[:200])
        time.sleep(PAUSE)


def write(server, writer, number, until, acknowledged, times, refused):
    connection = server.connection()
    while time.monotonic() < until:
        start = time.perf_counter()
        status, body = server.post(connection, "/crowd/line/-/insert", {"row": {"writer": writer, "number": number}})
        if status == 503:
            refused[writer] += 1
            time.sleep(0.05)
            continue
        assert status == 201, (status, body[:200])
        times.append(time.perf_counter() - start)
        acknowledged[writer].append((json.loads(body)["rows"][0]["id"], number))
        number += 1
        time.sleep(PAUSE)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def crowd(server, until, kind, first, count, numbers, answers):
    """Some of them in one process, whose interpreter lets one run at a time."""
    times = []
    acknowledged = {first + i: [] for i in range(count)}
    refused = {first + i: 0 for i in range(count)}
    # Pages of a table that nobody writes to, and the first page of the one that everybody does.
    paths = ["/crowd/still.json?_size=20&_nocount=1", "/crowd/line.json?_size=20&_nocount=1"]
    threads = [
        threading.Thread(target=read, args=(server, paths[i % 2], until, times)) if kind == "read" else
        threading.Thread(target=write, args=(
            server, first + i, numbers.get(first + i, 0), until, acknowledged, times, refused))
        for i in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put((kind, times, acknowledged, sum(refused.values())))


def run(server, seconds, readers, writers, numbers, share=16):
    """`numbers` are those that each writer goes on with."""
    until = time.monotonic() + seconds
    answers = FORK.Queue()
    processes = [
        FORK.Process(target=crowd, args=(server, until, kind, first, min(share, count - first), numbers, answers))
        for kind, count in [("read", readers), ("write", writers)] for first in range(0, count, share)
    ]
    for process in processes:
        process.start()
    reading, writing, acknowledged, refused = [], [], {}, 0
    for _ in processes:
        kind, times, rows, refusals = answers.get()
        if kind == "read":
            reading += times
        else:
            writing += times
            acknowledged.update(rows)
            refused += refusals
    for process in processes:
        process.join()
        assert process.exitcode == 0
    return reading, writing, acknowledged, refused


def main(program, seconds, count):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "crowd.sqlite")
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, writer INTEGER, number INTEGER)")
    connection.execute("CREATE TABLE still (id INTEGER PRIMARY KEY, text TEXT)")
    connection.executemany("INSERT INTO still (text) VALUES (?)", [(f"row {i}",) for i in range(BASE_ROWS)])
    connection.executemany("INSERT INTO line (writer, number) VALUES (-1, ?)", [(i,) for i in range(BASE_ROWS)])
    connection.commit()
    connection.close()
    server = Server(program, path)
    alone, both, writes, acknowledged, refused = [], [], [], {}, 0
    for _ in range(TURNS):
        alone += run(server, seconds / TURNS / 2, count, 0, {})[0]
        numbers = {writer: len(rows) for writer, rows in acknowledged.items()}
        reading, writing, rows, refusals = run(server, seconds / TURNS, count, count, numbers)
        both += reading
        writes += writing
        refused += refusals
        for writer, added in rows.items():
            acknowledged.setdefault(writer, []).extend(added)
    server.stop()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for writer, rows in acknowledged.items():
        found = connection.execute("SELECT id, number FROM line WHERE writer = ? ORDER BY id", (writer,)).fetchall()
        assert found == rows, f"writer {writer}: {len(found)} rows for {len(rows)} answers"
        assert [number for _, number in found] == list(range(len(found))), f"writer {writer}: another order"
    total = connection.execute("SELECT count(*) FROM line WHERE writer >= 0").fetchone()[0]
    assert total == len(writes)
    print(f"{count} readers alone: {len(alone) / (seconds / 2):.0f} pages/s, p50 {percentile(alone, .5):.2f} ms, "
          f"p99 {percentile(alone, .99):.2f} ms")
    print(f"beside {count} writers: {len(both) / seconds:.0f} pages/s, p50 {percentile(both, .5):.2f} ms, "
          f"p99 {percentile(both, .99):.2f} ms, {percentile(both, .99) / percentile(alone, .99):.2f} x alone")
    print(f"writers: {len(writes) / seconds:.0f} writes/s, p50 {percentile(writes, .5):.1f} ms, "
          f"p99 {percentile(writes, .99):.1f} ms, {refused} refused; all {total} there, in order")
    connection.close()
    for suffix in ["", "-wal", "-shm", "-journal"]:
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    os.rmdir(folder)


main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
