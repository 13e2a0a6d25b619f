"""Starts the program on data of its own, and knows an address for every kind of page."""
import re
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parents[2]
ROWS = 20000


class Server:
    """The program, serving on a free port until it is stopped."""

    def __init__(self, program, *files):
        command = [str(program), "serve", "--port", "0", "--public", str(ROOT / "Public"), *map(str, files)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        stdin=subprocess.DEVNULL)
        self.base = self.first_address()
        # What it prints later is read, so that it never waits for the pipe.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def first_address(self):
        said = ""
        for line in self.process.stdout:
            said += line
            found = re.search(r"https?://\S+", line)
            if found:
                return found.group().rstrip("/.,")
        raise SystemExit(f"the program ended before it printed its address:\n{said}")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit("the program did not stop within ten seconds of SIGTERM")


class Site:
    """Two servers: the sample database with the examples, and a table of events (with Chinook, where it is given)."""

    def __init__(self, program, folder, chinook=None):
        self.program, self.folder, self.chinook = program, folder, chinook

    def __enter__(self):
        events = self.folder / "events.sqlite"
        subprocess.run([sys.executable, ROOT / "Tests/Benchmarks/make_events.py", events, str(ROWS)], check=True,
                       stdout=subprocess.DEVNULL)
        self.servers = [Server(self.program)]
        self.servers.append(Server(self.program, events, *([self.chinook] if self.chinook else [])))
        self.pages = self.find_pages(*(server.base for server in self.servers))
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.stop()

    def find_pages(self, sample, events):
        """An address for every kind of page. What the sample is called is read from the home page."""
        links = addresses(sample + "/")
        stations = next(link for link in links if link.endswith("/stations"))
        database = stations.rsplit("/", 1)[0]
        pages = {
            "home": sample + "/",
            "database": database,
            "table": stations,
            "references": f"{database}/visits",
            "compound key": f"{database}/readings",
            "view": f"{database}/station_summary",
            "sorted": f"{stations}?_sort=country&_sort_desc=name",
            "filtered": f"{stations}?automatic=1",
            "empty": f"{stations}?name=no+such+station",
            "row": f"{database}/observers/1",
            "not found": f"{database}/station",
            "bad request": f"{stations}?_sort=nothing",
            "wrong method": f"{sample}/-/view",
            "events": f"{events}/events/events",
        }
        for link in links:
            if "/examples/" in link:
                pages["example " + link.rsplit("/", 1)[1]] = link
        if self.chinook:
            pages["chinook"] = f"{events}/{Path(self.chinook).stem}/Track"
        return pages


def addresses(page):
    """Every link of a page, absolute."""
    text = urllib.request.urlopen(page, timeout=30).read().decode()
    return [urljoin(page, link) for link in re.findall(r'<a [^>]*href="([^"#]+)"', text)]
