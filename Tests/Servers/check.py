#!/usr/bin/env python3
"""Three servers of one site behind haproxy: whoever answers, sessions, messages, page links and undo work; one is killed meanwhile, and only what it
had in hand may fail.

usage: Tests/Servers/check.py PROGRAM ADDRESS DATABASE      a PostgreSQL database with a table things (id integer key, name text) of 500 rows or more
                                                            exit code 1 where anything is wrong
"""
import http.client
import html
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

PROGRAM, ADDRESS, DATABASE = sys.argv[1:4]
PASSWORD = "correct horse battery"
# What each client rests between two requests, where other tests need the processors too.
PAUSE = 0 if os.environ.get("TEST_ROUNDS") == "all" else 0.03


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Failed(Exception):
    pass


def expect(condition, words):
    if not condition:
        raise Failed(words)


class Client:
    """A browser as far as cookies, origins and redirects go, with a new connection for each request."""

    def __init__(self, port, cookies=None):
        self.port, self.cookies = port, dict(cookies or {})

    def ask(self, method, path, body=None, form=None, accept="text/html"):
        headers = {"Host": f"127.0.0.1:{BALANCER}", "Accept": accept, "Connection": "close"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            headers["Origin"] = f"http://127.0.0.1:{BALANCER}"
            headers["Sec-Fetch-Site"] = "same-origin"
        if form is not None:
            body, headers["Content-Type"] = urllib.parse.urlencode(form), "application/x-www-form-urlencoded"
        elif body is not None:
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode(errors="replace")
        finally:
            connection.close()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, attributes = value.partition(";")
                key, _, content = cookie.partition("=")
                if content and "Max-Age=0" not in attributes:
                    self.cookies[key] = content
                else:
                    self.cookies.pop(key, None)
        return response.status, text, response.getheader("Location"), response.getheader("X-Server")

    def follow(self, location):
        return self.ask("GET", re.sub(r"^https?://[^/]+", "", location).split("#")[0])


def fields(page, action):
    """The fields of the form that is sent to an address."""
    for form in re.findall(r"<form\b.*?</form>", page, re.S):
        target = re.search(r'action="([^"]*)"', form)
        if not target or not html.unescape(target.group(1)).endswith(action):
            continue
        found = {}
        for tag in re.findall(r"<input\b[^>]*>|<button\b[^>]*>", form):
            name, value = re.search(r'name="?([^"\s>]*)', tag), re.search(r'value=("([^"]*)"|[^"\s>]+)', tag)
            if name:
                found[html.unescape(name.group(1))] = html.unescape(value.group(1).strip('"')) if value else ""
        return html.unescape(target.group(1)), found
    raise Failed(f"the page has no form for {action}")


def start(folder, number, port):
    log = open(folder / f"server{number}.log", "a")
    process = subprocess.Popen(
        [PROGRAM, "serve", "--port", str(port), "--writable", "--access", str(folder / "people.yaml"), "--secret-file", str(folder / "secret"), "--shared-state",
         "--time-limit", "60", ADDRESS], stdout=log, stderr=log)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if Client(port).ask("GET", "/-/health/ready")[0] == 200:
                return process
        except OSError:
            pass
        expect(process.poll() is None, (folder / f"server{number}.log").read_text())
        time.sleep(0.05)
    raise Failed("a server doesn't start")


def check(folder, processes, ports):
    hashed = subprocess.run([PROGRAM, "password"], input=PASSWORD + "\n", capture_output=True, text=True, check=True).stdout.split()[-1]
    (folder / "people.yaml").write_text(f"everyone: none\nusers:\n  ada:\n    password: {hashed}\n    roles: [editor]\nroles:\n  editor: write\n")
    for number, port in enumerate(ports):
        processes.append(start(folder, number, port))
    servers = "\n".join(f"  server s{number} 127.0.0.1:{port} check inter 100ms fall 1 rise 1" for number, port in enumerate(ports))
    (folder / "haproxy.cfg").write_text(f"""
defaults
  mode http
  timeout connect 2s
  timeout check 30s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
frontend site
  bind 127.0.0.1:{BALANCER}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /-/health/ready
  http-response set-header X-Server %s
{servers}
""")
    processes.append(subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", str(folder / "haproxy.cfg")], stderr=subprocess.DEVNULL))
    deadline = time.monotonic() + 20
    while True:
        try:
            if Client(BALANCER).ask("GET", "/-/health/ready")[0] == 200:
                break
        except OSError:
            pass
        expect(time.monotonic() < deadline, "haproxy doesn't start")
        time.sleep(0.05)

    table = f"/{DATABASE}/things"
    ada = Client(BALANCER)
    expect(ada.ask("GET", table + ".json")[0] == 401, "the site is open")
    status, _, location, first = ada.ask("POST", "/-/sign-in", form={"name": "ada", "password": PASSWORD})
    expect(status == 303, f"signing in: {status}")
    status, page, _, second = ada.follow(location)
    expect(status == 200 and "Signed in as ada" in page, "the message of signing in isn't on another server's page")
    expect(first != second, "one server answered both")

    # Page links that one server made lead on at the others.
    seen, link, answered = set(), table + ".json?_size=37", set()
    while link:
        status, text, _, server = ada.ask("GET", link, accept="application/json")
        expect(status == 200, f"{link}: {status} {text[:200]}")
        data = json.loads(text)
        ids = [row["id"] if isinstance(row, dict) else row[0] for row in data["rows"]]
        expect(not seen & set(ids), "a row stands on two pages")
        seen |= set(ids)
        answered.add(server)
        link = re.sub(r"^https?://[^/]+", "", data["next_url"]) if data.get("next_url") else None
    expect(len(seen) >= 500 and len(answered) == 3, f"{len(seen)} rows from {answered}")

    # A form of one server, taken by the next, its message and its undo by others.
    status, page, _, _ = ada.ask("GET", f"{table}/7/-/remove")
    expect(status == 200, f"the question before deleting: {status}")
    action, form = fields(page, "/-/delete")
    status, text, location, _ = ada.ask("POST", action, form=form)
    expect(status == 303, f"deleting: {status} {text[:300]}")
    status, page, _, _ = ada.follow(location)
    expect("Deleted" in page, "no message after deleting")
    expect(ada.ask("GET", f"{table}/7.json")[0] == 404, "the row is still there")
    action, form = fields(page, "/-/undo")
    status, _, location, _ = ada.ask("POST", action, form=form)
    status, page, _, _ = ada.follow(location)
    expect("Undone" in page, "undo on another server doesn't work")
    expect(ada.ask("GET", f"{table}/7.json")[0] == 200, "the row isn't back")
    forged = dict(ada.cookies)
    for name in list(forged):
        if "flash" in name or "session" in name:
            forged[name] = forged[name][:-1] + ("0" if forged[name][-1] != "0" else "1")
    expect(Client(BALANCER, forged).ask("GET", table + ".json")[0] == 401, "a forged session is taken")

    # Edits and reads by several at once, while one server is killed.
    failures, count, lock, stop = [], [0], threading.Lock(), threading.Event()

    def work(number):
        client = Client(BALANCER, ada.cookies)
        turn = 0
        while not stop.is_set():
            turn += 1
            time.sleep(PAUSE)
            key = 100 + number * 20 + turn % 20
            for what, call in [
                ("page", lambda: client.ask("GET", f"{table}?_size=5")),
                ("edit", lambda: client.ask("POST", f"{table}/{key}/-/update", {"update": {"name": f"{number} {turn}"}, "undo": True}, accept="application/json")),
            ]:
                try:
                    status, text, _, server = call()
                except OSError as error:
                    status, text, server = 0, str(error), None
                with lock:
                    count[0] += 1
                    if status != 200 or what == "page" and "ada" not in text:
                        failures.append((time.monotonic(), what, status, text[:150], server))
                if what == "edit" and status == 200 and turn % 3 == 0:
                    undo = json.loads(text)["undo"]
                    try:
                        status, text, _, server = client.ask("POST", f"{table}/-/undo", {"undo": undo}, accept="application/json")
                    except OSError as error:
                        status, text = 0, str(error)
                    with lock:
                        count[0] += 1
                        if status != 200:
                            failures.append((time.monotonic(), "undo", status, text[:150], server))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    time.sleep(2)
    killed = time.monotonic()
    processes[1].send_signal(signal.SIGKILL)
    processes[1].wait()
    time.sleep(3)
    stop.set()
    for thread in threads:
        thread.join()
    # What the killed server had in hand failed as it died, and nothing else: each of the six had one request at most under way.
    others = [failure for failure in failures if not killed - 0.2 < failure[0] < killed + 1.5 or failure[2] not in (0, 502, 503)]
    expect(not others, f"{len(others)} of {count[0]} requests failed: {others[:3]}")
    expect(len(failures) <= len(threads), f"{len(failures)} requests failed when one server was killed: {failures[:8]}")

    # The session lives on, at a server that comes back too; signing out ends it everywhere, also in a copy of its cookie.
    processes[1] = start(folder, 1, ports[1])
    copy = Client(BALANCER, ada.cookies)
    for port in ports:
        expect(Client(port, copy.cookies).ask("GET", table + ".json")[0] == 200, "a session is lost")
    expect(ada.ask("POST", "/-/sign-out", form={})[0] == 303, "signing out")
    time.sleep(2.5)
    for port in ports:
        expect(Client(port, copy.cookies).ask("GET", table + ".json")[0] == 401, "a session that has ended goes on")
    processes[0].send_signal(signal.SIGTERM)
    processes[0].wait()
    processes[0] = start(folder, 0, ports[0])
    expect(Client(ports[0], copy.cookies).ask("GET", table + ".json")[0] == 401, "a session that has ended is back after a restart")
    print(f"{count[0]} requests through three servers, one killed: {len(failures)} failed with it, no session lost")


BALANCER = free_port()
with tempfile.TemporaryDirectory() as place:
    running = []
    try:
        check(Path(place), running, [free_port() for _ in range(3)])
    except Failed as failure:
        print(failure)
        sys.exit(1)
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                process.wait()
