"""Numbers that were known when a page came, and that take long to be counted again once others have changed the rows."""
import sqlite3
from functools import partial

from playwright.sync_api import TimeoutError

from live import settled, watched
from screen import page
from site_under_test import Server, written_by_another

TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE tree (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE leaf (id INTEGER PRIMARY KEY, tree INTEGER REFERENCES tree(id));
CREATE INDEX leaf_tree ON leaf (tree);
INSERT INTO tree VALUES (1, 'ash');
INSERT INTO leaf WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT i, 1 FROM n;
"""
LATE = "() => !document.querySelector('main [data-late]')"
# What a reader sees of a part from now on, each text once.
SEEN = """(selector) => {
  window.seen = new Set();
  new MutationObserver(() => window.seen.add(document.querySelector(selector)?.innerText.trim()))
    .observe(document.querySelector("main"), { childList: true, characterData: true, subtree: true });
}"""


def check(report, chromium, site, folder):
    path = folder / "leaves.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(TABLES)
    database.close()
    server = Server(site.program, path)
    try:
        for title, address, part in (
            ("the rows of a table", "leaf?_size=5", ".count"), ("the rows that refer to one", "tree/1", "#referrer-1")
        ):
            with report.part(f"{title} are counted again"), page(chromium) as shown:
                recounted(report, shown, f"{server.base}/leaves/{address}", part, partial(written_by_another, path), title)
    finally:
        server.stop()


def recounted(report, shown, address, part, write, title):
    asked = watched(shown)
    late = []
    shown.on("response", lambda answer: "_count=exact" in answer.url and late.append((answer.status, answer.url)))
    number = shown.locator(part)
    shown.goto(address)
    shown.wait_for_function(LATE)
    rows = shown.locator("table.grid tbody tr")
    report.expect(f"{title}: rows are shown", rows.count() == 5, rows.count())
    shown.goto(address)
    report.expect(f"{title}: the number is known when the page comes again",
                  shown.evaluate(LATE) and "400,000" in number.inner_text(), number.inner_text())
    settled(shown, asked)
    shown.evaluate(SEEN, part)
    shown.evaluate("window.kept = true")
    before = number.inner_text().strip()
    for count, change in (("400,001", "INSERT INTO leaf VALUES (400001, 1)"), ("400,000", "DELETE FROM leaf WHERE id = 400001")):
        write(change)
        try:
            shown.locator(part, has_text=count).wait_for(timeout=45_000)
        except TimeoutError:
            raise AssertionError(f"{count} never came: {number.inner_text()!r}, {late}, {asked}") from None
    seen = shown.evaluate("[...window.seen]")
    report.expect(f"{title}: the number before stays until the new one is there",
                  set(seen) <= {before, before.replace("400,000", "400,001")}, seen)
    report.expect(f"{title}: the rows are there all the while, on the same page",
                  rows.count() == 5 and shown.evaluate("window.kept") and shown.locator("main [hidden][data-late]").count() == 0,
                  shown.locator("main").inner_html())
