"""A PostgreSQL server of the benchmarks' own, which only this machine reaches, with the events of a SQLite file."""
import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import servers

EVENTS = """
CREATE TABLE events (
  id bigint PRIMARY KEY, ts timestamptz NOT NULL, kind text NOT NULL, "user" text NOT NULL, amount double precision NOT NULL,
  note text, url text NOT NULL, parent_id bigint)
"""
INDEXES = """
ALTER TABLE events ADD FOREIGN KEY (parent_id) REFERENCES events(id);
CREATE INDEX events_kind ON events(kind);
CREATE INDEX events_ts ON events(ts);
"""


class PostgreSQL(servers.Server):
    """It refuses to be run by root."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        nobody = []
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody")
            nobody = ["setpriv", "--reuid=nobody", "--clear-groups", "--"]
        data = self.folder / "data"
        subprocess.run([*nobody, program("initdb"), "--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8",
                        "--locale", "C.UTF-8", "--no-sync", "--no-instructions"], check=True, stdout=subprocess.DEVNULL)
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "fsync=off", "shared_buffers=512MB"]
        super().__init__("PostgreSQL", [*nobody, program("postgres"), "-D", data, *(word for line in settings for word in ("-c", line))], 0)
        for _ in range(300):
            if subprocess.run([*self.shell("postgres"), "-c", ""], capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit("PostgreSQL doesn't start")

    def address(self, database):
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def shell(self, database):
        return [program("psql"), "-qX", "-v", "ON_ERROR_STOP=1", self.address(database)]

    def load(self, events):
        """A database of the events of a SQLite file; its address."""
        subprocess.run([*self.shell("postgres"), "-c", "CREATE DATABASE events"], check=True)
        subprocess.run([*self.shell("events"), "-c", EVENTS], check=True)
        rows = subprocess.Popen(["sqlite3", "-csv", events, "SELECT * FROM events"], stdout=subprocess.PIPE)
        subprocess.run([*self.shell("events"), "-c", "COPY events FROM STDIN CSV"], stdin=rows.stdout, check=True)
        assert rows.wait() == 0, events
        subprocess.run([*self.shell("events"), "-c", INDEXES], check=True)
        subprocess.run([*self.shell("events"), "-c", "VACUUM ANALYZE"], check=True)
        return self.address("events")

    def stop(self):
        # Without waiting for those who are connected.
        self.process.send_signal(signal.SIGINT)
        super().stop()


def program(name):
    """A program of the newest version, which Debian keeps out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    return str(found[-1]) if found else name
