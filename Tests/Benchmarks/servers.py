"""Starts the servers that are compared, and reads what they cost from /proc."""
import atexit
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(url, headers=()):
    request = urllib.request.Request(url, headers=dict(header.split(": ", 1) for header in headers))
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


class Server:
    """A running server, with all of its processes."""

    def __init__(self, name, command, port, environment=None):
        self.name, self.port, self.base = name, port, f"http://127.0.0.1:{port}"
        self.log = open(os.devnull, "w")
        self.started = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL,
                                        env={**os.environ, **(environment or {})})
        atexit.register(self.process.kill)

    def wait(self, path, seconds=30):
        """Waits for the first answer to a path; the seconds since the start."""
        while time.perf_counter() - self.started < seconds:
            if self.process.poll() is not None:
                raise SystemExit(f"{self.name} ended with exit code {self.process.returncode}")
            try:
                get(self.base + path)
                return time.perf_counter() - self.started
            except (ConnectionError, urllib.error.URLError) as error:
                if isinstance(error, urllib.error.HTTPError):
                    raise SystemExit(f"{self.name}: {self.base + path}: {error}")
                time.sleep(0.001)
        raise SystemExit(f"{self.name} does not answer")

    def processes(self):
        main = self.process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        return [main] + [int(child) for child in children]

    def processor_seconds(self):
        total = 0
        for process in self.processes():
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def rest(self):
        """Waits until it does nothing by itself any more, such as counting rows."""
        before = None
        while before is None or self.processor_seconds() - before > 0.02:
            before = self.processor_seconds()
            time.sleep(0.3)

    def memory(self, kind="VmRSS"):
        """Resident megabytes; kind RssAnon leaves out what is mapped from files."""
        total = 0
        for process in self.processes():
            for line in Path(f"/proc/{process}/status").read_text().splitlines():
                if line.startswith(kind + ":"):
                    total += int(line.split()[1])
        return total / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()


def tablepages(program, database, *options, name="tablepages"):
    port = free_port()
    return Server(name, [program, "serve", database, "--port", str(port), *options], port)


def datasette(program, *databases):
    port = free_port()
    tuning = ["suggest_facets", "off", "default_page_size", "50"]
    settings = [word for pair in zip(tuning[::2], tuning[1::2]) for word in ("--setting", *pair)]
    return Server("Datasette", [program, "serve", *databases, "--port", str(port), *settings], port)


def floor(folder, page, *database):
    """libmicrohttpd by itself, or with a database reading a page's rows, which answers with a file's bytes."""
    port = free_port()
    return Server("floor", [str(folder / "floor"), str(port), str(page), *map(str, database)], port)


def nginx(folder):
    """One worker over a folder of files, set up as well as it can be for that."""
    port = free_port()
    configuration = folder / "nginx.conf"
    configuration.write_text(f"""
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log /dev/null;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; default_type text/html;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  open_file_cache max=4096 inactive=1h; open_file_cache_valid 1h;
  server {{ listen 127.0.0.1:{port}; root {folder}/files; }}
}}""")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    return Server("nginx", [program, "-e", "/dev/null", "-c", str(configuration)], port)
