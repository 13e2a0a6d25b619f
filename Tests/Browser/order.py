"""Rows of a database that make a tree, that are moved, and that have actions, as the site file says."""
import sqlite3

from access import axe, targets
from forms import OwnedServer
from screen import LAPTOP, PHONE, page

TABLES = """
CREATE TABLE place (id INTEGER PRIMARY KEY, inside INTEGER REFERENCES place(id), name TEXT);
INSERT INTO place VALUES (1, NULL, 'Europe'), (2, 1, 'Norway'), (3, 2, 'Bergen'), (4, NULL, 'Asia');
CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL, state TEXT DEFAULT 'open', place INTEGER);
INSERT INTO task (title, place) VALUES ('Buy', 1), ('Clear', 2), ('Paint', 3), ('Invite', 4);
"""
SITE = """
databases:
  NAME:
    tables:
      place: {tree: inside, sort: name}
      task:
        move: place
        actions:
          close: {title: Close, when: {state: open}, set: {state: closed}}
          drop: {title: Drop, confirm: Really drop it?, set: {state: dropped}}
"""


def check(report, chromium, site, folder):
    for scripts in (True, False):
        path = folder / f"order{'' if scripts else '-plain'}.sqlite"
        with sqlite3.connect(path) as database:
            database.executescript(TABLES)
        database.close()
        file = folder / f"{path.stem}.yaml"
        file.write_text(SITE.replace("NAME", path.stem))
        server = OwnedServer(site.program, "--writable", "--site", file, path)
        try:
            works(report, chromium, f"{server.base}/{path.stem}", server.link, scripts)
        finally:
            server.stop()


def names(shown):
    return [each.inner_text() for each in shown.locator("tbody th > a").all()]


def works(report, chromium, base, link, scripts):
    way = "with scripts" if scripts else "without scripts"
    with report.part(f"trees, order and actions {way}"), page(chromium, LAPTOP, java_script_enabled=scripts) as shown:
        shown.goto(link)
        tree(report, shown, base, way)
        buttons(report, shown, base, way)
        actions(report, shown, base, way)
        if not scripts:
            return
        keys_and_dragging(report, shown, base)
        for viewport in (LAPTOP, PHONE):
            shown.set_viewport_size(viewport)
            for address in ("place", "task", "task/1"):
                what = f"{address}, {viewport['width']}"
                shown.goto(f"{base}/{address}")
                axe(report, shown, what)
                targets(report, shown, what, viewport)
                wide = shown.evaluate("document.documentElement.scrollWidth - innerWidth")
                report.expect(f"{what}: nothing sticks out", wide <= 0, wide)


def tree(report, shown, base, way):
    shown.goto(f"{base}/place")
    left = [round(each.bounding_box()["x"]) for each in shown.locator("tbody th > a").all()]
    report.expect(f"{way}: rows stand below their parents", names(shown) == ["Asia", "Europe", "Norway", "Bergen"], names(shown))
    report.expect(f"{way}: the deeper the further in", left[0] == left[1] < left[2] < left[3], left)
    report.expect(f"{way}: levels are told", "Level 3" in shown.locator("tbody tr").nth(3).text_content())


def buttons(report, shown, base, way):
    shown.goto(f"{base}/task")
    shown.get_by_role("button", name="Move up: Paint").click()
    report.expect(f"{way}: a button moves a row", names(shown) == ["Buy", "Paint", "Clear", "Invite"], names(shown))
    report.expect(f"{way}: which is said", "Moved “Paint”." in shown.inner_text(".flash"))
    shown.get_by_role("button", name="Undo").click()
    shown.goto(f"{base}/task")
    report.expect(f"{way}: and taken back", names(shown) == ["Buy", "Clear", "Paint", "Invite"], names(shown))


def actions(report, shown, base, way):
    shown.goto(f"{base}/task/4")
    shown.get_by_role("button", name="Close").click()
    report.expect(f"{way}: an action is done", "Close: “Invite”." in shown.inner_text(".flash"))
    report.expect(f"{way}: and not offered again", shown.locator("main").get_by_role("button", name="Close").count() == 0)
    shown.get_by_role("button", name="Drop").click()
    report.expect(f"{way}: another asks first", "Really drop it?" in shown.inner_text("h1"))
    shown.get_by_role("button", name="Drop").click()
    report.expect(f"{way}: and is done then", "dropped" in shown.inner_text("dl.fields"))
    shown.goto(f"{base}/task/-/selection?_selected=1&_selected=2")
    shown.get_by_role("button", name="Close").click()
    report.expect(f"{way}: several rows at once", "Close: 2 rows." in shown.inner_text(".flash"))
    shown.get_by_role("button", name="Undo").click()


def keys_and_dragging(report, shown, base):
    shown.goto(f"{base}/task")
    shown.locator("tr.row").nth(1).focus()
    with shown.expect_navigation():
        shown.keyboard.press("Alt+ArrowUp")
    report.expect("Alt and an arrow move a row", names(shown)[0] == "Clear", names(shown))
    focused = shown.evaluate("document.activeElement.querySelector('th > a')?.innerText")
    report.expect("which keeps the focus", focused == "Clear", focused)
    with shown.expect_navigation():
        shown.locator("tr.row").nth(3).drag_to(shown.locator("tr.row").nth(0), target_position={"x": 200, "y": 4})
    report.expect("a row is dropped before another", names(shown)[0] == "Invite", names(shown))
