"""The grid of a table of a database, whose rows its owner chooses, changes and pastes: with scripts and without."""
import sqlite3

from access import axe, targets
from forms import TABLES, OwnedServer
from screen import LAPTOP, PHONE, page


# The titles whose words a menu lies over.
COVERED = """() => [...document.querySelectorAll('tbody tr:has(.row-menu) > th')].filter(title => {
  const words = document.createRange()
  words.selectNodeContents(title.querySelector('a') ?? title)
  const menu = title.parentNode.querySelector('.row-menu > summary svg').getBoundingClientRect()
  return [...words.getClientRects()].some(part => part.left < menu.right && menu.left < part.right
    && part.top < menu.bottom && menu.top < part.bottom)
}).map(title => title.innerText)"""
# Whether both ends of a field are what is seen where they are.
IN_SIGHT = """field => {
  const { left, right, top, bottom } = field.getBoundingClientRect()
  return [left + 4, right - 4].every(x => document.elementFromPoint(x, (top + bottom) / 2) === field)
}"""


def check(report, chromium, site, folder):
    path = folder / "grid.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(TABLES)
    database.close()
    server = OwnedServer(site.program, "--writable", path)
    try:
        table = f"{server.base}/grid/item"
        with page(chromium) as shown:
            shown.goto(server.link)
            owner = shown.context.storage_state()
        with report.part("grid without scripts"), page(chromium, java_script_enabled=False, storage_state=owner) as shown:
            without_scripts(report, shown, table)
        with report.part("grid with scripts"), page(chromium, storage_state=owner) as shown:
            with_scripts(report, shown, table)
        for scripts in (False, True):
            with report.part(f"a new row in its grid, {'with' if scripts else 'without'} scripts"), page(
                    chromium, java_script_enabled=scripts, storage_state=owner) as shown:
                new_row(report, shown, table, scripts)
        with report.part("grid by keyboard"), page(chromium, storage_state=owner) as shown:
            keyboard(report, shown, table)
        with report.part("grid, two at once"), page(chromium, storage_state=owner) as shown:
            two_at_once(report, shown, table)
        with report.part("grid and the clipboard"), page(
                chromium, storage_state=owner, permissions=["clipboard-read", "clipboard-write"]) as shown:
            clipboard(report, shown, table)
        with report.part("grid on every screen"):
            for viewport in (LAPTOP, PHONE):
                with page(chromium, viewport, storage_state=owner) as shown:
                    screens(report, shown, table, viewport)
        with report.part("grid for readers"), page(chromium) as shown:
            shown.goto(table + "?_edit=on&_selected=1")
            report.expect("readers see nothing of it", shown.locator(".choose-cell, .grid-tools").count() == 0
                          and shown.get_by_role("link", name="Edit").count() == 0)
    finally:
        server.stop()


def names(shown):
    return shown.locator("tbody th").all_inner_texts()


def undo(shown):
    shown.locator(".flash").get_by_role("button", name="Undo").click()
    shown.locator(".flash", has_text="Undone").wait_for()


def without_scripts(report, shown, table):
    shown.goto(table)
    shown.get_by_role("link", name="Edit", exact=True).click()
    shown.get_by_label("Select row 2").check()
    shown.get_by_role("button", name="Update selection").click()
    report.expect("what is ticked stands in the address", "_selected=2" in shown.url and "_edit=on" in shown.url, shown.url)
    shown.wait_for_load_state()
    shown.reload()
    report.expect("and outlives a reload", shown.get_by_label("Select row 2").is_checked())
    shown.get_by_role("link", name="price").first.click()
    report.expect("and another order", shown.get_by_label("Select row 2").is_checked() and "_sort=price" in shown.url, shown.url)
    shown.get_by_role("button", name="Duplicate").click()
    report.expect("a copy is made", len(names(shown)) == 3 and "Copied 1 row." in shown.inner_text(".flash"))
    undo(shown)
    report.expect("and goes again", len(names(shown)) == 2)
    shown.goto(table + "?_edit=on&_selected=1&_selected=2")
    shown.get_by_role("button", name="Delete…").click()
    report.expect("it is asked before rows go", shown.inner_text("h1") == "Delete 2 rows?")
    shown.get_by_role("link", name="Cancel").click()
    report.expect("whoever thinks better of it comes back", len(names(shown)) == 2 and "_selected=1" in shown.url, shown.url)
    shown.get_by_role("button", name="Delete…").click()
    shown.get_by_role("button", name="Delete 2 rows").click()
    report.expect("then they go", "Deleted 2 rows." in shown.inner_text(".flash"))
    undo(shown)
    shown.goto(table + "?_edit=on")
    report.expect("and come back", len(names(shown)) == 2)
    shown.get_by_role("link", name="Edit row 1").click()
    shown.fill('[name="value.name"]', "Bright lamp")
    shown.get_by_role("button", name="Save").click()
    report.expect("a row's form leads back", "_edit=on" in shown.url and "Bright lamp" in names(shown), shown.url)
    undo(shown)
    shown.goto(table + "?_edit=on")
    shown.get_by_role("link", name="Paste rows…").click()
    shown.get_by_label("Rows", exact=True).fill("name\tprice\nChair\t-1")
    shown.get_by_role("button", name="Preview").click()
    report.expect("errors are shown before anything is stored", "constraint" in shown.inner_text("td.wrong"))
    shown.get_by_label("Rows", exact=True).fill("name\tprice\nChair\t1\nTable\t2")
    shown.get_by_role("button", name="Check again").click()
    shown.get_by_role("button", name="Add 2 rows").click()
    report.expect("then all of them are stored", names(shown)[-2:] == ["Chair", "Table"], names(shown))
    undo(shown)
    report.expect("and go together", len(names(shown)) == 2)


