"""Rows changed by forms, as the owner of a server does it: signed in by the link of the start, with scripts and without."""
import re
import sqlite3

from access import axe, targets
from screen import LAPTOP, PHONE, page
from site_under_test import Server

TABLES = """
CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bob & Sons <b>');
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL CHECK (price >= 0), maker INTEGER REFERENCES maker,
  made DATE, sold DATETIME, good BOOLEAN, note TEXT, data JSON);
INSERT INTO item VALUES (1, 'Lamp', 19.5, 1, '2024-02-29', '2024-05-06 07:08:09', 1, NULL, '{"a": 1}'),
  (2, '<img src=x onerror=alert(1)>', 2, 2, NULL, NULL, 0, 'two' || char(10) || 'lines', NULL);
CREATE TABLE colour (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO colour VALUES (1, 'Red'), (2, 'Green');
CREATE TABLE item_colour (item INTEGER REFERENCES item ON DELETE CASCADE, colour INTEGER REFERENCES colour, PRIMARY KEY (item, colour)) WITHOUT ROWID;
"""


class OwnedServer(Server):
    """A server that can be written to, and the link by which its owner signs in."""

    def first_address(self):
        base = super().first_address()
        self.link = re.search(r"http\S+", self.process.stdout.readline()).group()
        return base


def check(report, chromium, site, folder):
    for scripts in (True, False):
        path = folder / f"shop{'' if scripts else '-plain'}.sqlite"
        with sqlite3.connect(path) as database:
            database.executescript(TABLES)
        database.close()
        server = OwnedServer(site.program, "--writable", path)
        try:
            works(report, chromium, f"{server.base}/{path.stem}/item", server.link, scripts)
        finally:
            server.stop()


def works(report, chromium, table, link, scripts):
    way = "with scripts" if scripts else "without scripts"
    with report.part(f"forms {way}"), page(chromium, LAPTOP, java_script_enabled=scripts) as shown:
        shown.goto(link)
        shown.goto(f"{table}/1")
        shown.click("text=Edit")
        shown.fill('[name="value.name"]', "Bright lamp")
        shown.fill('[name="value.price"]', "-1")
        shown.click("button:has-text('Save')")
        report.expect(f"{way}: what is wrong stands beside its field", shown.is_visible("#field-2-error"))
        report.expect(f"{way}: what was typed is still there", shown.input_value('[name="value.name"]') == "Bright lamp")
        shown.fill('[name="value.price"]', "21")
        shown.click("button:has-text('Save')")
        report.expect(f"{way}: it is saved and said", "Saved “Bright lamp”" in shown.inner_text(".flash"))
        shown.click("button:has-text('Undo')")
        report.expect(f"{way}: it is taken back", shown.inner_text("h1") == "Lamp")
        shown.get_by_label("to add to item_colour").select_option(label="Red")
        shown.click("button[aria-label='Add to item_colour']")
        report.expect(f"{way}: a colour is added where it is to be", shown.inner_text("h1") == "Lamp" and "Red" in shown.inner_text("section.in-place table"))
        shown.goto(f"{table}/-/new?_from=1")
        shown.click("button:has-text('Insert') >> nth=0")
        report.expect(f"{way}: a copy is inserted", "Inserted" in shown.inner_text(".flash"))
        shown.click("text=Delete")
        shown.click("button:has-text('Delete')")
        report.expect(f"{way}: and deleted again", "Deleted" in shown.inner_text(".flash"))
        shown.goto(f"{table}?_edit=on")
        shown.check('[name="_selected"] >> nth=0')
        shown.check('[name="_selected"] >> nth=1')
        shown.click("button:has-text('Change')")
        report.expect(f"{way}: several rows are shown together", "Change 2 rows" in shown.inner_text("h1"))
        if not scripts:
            return
        for viewport in (LAPTOP, PHONE):
            shown.set_viewport_size(viewport)
            for address in ("1", "1/-/edit", "2/-/edit", "-/new", "1/-/remove", "-/selection?_selected=1&_selected=2"):
                what = f"{address}, {viewport['width']}"
                shown.goto(f"{table}/{address}")
                axe(report, shown, what)
                targets(report, shown, what, viewport)
                width = shown.evaluate("document.documentElement.scrollWidth")
                report.expect(f"{what}: nothing sticks out", width <= viewport["width"], width)
