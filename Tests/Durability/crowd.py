"""Many writers beside many readers: nothing is lost, the order of each writer is kept, and readers hardly notice.

Readers and writers are people with a pause between two requests, not a load that fills the machine: what is measured is how long one of
them waits because of the others. Readers alone and beside writers take turns: what else disturbs the machine disturbs both. Where machines
share processors, some turns show the neighbours more than the server, and make both figures alike. What is read in turns from which
more than a hundredth of the processors was taken away is told apart, and others are added until the quiet ones make up the time.

A page of the table that is written is no longer the right one after a write: half of the readers beside writers ask for such a page, which is
made anew. How long these take alone is measured as well: what is beyond that is what the writers themselves cost.
"""
import heapq, json, multiprocessing, os, random, selectors, socket, sqlite3, sys, tempfile, time

from server import Server

BASE_ROWS = 2_000
FORK = multiprocessing.get_context("fork")  # the server's process is its parent's
PAUSE = 0.2  # seconds between two requests of one of them
TURN = 2  # seconds
PATIENCE = 12  # times the seconds of quiet turns that are asked for, at most
LOST = 0.01  # the share of a turn's processor time that neighbours may take
# Pages of a table that nobody writes to, and the first page of the one that everybody does.
PATHS = ["/crowd/still.json?_size=20&_nocount=1", "/crowd/line.json?_size=20&_nocount=1"]