def with_scripts(report, shown, table):
    shown.goto(table + "?_edit=on")
    shown.get_by_label("Select row 1").check()
    report.expect("a tick stands in the address at once", shown.url.endswith("_selected=1"), shown.url)
    shown.get_by_label("Select all rows on this page").check()
    report.expect("one box for all", shown.inner_text(".chosen-count") == "2 rows selected")
    shown.get_by_role("link", name="Clear selection").click()
    report.expect("and a link for none", "_selected" not in shown.url, shown.url)
    shown.dblclick("#row-1 [data-cell=price]")
    field = shown.locator(".cell-form input.number")
    field.fill("-1")
    shown.keyboard.press("Enter")
    shown.locator(".cell-form .error").wait_for()
    report.expect("what is wrong stands beside the field", field.input_value() == "-1")
    shown.keyboard.press("Escape")
    shown.locator("#row-1 [data-cell=price]", has_text="19.50").wait_for()
    report.expect("Escape leaves it as it was", shown.inner_text("#row-1 [data-cell=price]") == "19.50")
    shown.dblclick("#row-1 [data-cell=price]")
    field.fill("21")
    shown.keyboard.press("Enter")
    shown.locator(".flash").wait_for()
    report.expect("what is right is stored and shown in its place", shown.inner_text("#row-1 [data-cell=price]") == "21.00"
                  and "_edit=on" in shown.url)
    undo(shown)
    shown.goto(table + "?_edit=on")
    shown.dblclick("#row-1 [data-cell=maker]")
    shown.locator(".cell-form select").select_option("2")
    shown.get_by_role("button", name="Save").click()
    shown.locator(".flash").wait_for()
    report.expect("a reference is chosen by name", "Bob & Sons" in shown.inner_text("#row-1 [data-cell=maker]"))
    undo(shown)


def new_row(report, shown, table, scripts):
    shown.goto(table + "?_edit=on")
    row = shown.locator(".insertion")
    report.expect("its fields are those of the columns", row.locator("select").count() == 2
                  and row.locator("[type=date]").count() == 1)
    row.get_by_label("name", exact=True).fill("Written in place")
    row.get_by_label("price").fill("3.5")
    row.get_by_label("maker").select_option("1")
    if scripts:
        # Another value is changed meanwhile: what is half written stays.
        shown.dblclick("#row-1 [data-cell=price]")
        shown.locator(".cell-form input.number").fill("21")
        shown.keyboard.press("Enter")
        shown.locator(".flash").wait_for()
        report.expect("what is half written stays", row.get_by_label("name", exact=True).input_value() == "Written in place")
    with shown.expect_navigation():
        row.get_by_label("price").press("Enter")
    report.expect("Enter stores the row", names(shown)[-1] == "Written in place" and "Inserted" in shown.inner_text(".flash"), names(shown))
    report.expect("and the page stays in edit mode", "_edit=on" in shown.url, shown.url)
    if scripts:
        report.expect("the next row can follow at once", shown.evaluate("document.activeElement.matches('.insertion *')"))
    undo(shown)
    shown.goto(table + "?_edit=on")
    report.expect("it is taken back", len(names(shown)) == 2)
    row.get_by_label("name", exact=True).fill("Dear")
    row.get_by_label("price").fill("-1")
    with shown.expect_navigation():
        row.get_by_role("button", name="Insert this row").click()
    report.expect("what is wrong is said beside what was written", shown.input_value('[name="value.name"]') == "Dear"
                  and shown.locator("[aria-invalid=true]").count() == 1)
    if scripts:
        shown.goto(table + "/1/-/edit?_field=price")
        shown.fill('[name="value.price"]', "19.5")
        shown.get_by_role("button", name="Save").click()


