"""Kills the server in the middle of writes and of loading a file into its cache, again and again: every acknowledged call is there then, whole
and in the audit, and nothing else; and the file's rows are all there or said to be loading, never others and never a part of them."""
import http.client, os, random, shutil, sqlite3, sys, tempfile, threading, time

from server import Server

ROWS = 3  # of one call, all or none
AUDIT = "_tablepages_audit"


class LoadedFile:
    """A CSV file that is loaded while the server is killed, and the cache that keeps what was loaded."""

    def __init__(self, folder):
        self.path, self.cache = os.path.join(folder, "thing.csv"), os.path.join(folder, "cache")
        self.comparisons = 0
        self.renew(0)

    def renew(self, number):
        """Other rows under the same name, which the cache must not be taken for."""
        lines = [f"{row},{number}-{random.random()},{random.choice(['a', 'b,c', 'd'])!r}" for row in range(random.randint(1, 40_000))]
        self.text = "\r\n".join(["id,value,kind"] + [line.replace("'b,c'", '"b,c"').replace("'", "") for line in lines]) + "\r\n"
        with open(self.path, "w", newline="") as file:
            file.write(self.text)

    def compare(self, server):
        """Waits until the rows are there, which until then says so, and holds every byte against the file."""
        for _ in range(600):
            connection = server.connection()
            connection.request("GET", "/data/thing.csv?_stream=on")
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            if answer.status != 503:
                break
            time.sleep(0.05)
        assert answer.status == 200, f"status {answer.status}"
        assert text == self.text, f"{len(text)} characters of {len(self.text)} came back"
        self.comparisons += 1


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
    loaded = LoadedFile(folder)
    unsaid, started = 0, time.monotonic()
    for kill in range(1, kills + 1):
        server = Server(program, path, loaded.path, "--audit", "--cache", loaded.cache)
        stop = threading.Event()
        threads = [
            threading.Thread(target=write, args=(server, writer, sent, acknowledged, stop)) for writer in range(writers)
        ]
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0.005, 0.15))
        # After some kills what was loaded is looked at, by a server that finds what the one before kept, or left half done.
        if kill % 10 in [4, 5]:
            loaded.compare(server)
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        # Each look reads the whole file, and starts as another program would: with what the killed one left behind.
        unsaid += check(path, sent, acknowledged)
        if kill % 10 == 9:
            loaded.renew(kill)
        if kill % 100 == 0 or kill == kills:
            count = sum(map(len, acknowledged.values()))
            print(f"{kill} kills, {count} calls of {ROWS} rows kept, {unsaid} of them under way when killed, "
                  f"{loaded.comparisons} loads compared, {time.monotonic() - started:.0f} s", flush=True)
            if count > 60_000:
                connection = sqlite3.connect(path)
                connection.execute("DELETE FROM line")
                connection.execute(f"DELETE FROM {AUDIT}")
                connection.commit()
                connection.close()
                acknowledged = {writer: [] for writer in range(writers)}
    kept = [name for _, _, names in os.walk(loaded.cache) for name in names]
    assert len(kept) <= 8, f"the cache has grown to {len(kept)} files"
    shutil.rmtree(folder)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
