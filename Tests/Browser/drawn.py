"""What rows of a database offer in edit mode: in a grid, and in a list that cells of the owner's draw. With scripts and without."""
import sqlite3

from access import axe, targets
from forms import OwnedServer
from screen import LAPTOP, PHONE, page

TABLES = """
CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL, state TEXT DEFAULT 'open', place INTEGER, note TEXT);
WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 40)
  INSERT INTO task (title, place) SELECT char(64 + (n + 25) / 26, 65 + (n - 1) % 26), n FROM up;
CREATE TABLE card AS SELECT * FROM task;
"""
SITE = """
nibs: drawn-nibs/
databases:
  NAME:
    tables:
      task:
        move: place
        actions: {close: {title: Close, when: {state: open}, set: {state: closed}}}
      card:
        move: place
        actions: {close: {title: Close, when: {state: open}, set: {state: closed}}}
        cells: [{nib: card, accessory: disclosureIndicator}]
"""
NIB = '<span class="cell-text"><b>{{title}}</b><span class="subtitle">{{state}}</span></span>'


def check(report, chromium, site, folder):
    (folder / "drawn-nibs").mkdir()
    (folder / "drawn-nibs" / "card.html").write_text(NIB)
    path = folder / "drawn.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(TABLES)
    database.close()
    file = folder / "drawn.yaml"
    file.write_text(SITE.replace("NAME", path.stem))
    server = OwnedServer(site.program, "--writable", "--site", file, path)
    try:
        with page(chromium) as shown:
            shown.goto(server.link)
            owner = shown.context.storage_state()
        for table in ("task", "card"):
            address = f"{server.base}/drawn/{table}"
            for way, step, scripts in (("without scripts", plainly, False), ("with scripts", scripted, True)):
                with report.part(f"{table} {way}"), page(
                        chromium, java_script_enabled=scripts, storage_state=owner) as shown:
                    step(report, shown, address, f"{table} {way}")
            for viewport in (LAPTOP, PHONE):
                with report.part(f"{table} on every screen"), page(chromium, viewport, storage_state=owner) as shown:
                    screens(report, shown, address, f"{table}, {viewport['width']}", viewport)
    finally:
        server.stop()


def names(shown):
    return shown.locator(":is(tbody th, .cells b)").all_inner_texts()[:4]


def rows(shown):
    return shown.locator(".row")


def undo(shown):
    shown.locator(".flash").get_by_role("button", name="Undo").click()


def menu(shown, name):
    shown.locator("summary", has_text=f"Menu of {name}").first.click()
    return shown.locator(".row-menu[open]")


def plainly(report, shown, table, way):
    shown.goto(table)
    shown.get_by_role("link", name="Edit", exact=True).click()
    rows(shown).nth(1).get_by_role("checkbox").check()
    with shown.expect_navigation():
        shown.get_by_role("button", name="Update selection").click()
    report.expect(f"{way}: what is ticked stands in the address", "_selected=2" in shown.url, shown.url)
    report.expect(f"{way}: and is told", "1 row selected" in shown.inner_text(".chosen-count"))
    with shown.expect_navigation():
        shown.get_by_role("button", name="Move up: AC", exact=True).click()
    report.expect(f"{way}: a button moves a row", names(shown) == ["AA", "AC", "AB", "AD"], names(shown))
    report.expect(f"{way}: in edit mode, with what is chosen", "_selected=2" in shown.url and "_edit=on" in shown.url)
    undo(shown)
    shown.goto(table + "?_edit=on&_selected=2")
    report.expect(f"{way}: and back", names(shown) == ["AA", "AB", "AC", "AD"], names(shown))
    menu(shown, "AA").get_by_role("button", name="Close").click()
    report.expect(f"{way}: a menu acts on its row", "Close: “AA”." in shown.inner_text(".flash"))
    report.expect(f"{way}: and leads back to it", shown.url.endswith("#row-1") and "_edit=on" in shown.url, shown.url)
    report.expect(f"{way}: what is done is not offered again",
                  menu(shown, "AA").get_by_role("button", name="Close").count() == 0)
    shown.goto(table + "?_edit=on&_selected=1&_selected=2")
    menu(shown, "AB").get_by_role("link", name="Delete…").click()
    shown.get_by_role("button", name="Delete").click()
    report.expect(f"{way}: a deleted row is chosen no longer", "1 row selected" in shown.inner_text(".chosen-count")
                  and names(shown) == ["AA", "AC", "AD", "AE"], names(shown))
    undo(shown)
    shown.goto(table + "?_edit=on")
    menu(shown, "AD").get_by_role("link", name="Duplicate").click()
    shown.get_by_role("button", name="Insert").first.click()
    report.expect(f"{way}: a copy is made", "Inserted “AD”" in shown.inner_text(".flash") and "_edit=on" in shown.url)
    undo(shown)
    shown.goto(table + "?_edit=on&_selected=1&_selected=2")
    shown.get_by_role("button", name="Delete…").click()
    shown.get_by_role("button", name="Delete 2 rows").click()
    report.expect(f"{way}: chosen rows go together", "Deleted 2 rows." in shown.inner_text(".flash"))
    undo(shown)


