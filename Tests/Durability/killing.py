"""Kills the server in the middle of writes, again and again: every acknowledged call is there then, whole and in the audit, and
nothing else."""
import http.client, os, random, sqlite3, sys, tempfile, threading, time

from server import Server

ROWS = 3  # of one call, all or none
AUDIT = "_tablepages_audit"


def write(server, writer, sent, acknowledged, stop):
    """Sends one call after the other until the server is gone. Each writer numbers its calls."""
    try:
        connection = server.connection()
        while not stop.is_set():
            number = sent[writer] + 1
            rows = [{"writer": writer, "number": number, "part": part} for part in range(ROWS)]
            sent[writer] = number
            status, _ = server.post(connection, "/kept/line/-/insert", {"rows": rows})
            if status == 201:
                acknowledged[writer].append(number)
            elif status != 503:
                raise SystemExit(f"status {status}")
    except (OSError, http.client.HTTPException):
        pass


def check(path, sent, acknowledged):
    """What is in the file, held against what was said."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)], "the database is damaged"
    found = {}
    for writer, number, parts in connection.execute(
            "SELECT writer, number, count(*) FROM line GROUP BY writer, number"):
        assert parts == ROWS, f"half a call: {writer} {number}"
        found.setdefault(writer, set()).add(number)
    unsaid = 0
    for writer, numbers in acknowledged.items():
        there = found.get(writer, set())
        lost = set(numbers) - there
        assert not lost, f"writer {writer} lost {sorted(lost)}"
        others = there - set(numbers)
        # At most the call that was under way at each kill can be there without having been acknowledged.
        assert all(number <= sent[writer] for number in others), f"writer {writer}: {sorted(others)}"
        unsaid += len(others)
        # Such a call is known from now on.
        acknowledged[writer] += sorted(others)
    assert set(found) <= set(acknowledged), "rows that nobody wrote"
    # The audit is written together with the rows: it has one line for each, and no other.
    rows = connection.execute("SELECT count(*), total(id) FROM line").fetchone()
    if rows[0]:
        lines = connection.execute(f"SELECT count(*), total(\"key\"), count(DISTINCT \"key\") FROM {AUDIT}").fetchone()
        assert lines == (*rows, rows[0]), f"the audit says {lines} of {rows}"
    connection.close()
    return unsaid


def main(program, kills, writers):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "kept.sqlite")
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, writer INTEGER, number INTEGER, part INTEGER)")
    connection.close()
    sent = {writer: 0 for writer in range(writers)}
    acknowledged = {writer: [] for writer in range(writers)}
    unsaid, started = 0, time.monotonic()
    for kill in range(1, kills + 1):
        server = Server(program, path, "--audit")
        stop = threading.Event()
        threads = [
            threading.Thread(target=write, args=(server, writer, sent, acknowledged, stop)) for writer in range(writers)
        ]
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0.005, 0.15))
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        # Each look reads the whole file, and starts as another program would: with what the killed one left behind.
        unsaid += check(path, sent, acknowledged)
        if kill % 100 == 0 or kill == kills:
            count = sum(map(len, acknowledged.values()))
            print(f"{kill} kills, {count} calls of {ROWS} rows kept, {unsaid} of them under way when killed, "
                  f"{time.monotonic() - started:.0f} s", flush=True)
            if count > 60_000:
                connection = sqlite3.connect(path)
                connection.execute("DELETE FROM line")
                connection.execute(f"DELETE FROM {AUDIT}")
                connection.commit()
                connection.close()
                acknowledged = {writer: [] for writer in range(writers)}
    for suffix in ["", "-wal", "-shm", "-journal"]:
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    os.rmdir(folder)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
