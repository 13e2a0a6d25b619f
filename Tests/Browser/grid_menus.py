"""The menus of a grid's cells and columns, rows that open where they are pressed, and what a table remembers."""
import sqlite3

from access import axe, targets
from forms import TABLES, OwnedServer
from screen import LAPTOP, PHONE, page

MENU = ".grid-menu-popover"


def check(report, chromium, site, folder):
    path = folder / "menus.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(TABLES)
        database.execute("CREATE VIEW unnamed AS SELECT name AS what, price FROM item")
        database.execute("""WITH RECURSIVE n(value) AS (SELECT 3 UNION ALL SELECT value + 1 FROM n WHERE value < 60)
            INSERT INTO item (id, name, price, maker) SELECT value, 'Item ' || value, value, 1 FROM n""")
    database.close()
    server = OwnedServer(site.program, "--writable", path)
    try:
        base = f"{server.base}/menus"
        for step in (opening, cells, columns, widths, remembered):
            with report.part(f"grid menus: {step.__name__}"), page(
                    chromium, permissions=["clipboard-read", "clipboard-write"]) as shown:
                step(report, shown, base)
        with report.part("grid menus without scripts"), page(chromium, java_script_enabled=False) as shown:
            plain(report, shown, base)
        for viewport in (LAPTOP, PHONE):
            with report.part(f"grid menus, {viewport['width']}"), page(chromium, viewport) as shown:
                screens(report, shown, base, viewport)
        with page(chromium) as shown:
            shown.goto(server.link)
            owner = shown.context.storage_state()
        with report.part("selected rows on a phone"), page(chromium, PHONE, storage_state=owner) as shown:
            selected(report, shown, base)
    finally:
        server.stop()


def opened(shown, cell):
    """The menu of a cell, once it has come."""
    shown.locator(cell).click(button="right")
    shown.locator(f"{MENU} a").first.wait_for()
    return shown.locator(MENU)


def cell(row, place):
    return f"tbody tr:has(> th > a[href$='/item/{row}']) > :nth-child({place})"


def opening(report, shown, base):
    shown.goto(f"{base}/item")
    with shown.expect_navigation():
        shown.locator(cell(1, 3)).click()
    report.expect("a row opens where it is pressed", shown.url.endswith("/item/1"), shown.url)


def cells(report, shown, base):
    shown.goto(f"{base}/item?_sort=price")
    menu = opened(shown, cell(1, 3))
    report.expect("the menu of a value has its conditions", all(each in menu.inner_text() for each in ("is 19.5", "is not 19.5", "> 19.5", "< 19.5", "is null")),
                  menu.inner_text())
    axe(report, shown, "the menu of a cell")
    shown.keyboard.press("ArrowDown")
    shown.keyboard.press("Escape")
    # The browser says that it is closed a moment later.
    shown.locator(MENU).wait_for(state="detached", timeout=5000)
    report.expect("Escape closes it", True)
    opened(shown, cell(1, 3)).get_by_role("button", name="Copy value").click()
    report.expect("a value is copied as it is stored", shown.evaluate("navigator.clipboard.readText()") == "19.5")
    opened(shown, cell(1, 3)).get_by_role("link", name="> 19.5").click()
    report.expect("a condition narrows the rows", "price__gt=19.5" in shown.url and "_sort=price" in shown.url, shown.url)
    shown.locator(f"{cell(20, 1)} a").focus()
    shown.keyboard.press("Shift+F10")
    shown.locator(f"{MENU} a").first.wait_for()
    report.expect("it opens by keys too", "is Item 20" in shown.inner_text(MENU), shown.inner_text(MENU))
    shown.goto(f"{base}/unnamed")
    shown.locator("tbody tr").nth(1).locator("td").first.click(button="right")
    shown.locator(f"{MENU} a").first.wait_for()
    report.expect("rows that no key names have them too", "is 2" in shown.inner_text(MENU), shown.inner_text(MENU))