def keyboard(report, shown, table):
    shown.goto(table + "?_edit=on")
    at = "document.activeElement.parentElement.id + ' ' + document.activeElement.dataset.cell"
    shown.locator("#row-1 [data-cell=name]").focus()
    shown.keyboard.press("ArrowDown")
    shown.keyboard.press("ArrowRight")
    report.expect("arrows lead from cell to cell", shown.evaluate(at) == "row-2 price", shown.evaluate(at))
    shown.keyboard.press("Shift+Space")
    report.expect("Shift+Space selects the row", shown.url.endswith("_selected=2"), shown.url)
    shown.keyboard.press("F2")
    shown.locator(".cell-form input.number").wait_for()
    shown.keyboard.press("Escape")
    report.expect("the focus comes back to the cell", shown.evaluate(at) == "row-2 price", shown.evaluate(at))


def two_at_once(report, shown, table):
    shown.goto(table + "?_edit=on")
    shown.dblclick("#row-1 [data-cell=name]")
    shown.locator(".cell-form input[id]").wait_for()
    with page(shown.context.browser, storage_state=shown.context.storage_state()) as other:
        other.goto(table + "/1/-/edit?_field=name")
        other.fill('[name="value.name"]', "Their lamp")
        other.get_by_role("button", name="Save").click()
        other.locator(".flash").wait_for()
        shown.fill(".cell-form input[id]", "My lamp")
        shown.keyboard.press("Enter")
        shown.locator(".cell-form .alert").wait_for()
        text = shown.inner_text(".cell-form")
        report.expect("the second is told, with both versions", "Their lamp" in text
                      and shown.input_value(".cell-form input[id]") == "My lamp", text)
        shown.get_by_role("button", name="Save anyway").click()
        shown.locator("#row-1 th, th", has_text="My lamp").wait_for()
        other.goto(table + "/1/-/edit?_field=name")
        other.fill('[name="value.name"]', "Lamp")
        other.get_by_role("button", name="Save").click()


def clipboard(report, shown, table):
    shown.goto(table + "?_edit=on&_selected=1")
    shown.get_by_role("button", name="Copy").click()
    shown.get_by_role("button", name="Copied").wait_for()
    kinds = shown.evaluate("navigator.clipboard.read().then(items => items.flatMap(item => item.types))")
    report.expect("text and a table are copied at once", {"text/plain", "text/html"} <= set(kinds), kinds)
    text = shown.evaluate("navigator.clipboard.readText()")
    report.expect("with the names of columns", text.startswith("id\tname\tprice"), text)
    shown.evaluate("navigator.clipboard.writeText('name\\tprice\\nChair\\t1')")
    shown.locator("#row-1 [data-cell=name]").focus()
    with shown.expect_navigation():
        shown.keyboard.press("Control+V")
    report.expect("what is pasted is looked at first", "Add 1 row?" in shown.inner_text("h1"))


def screens(report, shown, table, viewport):
    for address in ("?_edit=on&_selected=1", "/-/removal?_selected=1", "/-/paste", "/-/copy?_selected=1"):
        what = f"grid{address}, {viewport['width']}"
        shown.goto(table + address)
        axe(report, shown, what)
        targets(report, shown, what, viewport)
        width = shown.evaluate("document.documentElement.scrollWidth")
        report.expect(f"{what}: nothing sticks out", width <= viewport["width"], width)
    shown.goto(table + "?_edit=on")
    for direction in ("ltr", "rtl"):
        what = f"grid, {direction}, {viewport['width']}"
        shown.evaluate("direction => { document.documentElement.dir = direction }", direction)
        covered = shown.evaluate(COVERED)
        report.expect(f"{what}: no menu lies over a title", covered == [], covered)
        for field in shown.locator(".insertion :is(input:not([type=hidden]), select, textarea)").all():
            field.focus()
            report.expect(f"{what}: a field that is gone to is in sight", field.evaluate(IN_SIGHT), field.get_attribute("name"))
        width = shown.evaluate("document.documentElement.scrollWidth")
        report.expect(f"{what}: nothing sticks out", width <= viewport["width"], width)
    shown.goto(table + "?_edit=on")
    shown.dblclick("#row-1 [data-cell=price]")
    shown.locator(".cell-form").wait_for()
    if viewport is LAPTOP:  # on a phone the form lies over parts of its row, which axe takes for small targets
        axe(report, shown, f"a value in its cell, {viewport['width']}")
    edges = shown.locator(".cell-form").bounding_box()
    report.expect(f"a value in its cell, {viewport['width']}: it stands on the screen",
                  edges["x"] >= 0 and edges["x"] + edges["width"] <= viewport["width"], edges)
