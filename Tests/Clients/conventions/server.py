"""A running program, and what it answers."""
import csv
import http.client
import io
import json
import re
import socket
import subprocess
import tempfile
import time
from urllib.parse import urlencode, urlsplit


class Answer:
    """A response: its status, its headers, its bytes."""

    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    def __getitem__(self, name):
        return self.headers.get(name)

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def rows(self):
        return self.json["rows"]

    @property
    def csv(self):
        return list(csv.reader(io.StringIO(self.text, newline="")))

    @property
    def links(self):
        """The addresses of the header `Link`, by their relation."""
        return {relation: address for address, relation in re.findall(r'<([^>]*)>; rel="?(\w+)"?', self["Link"] or "")}


class Server:
    """The program with some files, until the end of its block."""

    def __init__(self, program, *arguments):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address, self.told = f"http://127.0.0.1:{self.port}", tempfile.TemporaryFile()
        # A statement may take its time on a busy machine, but for those that try the limit.
        words = [*map(str, arguments)] + ([] if "--time-limit" in arguments else ["--time-limit", "30"])
        self.process = subprocess.Popen(
            [program, "serve", *words, "--port", str(self.port)], stdout=subprocess.DEVNULL, stderr=self.told)

    def __enter__(self):
        for _ in range(600):
            try:
                self.get("/-/health")
                return self
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        self.stop()
        raise SystemExit(f"the program doesn't start: {self.log}")

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    @property
    def log(self):
        self.told.seek(0)
        return self.told.read().decode(errors="replace")

    def send(self, method, path, body=None, **headers):
        """One request. `Content_Type=…` is the header `Content-Type`; the path may be a whole address of this server."""
        path = path.removeprefix(self.address)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            fields = {name.replace("_", "-"): value for name, value in headers.items()}
            try:
                connection.request(method, path, body, fields)
            except (BrokenPipeError, ConnectionResetError):
                pass  # A body that is too large is answered before all of it is read.
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, _arguments=(), **headers):
        """What is at a path; arguments are a dictionary or pairs."""
        if _arguments:
            path += ("&" if "?" in path else "?") + urlencode(_arguments)
        return self.send("GET", path, **headers)

    def post(self, path, body, token=None, kind="application/json", **headers):
        """A change, by the bearer of a token; a body that isn't text or bytes is sent as JSON."""
        if not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if kind:
            headers["Content_Type"] = kind
        return self.send("POST", path, body, **headers)


def argument(address, name):
    """The values of an argument of an address."""
    from urllib.parse import parse_qs
    return parse_qs(urlsplit(address).query, keep_blank_values=True).get(name, [])
