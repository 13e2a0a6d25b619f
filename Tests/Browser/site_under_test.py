"""Starts the program on data of its own, and knows an address for every kind of page."""
import re
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urlencode, urljoin

ROOT = Path(__file__).resolve().parents[2]
ROWS = 20000
# A view that is never counted to its end, another that can't be read, and names and texts without a place to break.
LONG_NAME = "a_table_whose_name_goes_on_and_on_since_a_tool_made_it_from_the_path_of_a_file"
AWKWARD = f"""
CREATE TABLE {LONG_NAME} (id INTEGER PRIMARY KEY, name TEXT, a_column_whose_name_says_everything_there_is_to_say TEXT);
INSERT INTO {LONG_NAME} VALUES (1, '{"supercalifragilistic" * 6}', '{"x" * 500}');
CREATE TABLE numbers (number INTEGER PRIMARY KEY);
INSERT INTO numbers WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 20000) SELECT n FROM up;
CREATE VIEW pairs AS SELECT one.number AS first, other.number AS second FROM numbers AS one, numbers AS other, numbers AS third;
CREATE TABLE passing (id INTEGER PRIMARY KEY);
CREATE VIEW broken AS SELECT id FROM passing;
PRAGMA writable_schema = ON;
DELETE FROM sqlite_schema WHERE name = 'passing';
"""

# A chat, and what an owner says of it: cells, sections and fields of the owner's own.
CHAT = """
CREATE TABLE messages (id INTEGER PRIMARY KEY, kind TEXT, author TEXT, sent TEXT, text TEXT, picture BLOB);
INSERT INTO messages WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 90)
  SELECT n, CASE n % 5 WHEN 0 THEN 'image' WHEN 3 THEN 'poll' ELSE 'text' END, CASE n % 3 WHEN 0 THEN 'Mara Lindqvist' ELSE 'Tom Okafor' END,
  strftime('%Y-%m-%dT%H:%M:%SZ', 1760300000 + n * 9000, 'unixepoch'), 'Message ' || n || ' <b>&</b> more', NULL FROM up;
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, city TEXT, height_cm INTEGER, score REAL);
INSERT INTO people WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 120)
  SELECT n, char(65 + n % 26) || 'da ' || n, CASE n % 4 WHEN 0 THEN 'Oslo' ELSE 'Lagos' END, 150 + n % 50, n / 7.0 FROM up;
CREATE TABLE ideas (id INTEGER PRIMARY KEY, text TEXT);
"""
NIBS = {
    "text": '<span class="avatar" aria-hidden="true">{{author.initials}}</span>\n<span class="cell-text"><b>{{author}}</b> '
            '<time class="muted">{{sent.time}}</time><span class="subtitle">{{text}}</span></span>',
    "image": '<span class="cell-text"><b>{{author}}</b> {{{text}}}</span>',
    "score": '<b>{{value}}</b>{{#city}} in {{city}}{{/city}}',
    "none": '<h2>No ideas yet</h2><p>{{title}} come in the shower.</p>',
}

# What an owner writes about the events and the chat.
SITE = """
title: Events of a shop
description: "All that **happened**, and what was said about it."
nibs: nibs/
databases:
  chat:
    tables:
      messages:
        title: Messages
        description: |
          What the *team* has to say, in the order in which it was said.

          - `text` and `image` have cells of their own
          - everything else has [the usual one](/chat)
          - [x] pictures have <b>words</b>
          - [ ] ~~polls are counted~~

          | kind | *cell* | height |
          | ---- | :----: | -----: |
          | text | `text` | 3 |
          | poll |

          > ### Said since
          >
          > 2. www.example.org
          > 3. ![a picture](/-/static/favicon.svg)
        sections: {by: sent, as: day, footer: {count: true}}
        cells:
        - {when: {kind: text}, nib: text, accessory: disclosureIndicator}
        - {when: {kind: image}, nib: image, height: 60, link: none}
      people:
        title: People
        description: Who is who.
        facets: [city]
        sections: {by: name, as: letter, footer: {count: true, average: [height_cm]}}
        columns:
          height_cm: {title: Height, unit: cm, description: From the *floor* up.}
          score: {nib: score, description: How well they did.}
      ideas: {title: Ideas, empty: none}
  events:
    description: What people did, when.
    queries:
      spent:
        title: What people spent
        description: The sum of each kind of event, from an amount on.
        params: [least]
        sql: select kind, count(*) as events, round(sum(amount), 2) as total from events where amount >= :least group by kind
"""