def scripted(report, shown, table, way):
    shown.goto(table + "?_edit=on")
    rows(shown).nth(0).get_by_role("checkbox").check()
    report.expect(f"{way}: a tick stands in the address at once", shown.url.endswith("_selected=1"), shown.url)
    shown.get_by_label("Select all rows on this page").check()
    report.expect(f"{way}: one box for all", shown.inner_text(".chosen-count") == "40 rows selected")
    shown.get_by_label("Select all rows on this page").uncheck()
    rows(shown).nth(1).focus()
    shown.keyboard.press("Space")
    report.expect(f"{way}: Space chooses a row", shown.url.endswith("_selected=2"), shown.url)
    with shown.expect_navigation():
        shown.keyboard.press("Alt+ArrowUp")
    report.expect(f"{way}: Alt and an arrow move it", names(shown) == ["AB", "AA", "AC", "AD"], names(shown))
    focused = shown.evaluate("document.activeElement.id")
    report.expect(f"{way}: it keeps the focus and stays chosen", focused == "row-2" and "_selected=2" in shown.url, focused)
    with shown.expect_navigation():
        rows(shown).nth(2).drag_to(rows(shown).nth(0), target_position={"x": 200, "y": 4})
    report.expect(f"{way}: a row is dropped before another", names(shown) == ["AC", "AB", "AA", "AD"], names(shown))
    keys_of_menu(report, shown, way)
    rows(shown).nth(3).focus()
    with shown.expect_navigation():
        shown.keyboard.press("Delete")
    report.expect(f"{way}: Delete asks first", shown.inner_text("h1").startswith("Delete"), shown.inner_text("h1"))
    shown.get_by_role("link", name="Cancel").click()
    if shown.locator("[data-cell]").count():
        values_in_place(report, shown, way)


def keys_of_menu(report, shown, way):
    before = [box.bounding_box() for box in rows(shown).all()[:6]]
    shown.locator(".row-menu > summary").nth(1).focus()
    shown.keyboard.press("Enter")
    report.expect(f"{way}: a menu opens by keyboard", shown.locator(".row-menu[open] li").first.is_visible())
    report.expect(f"{way}: and moves no row", before == [box.bounding_box() for box in rows(shown).all()[:6]])
    shown.keyboard.press("Tab")
    inside = shown.evaluate("!!document.activeElement.closest('.row-menu[open] li')")
    shown.keyboard.press("Escape")
    report.expect(f"{way}: Tab leads into it and Escape out of it", inside and shown.locator(".row-menu[open]").count() == 0
                  and shown.evaluate("document.activeElement.matches('.row-menu > summary')"))


def values_in_place(report, shown, way):
    shown.locator("[data-cell=note]").nth(0).click()
    shown.locator(".cell-form :is(input, textarea)[id]").fill("first")
    with shown.expect_response(lambda answer: answer.request.method == "POST"):
        shown.get_by_role("button", name="Save").click()
    shown.locator("#row-3 [data-cell=note]", has_text="first").wait_for()
    shown.locator("#row-3 [data-cell=note]").focus()
    with shown.expect_navigation():
        shown.keyboard.press("Alt+ArrowDown")
    report.expect(f"{way}: Alt and an arrow move a row from its cell, also after a change", names(shown)[1] == "AC", names(shown))
    with shown.expect_navigation():
        rows(shown).nth(1).drag_to(rows(shown).nth(0), target_position={"x": 200, "y": 4})
    report.expect(f"{way}: and it can be dragged", names(shown)[0] == "AC", names(shown))


def screens(report, shown, table, what, viewport):
    for query in ("", "?_edit=on&_selected=2"):
        shown.goto(table + query)
        axe(report, shown, what + query)
        targets(report, shown, what + query, viewport)
        width = shown.evaluate("document.documentElement.scrollWidth")
        report.expect(f"{what}{query}: nothing sticks out", width <= viewport["width"], width)
    shown.goto(table + "?_edit=on")
    for place in (0, -1):
        summary = shown.locator(".row-menu > summary").nth(place)
        summary.scroll_into_view_if_needed()
        summary.click()
        edges = shown.locator(".row-menu[open] > .popover").bounding_box()
        report.expect(f"{what}: the menu of row {place} stands on the screen", edges["x"] >= 0 and edges["y"] >= 0
                      and edges["x"] + edges["width"] <= viewport["width"]
                      and edges["y"] + edges["height"] <= viewport["height"], edges)
        # Of a row that is half below the head, which stays in its place, too little is left to press, until it is scrolled on.
        axe(report, shown, f"{what}, a menu, scrolled", without=["target-size"])
        shown.evaluate("document.querySelector('.scroll').scrollTop = 0")
        axe(report, shown, f"{what}, a menu")
        shown.keyboard.press("Escape")