class Person:
    """A connection that asks, waits for the answer, and pauses. It reads no more of HTTP than it has to: the less the clients take of the
    machine, the more of what is measured is the server's."""

    def __init__(self, server):
        self.server = server
        host, port = server.host.split(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bytes = b""

    def ask(self):
        self.bytes = b""
        self.start = time.perf_counter()
        self.socket.sendall(self.request())

    def receive(self):
        """The status and the body once the answer is whole."""
        more = self.socket.recv(65536)
        assert more, "the server closed a connection"
        self.bytes += more
        head, end, body = self.bytes.partition(b"\r\n\r\n")
        if not end:
            return None
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        if len(body) < length:
            return None
        self.time = time.perf_counter() - self.start
        return int(head[9:12]), body


class Reader(Person):
    def __init__(self, server, number):
        super().__init__(server)
        self.text = f"GET {PATHS[number % 2]} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()

    def request(self):
        return self.text

    def answered(self, status, body, said):
        assert status == 200, (status, body[:200])
        said["times"].append(self.time)


class Writer(Person):
    def __init__(self, server, writer, number):
        super().__init__(server)
        self.writer, self.number = writer, number

    def request(self):
        body = json.dumps({"row": {"writer": self.writer, "number": self.number}})
        return (f"POST /crowd/line/-/insert HTTP/1.1\r\nHost: {self.server.host}\r\nCookie: {self.server.cookie}\r\n"
                f"Origin: http://{self.server.host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}").encode()

    def answered(self, status, body, said):
        if status == 503:
            said["refused"] += 1
            return
        assert status == 201, (status, body[:200])
        said["times"].append(self.time)
        said["rows"].setdefault(self.writer, []).append((json.loads(body)["rows"][0]["id"], self.number))
        self.number += 1


def crowd(people, seconds, answers):
    """All of one kind, in one process; what they were told."""
    said = {"times": [], "rows": {}, "refused": 0}
    people = people()
    until = time.monotonic() + seconds
    due = [(time.monotonic() + random.uniform(0, PAUSE), place) for place in range(len(people))]
    heapq.heapify(due)
    asking = 0
    with selectors.DefaultSelector() as selector:
        for person in people:
            selector.register(person.socket, selectors.EVENT_READ, person)
        places = {person: place for place, person in enumerate(people)}
        while True:
            now = time.monotonic()
            while due and due[0][0] <= now:
                person = people[heapq.heappop(due)[1]]
                if now < until:
                    person.ask()
                    asking += 1
            if not due and not asking:
                break
            for key, _ in selector.select(max(due[0][0] - time.monotonic(), 0) if due else None):
                answer = key.data.receive()
                if answer:
                    asking -= 1
                    key.data.answered(*answer, said)
                    heapq.heappush(due, (time.monotonic() + PAUSE, places[key.data]))
    answers.put(said)


def run(server, seconds, readers, writers, numbers):
    """What readers and writers are told in that time. `numbers` are those that each writer goes on with."""
    kinds = [lambda: [Reader(server, number) for number in range(readers)]]
    if writers:
        kinds.append(lambda: [Writer(server, writer, numbers.get(writer, 0)) for writer in range(writers)])
    queues = [FORK.Queue() for _ in kinds]
    processes = [FORK.Process(target=crowd, args=(kind, seconds, queue)) for kind, queue in zip(kinds, queues)]
    for process in processes:
        process.start()
    said = [queue.get() for queue in queues]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    return said


class Turns:
    """What was measured turn by turn."""

    def __init__(self):
        self.quiet, self.disturbed, self.seconds = [], [], 0

    def add(self, seconds, server, readers, writers=0, numbers=None):
        """Takes a turn; what the writers were told."""
        before = stolen()
        said = run(server, seconds, readers, writers, numbers or {})
        if stolen() - before <= LOST * seconds * os.cpu_count():
            self.quiet += said[0]["times"]
            self.seconds += seconds
        else:
            self.disturbed += said[0]["times"]
        return said[-1]

    @property
    def all(self):
        return self.quiet + self.disturbed


def stolen():
    """Seconds of processor time that the machine was ready to use and did not get (proc_stat(5), `steal`)."""
    with open("/proc/stat") as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def tell(words, alone, anew, both):
    if not (alone and anew and both):
        print(f"{words}: none")
        return
    for kind, times in [("alone", alone), ("of pages made anew", anew), ("beside writers", both)]:
        print(f"{words}, readers {kind}: {len(times)} pages, " + ", ".join(
            f"p{share * 100:g} {percentile(times, share):.2f} ms" for share in (.5, .9, .99)))
    last = percentile(both, .99)
    print(f"{words}: p99 beside writers {last / percentile(alone, .99):.2f} x alone, "
          f"{last / percentile(anew, .99):.2f} x of pages made anew")


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
    fresh = Server(program, path, "--page-cache", "0")
    alone, anew, both = Turns(), Turns(), Turns()
    writes, acknowledged, refused = [], {}, 0
    until = time.monotonic() + seconds * PATIENCE
    while both.seconds < seconds and time.monotonic() < until:
        alone.add(TURN, server, count)
        anew.add(TURN / 2, fresh, count)
        numbers = {writer: len(rows) for writer, rows in acknowledged.items()}
        writers = both.add(TURN, server, count, count, numbers)
        writes += writers["times"]
        refused += writers["refused"]
        for writer, rows in writers["rows"].items():
            acknowledged.setdefault(writer, []).extend(rows)
    fresh.stop()
    server.stop()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for writer, rows in acknowledged.items():
        found = connection.execute("SELECT id, number FROM line WHERE writer = ? ORDER BY id", (writer,)).fetchall()
        assert found == rows, f"writer {writer}: {len(found)} rows for {len(rows)} answers"
        assert [number for _, number in found] == list(range(len(found))), f"writer {writer}: another order"
    total = connection.execute("SELECT count(*) FROM line WHERE writer >= 0").fetchone()[0]
    assert total == len(writes)
    tell(f"{both.seconds} s of quiet turns", alone.quiet, anew.quiet, both.quiet)
    tell("all turns", alone.all, anew.all, both.all)
    print(f"{len(writes)} writes, p50 {percentile(writes, .5):.1f} ms, p99 {percentile(writes, .99):.1f} ms, {refused} refused; "
          f"all {total} there, in order")
    connection.close()
    for suffix in ["", "-wal", "-shm", "-journal"]:
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    os.rmdir(folder)


main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