def written_by_another(path, *statements):
    """What another program writes into a database that is served."""
    with sqlite3.connect(path) as database:
        for statement in statements:
            database.execute(statement)
    database.close()


class Server:
    """The program, serving on a free port until it is stopped."""

    def __init__(self, program, *arguments):
        command = [str(program), "serve", "--port", "0", "--public", str(ROOT / "Public"), *map(str, arguments)]
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
    """The sample database with the examples, the same from right to left, and files of our own (with Chinook, where it
    is given): a table of events, and what is slow or broken."""

    def __init__(self, program, folder, chinook=None):
        self.program, self.folder, self.chinook = program, folder, chinook

    def __enter__(self):
        events, awkward = self.folder / "events.sqlite", self.folder / "awkward.sqlite"
        subprocess.run([sys.executable, ROOT / "Tests/Benchmarks/make_events.py", events, str(ROWS)], check=True,
                       stdout=subprocess.DEVNULL)
        site = self.folder / "site.yaml"
        site.write_text(SITE)
        (self.folder / "nibs").mkdir()
        for name, nib in NIBS.items():
            (self.folder / "nibs" / f"{name}.html").write_text(nib)
        chat = self.folder / "chat.sqlite"
        with sqlite3.connect(chat) as database:
            database.executescript(CHAT)
        database.close()
        with sqlite3.connect(awkward) as database:
            database.executescript(AWKWARD)
        database.close()
        self.servers = []
        try:
            self.servers.append(Server(self.program))
            self.servers.append(Server(self.program, "--language", "ar"))
            self.servers.append(Server(self.program, "--time-limit", "600", "--site", site, events, awkward, chat,
                                       *([self.chinook] if self.chinook else [])))
            self.pages = self.find_pages(*(server.base for server in self.servers))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.stop()

    def find_pages(self, sample, arabic, files):
        """An address for every kind of page."""
        database = f"{sample}/stations"
        stations = f"{database}/stations"
        pages = {
            "home": f"{sample}/",
            "folder": f"{sample}/examples",
            "database": database,
            "table": stations,
            "references": f"{database}/visits",
            "compound key": f"{database}/readings",
            "view": f"{database}/station_summary",
            "sorted": f"{stations}?_sort=country&_sort_desc=name",
            "filtered": f"{stations}?automatic=1",
            "searched": f"{stations}?_search=a",
            "search of all": f"{sample}/-/search?q=garden",
            "search of nothing": f"{database}/-/search",
            "late search": f"{files}/-/search?q=e",
            "rows counted": f"{stations}/-/count",
            "empty": f"{stations}?name=no+such+station",
            "facets": f"{database}/visits?_facet=observer_id&_facet_date=started_at&_facet=approved",
            "facets alone": f"{database}/visits/-/facets?_facet=observer_id",
            "late facets": f"{files}/events/events?_facet=kind&_facet=user&_nocount=1",
            "row": f"{database}/observers/1",
            "long row": f"{stations}/{first_key(stations)}",
            "not found": f"{database}/station",
            "row not found": f"{database}/observers/none",
            "bad request": f"{stations}?_sort=nothing",
            "wrong method": f"{sample}/-/view",
            "long names": f"{files}/awkward/{LONG_NAME}",
            "long names in a row": f"{files}/awkward/{LONG_NAME}/1",
            "long filter": f"{files}/awkward/{LONG_NAME}?name=nobody+has+this+name,+which+is+longer+than+a+phone+is+wide",
            "unavailable": f"{files}/awkward/broken",
            "counting": f"{files}/awkward/pairs?_count=exact",
            "events": f"{files}/events/events",
            "filters": f"{database}/visits/-/filters?minutes__gt=30&observer_id=1",
            "group form": f"{database}/visits/-/groups",
            "groups": f"{database}/visits/-/groups?_group=observer_id&_sum=cost&_avg=minutes",
            "bars": f"{database}/visits/-/groups?_group=observer_id&_sum=cost&_chart=bars",
            "line": f"{database}/visits/-/groups?_group=started_at&_by=month&_sum=minutes&_chart=line",
            "histogram": f"{database}/visits/-/groups?_group=minutes&_by=range&_chart=histogram",
            "changes": f"{sample}/-/changes",
            "query form": f"{database}/-/query",
            "query chart": f"{database}/-/query?{query('select country, count(*) as n from stations group by 1', _chart='bars')}",
            "jump": f"{sample}/-/jump?q=a",
            "keys": f"{sample}/-/keys",
            "columns": f"{stations}/-/columns",
            "column menu": f"{stations}/-/column?_at=1&_wait=1",
            "cell menu": f"{stations}/-/cell?_at=1&_row={first_key(stations)}",
            "query": f"{database}/-/query?{query('select name, country, elevation_m from stations where country = :c', c='Iceland')}",
            "query error": f"{database}/-/query?{query('select name,' + chr(10) + '  contry from stations')}",
            "described database": f"{files}/events",
            "own cells": f"{files}/chat/messages",
            "sections": f"{files}/chat/people",
            "own field": f"{files}/chat/people/7",
            "own empty state": f"{files}/chat/ideas",
            "stored query": f"{files}/events/spent?least=50",
            "rtl query": f"{arabic}/stations/-/query?{query('select * from observers')}",
            "rtl home": f"{arabic}/",
            "rtl table": f"{arabic}/stations/visits",
            "rtl facets": f"{arabic}/stations/stations?_facet=country",
            "rtl row": f"{arabic}/stations/observers/1",
            "rtl chart": f"{arabic}/stations/visits/-/groups?_group=observer_id&_sum=cost&_chart=bars",
            "rtl list": f"{arabic}/examples/contacts",
        }
        for link in addresses(pages["folder"]):
            if "/examples/" in link:
                pages["example " + link.rsplit("/", 1)[1]] = link
        tasks = f"{sample}/examples/tasks"
        pages |= {
            "rows chosen": f"{tasks}?_selected=2&_selected=3",
            "rows edited": f"{tasks}?_edit=on&_editing=3",
            "row about to go": f"{tasks}?_edit=on&_delete=2",
            "rows to copy": f"{tasks}/-/copy?_selected=2&_selected=3",
            "rows of a grid": f"{sample}/examples/stock?_selected=2&_selected=4",
            "rows of a grid edited": f"{sample}/examples/stock?_edit=on&_editing=3",
            "rows to be changed": f"{sample}/examples/tasks/-/chosen?_selected=1&_selected=2",
            "rtl grid": f"{arabic}/examples/stock?_edit=on",
            "rtl rows": f"{arabic}/examples/tasks?_edit=on",
        }
        if self.chinook:
            pages["chinook"] = f"{files}/{Path(self.chinook).stem}/Track"
            pages["chinook row"] = f"{files}/{Path(self.chinook).stem}/Track/20"
        return pages


def query(sql, **values):
    """The arguments of a statement."""
    return urlencode({"sql": sql, **values})


def addresses(page):
    """Every link of a page, absolute."""
    text = urllib.request.urlopen(page, timeout=30).read().decode()
    return [urljoin(page, link) for link in re.findall(r'<a [^>]*href="([^"#]+)"', text)]


def first_key(table):
    """The key of a table's first row, as it stands in addresses."""
    return next(link for link in addresses(table)
                if link.startswith(table + "/") and not link.startswith(table + "/-/")).rsplit("/", 1)[1]