def columns(report, shown, base):
    head = "thead th:has-text('maker')"
    shown.goto(f"{base}/item?_sort=price")
    menu = opened(shown, head)
    axe(report, shown, "the menu of a column")
    shown.locator("#frequent a", has_text="Ada").wait_for()
    report.expect("the most frequent values are offered", "59" in menu.locator("#frequent a").first.inner_text(), menu.inner_text())
    menu.get_by_role("link", name="Then sort descending").click()
    report.expect("a second sort follows the first", "_sort=price&_sort_desc=maker" in shown.url, shown.url)
    opened(shown, head).get_by_role("link", name="Hide", exact=True).click()
    report.expect("a column is hidden", shown.locator(head).count() == 0)
    opened(shown, "thead th:has-text('price')").get_by_role("link", name="Pin", exact=False).first.click()
    report.expect("and pinned", "_pin=3" in shown.url, shown.url)
    sticks = shown.locator(cell(1, 3)).evaluate("it => getComputedStyle(it).position")
    report.expect("where it stays", sticks == "sticky", sticks)
    opened(shown, "thead th:has-text('made')").get_by_role("link", name="Move before price").click()
    titles = [title.split()[0] for title in shown.locator("thead th").all_inner_texts()]
    report.expect("and moved", titles[2:4] == ["made", "price"], titles)


def widths(report, shown, base):
    shown.goto(f"{base}/item")
    head = shown.locator("thead th:has-text('made')")
    box = head.bounding_box()
    shown.mouse.move(box["x"] + box["width"] - 2, box["y"] + 10)
    shown.mouse.down()
    shown.mouse.move(box["x"] + box["width"] + 98, box["y"] + 10)
    with shown.expect_navigation(url="**_width=**"):
        shown.mouse.up()
    wide = head.bounding_box()["width"]
    report.expect("the edge of a head is dragged", abs(wide - box["width"] - 100) < 3, (box["width"], wide, shown.url))


def remembered(report, shown, base):
    shown.goto(f"{base}/item/-/columns?_sort_desc=name&_col=id&_col=name&_col=price")
    shown.get_by_role("button", name="Remember for this table").click()
    shown.goto(f"{base}/item?maker=1")
    report.expect("a table remembers what it is told to", "_sort_desc=name" in shown.url and shown.locator("thead th").count() == 3
                  and "maker=1" in shown.url, shown.url)
    shown.goto(f"{base}/maker")
    report.expect("others don't", "_sort" not in shown.url, shown.url)
    shown.goto(f"{base}/item/-/columns")
    shown.get_by_role("button", name="Forget").click()
    shown.goto(f"{base}/item")
    report.expect("and forgets it", "_sort" not in shown.url and shown.locator("thead th").count() > 3, shown.url)


def plain(report, shown, base):
    shown.goto(f"{base}/item")
    shown.locator("summary", has_text="View").click()
    shown.get_by_role("link", name="Density, theme and columns").click()
    shown.get_by_label("maker", exact=True).uncheck()
    shown.get_by_role("button", name="Show these").click()
    report.expect("columns are hidden without scripts", "_col=price" in shown.url and "_col=maker" not in shown.url, shown.url)
    shown.goto(f"{base}/item/-/columns")
    shown.locator("tr", has_text="price").get_by_role("link", name="More").click()
    shown.get_by_role("link", name="Sort descending", exact=True).click()
    report.expect("columns have their menus without scripts", "_sort_desc=price" in shown.url, shown.url)
    shown.goto(f"{base}/item/-/cell?_at=2&_row=1")
    shown.get_by_role("link", name="is 19.5", exact=True).click()
    report.expect("so have cells", shown.url.endswith("?price=19.5"), shown.url)


def screens(report, shown, base, viewport):
    for address in ("/-/columns?_sort=price", "/-/column?_at=2", "/-/column?_at=3&_wait=1", "/-/cell?_at=2&_row=1", "?_pin=3&_width=price:300"):
        what = f"item{address}, {viewport['width']}"
        shown.goto(f"{base}/item{address}")
        axe(report, shown, what)
        targets(report, shown, what, viewport)
        width = shown.evaluate("document.documentElement.scrollWidth")
        report.expect(f"{what}: nothing sticks out", width <= viewport["width"], width)


def selected(report, shown, base):
    shown.goto(f"{base}/item?_edit=on")
    report.expect("without a selection there is nothing to be done with one", not shown.get_by_role("button", name="Delete…").is_visible())
    shown.get_by_label("Select row 1", exact=True).check()
    bar = shown.locator(".grid-tools").bounding_box()
    report.expect("with one the bar stands at the lower edge", abs(bar["y"] + bar["height"] - PHONE["height"]) < 2, bar)
    axe(report, shown, "a selection on a phone")
    fields = shown.locator("#row-1 > td:visible:not(.choose-cell, .row-end)").count()
    report.expect("a row has five fields at most", fields <= 5, fields)
