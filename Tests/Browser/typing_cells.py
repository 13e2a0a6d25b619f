"""Values that are typed into a grid as into a spreadsheet: all of them arrive, and nothing that was typed is lost."""
import sqlite3

from access import axe
from forms import OwnedServer
from screen import LAPTOP, page

COLUMNS = "abcdefghij"
TABLES = """
CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO maker SELECT value, 'Maker ' || value FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 80) SELECT value FROM n);
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL CHECK (price >= 0), maker INTEGER REFERENCES maker, note TEXT);
INSERT INTO item VALUES (1, 'Lamp', 19.5, 1, NULL), (2, 'Chair', 2, 1, NULL), (3, 'Table', 7, 2, 'x');
"""
AT = "[document.activeElement.closest('tr')?.id, document.activeElement.closest('[data-cell]')?.dataset.cell].join(' ')"


def check(report, chromium, site, folder):
    path = folder / "typing.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(TABLES)
        database.execute(f"CREATE TABLE sheet (id INTEGER PRIMARY KEY, {', '.join(COLUMNS)})")
        database.executemany("INSERT INTO sheet (id) VALUES (?)", [(row,) for row in range(1, 12)])
    database.close()
    server = OwnedServer(site.program, "--writable", path)

    def stored(statement):
        with sqlite3.connect(path) as database:
            return database.execute(statement).fetchall()

    try:
        base = f"{server.base}/typing"
        with page(chromium) as shown:
            shown.goto(server.link)
            owner = shown.context.storage_state()
        for step in (blind, leaving, refused, by_keys, bulk, filtered, referring):
            with report.part(f"typing: {step.__name__}"), page(chromium, LAPTOP, storage_state=owner) as shown:
                step(report, shown, base, stored)
    finally:
        server.stop()


def settled(shown):
    """Waits until nothing is on its way to the server."""
    while shown.evaluate("underway > 0 || document.querySelector('.works') !== null"):
        shown.wait_for_timeout(20)


def begin(shown, address, cell):
    shown.goto(address)
    shown.click(cell)


def blind(report, shown, base, stored):
    begin(shown, f"{base}/sheet?_edit=on", "#row-1 [data-cell=a]")
    for row in range(1, 11):
        for place, column in enumerate(COLUMNS):
            shown.keyboard.type(f"{column} {row}")
            shown.keyboard.press("Enter" if place == len(COLUMNS) - 1 else "Tab")
    settled(shown)
    wanted = [tuple(f"{column} {row}" for column in COLUMNS) for row in range(1, 11)]
    found = stored(f"SELECT {', '.join(COLUMNS)} FROM sheet WHERE id < 11 ORDER BY id")
    report.expect("100 values typed blind arrive", found == wanted, [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:2])
    report.expect("Enter begins the next line where the first one began", shown.evaluate(AT) == "row-11 a", shown.evaluate(AT))
    report.expect("what is shown is what is stored", shown.inner_text("#row-10 [data-cell=j]") == "j 10")
    axe(report, shown, "a grid with a toast")


def leaving(report, shown, base, stored):
    table = f"{base}/item?_edit=on"
    begin(shown, table, "#row-1 [data-cell=name]")
    shown.keyboard.type("One")
    shown.click("#row-2 [data-cell=name]")
    settled(shown)
    report.expect("a press on another cell stores", stored("SELECT name FROM item WHERE id = 1") == [("One",)])
    shown.keyboard.type("Two")
    with shown.expect_navigation(url="**_sort=price**"):
        shown.get_by_role("link", name="price").first.click()
    report.expect("a press on a link stores, and leads on", stored("SELECT name FROM item WHERE id = 2") == [("Two",)])
    shown.goto(table)
    before = shown.locator(".scroll").bounding_box()["y"]
    shown.click("#row-3 [data-cell=name]")
    shown.keyboard.type("gone")
    shown.keyboard.press("Escape")
    settled(shown)
    report.expect("Escape gives up", shown.inner_text("#row-3 [data-cell=name]") == "Table"
                  and shown.evaluate(AT) == "row-3 name")
    shown.keyboard.type("Three")
    shown.keyboard.press("ArrowDown")
    settled(shown)
    shown.locator(".flash").wait_for()
    report.expect("what is said moves nothing", shown.locator(".scroll").bounding_box()["y"] == before)
    report.expect("the focus stays in the table", shown.evaluate(AT) == "row-3 name", shown.evaluate(AT))
    shown.keyboard.press("Control+z")
    shown.locator(".flash", has_text="Undone").wait_for()
    report.expect("Ctrl+Z undoes", stored("SELECT name FROM item WHERE id = 3") == [("Table",)])
    report.expect("and leaves the focus", shown.evaluate(AT) == "row-3 name", shown.evaluate(AT))


def refused(report, shown, base, stored):
    begin(shown, f"{base}/item?_edit=on", "#row-1 [data-cell=price]")
    # The server answers once the next value is being typed.
    network = shown.context.new_cdp_session(shown)
    throughput = {"downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": 300, **throughput})
    shown.keyboard.type("-5")
    shown.keyboard.press("Enter")
    shown.keyboard.type("8")
    shown.keyboard.press("Enter")
    settled(shown)
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, **throughput})
    cell = shown.locator("#row-1 [data-cell=price]")
    report.expect("who goes on is not led back", stored("SELECT price FROM item WHERE id = 2") == [(8.0,)]
                  and shown.evaluate(AT) == "row-3 price", shown.evaluate(AT))
    report.expect("what was refused stays in its cell", "refused" in cell.get_attribute("class") and cell.inner_text() == "-5")
    axe(report, shown, "a value that was refused")
    shown.get_by_role("button", name="Correct").click()
    shown.locator(".cell-form .error").wait_for()
    report.expect("with its error", shown.input_value(".cell-form input.number") == "-5")
    shown.fill(".cell-form input.number", "5")
    shown.keyboard.press("Enter")
    settled(shown)
    report.expect("and is corrected", stored("SELECT price FROM item WHERE id = 1") == [(5.0,)]
                  and "refused" not in (cell.get_attribute("class") or ""))


def by_keys(report, shown, base, stored):
    begin(shown, f"{base}/item?_edit=on", "#row-1 [data-cell=note]")
    shown.keyboard.type("one")
    shown.keyboard.press("Alt+Enter")
    shown.keyboard.type("two")
    shown.keyboard.press("Tab")
    settled(shown)
    report.expect("Alt+Enter is a new line", stored("SELECT note FROM item WHERE id = 1") == [("one\ntwo",)])
    shown.click("#row-3 [data-cell=note]")
    shown.keyboard.press("Delete")
    settled(shown)
    report.expect("Delete clears", stored("SELECT note FROM item WHERE id = 3") == [(None,)])
    shown.click("#row-2 [data-cell=maker]")
    shown.keyboard.type("Maker 77")
    shown.keyboard.press("Enter")
    settled(shown)
    report.expect("a reference is typed by its name", stored("SELECT maker FROM item WHERE id = 2") == [(77,)])
    for press, place in (("Control+Home", "row-1 name"), ("End", "row-1 note"), ("Control+ArrowDown", "row-3 note"), ("Home", "row-3 name")):
        shown.keyboard.press(press)
        report.expect(f"{press} leads on", shown.evaluate(AT) == place, shown.evaluate(AT))
    shown.keyboard.press("Enter")
    shown.locator(".cell-form [id^=field-]").wait_for()
    shown.keyboard.press("Enter")
    report.expect("what isn't changed isn't stored", shown.evaluate("underway") == 0)


def bulk(report, shown, base, stored):
    shown.goto(f"{base}/item/-/selection?_selected=1&_selected=2")
    shown.fill('[name="value.note"]', "both")
    report.expect("what is written for several rows is meant", shown.is_checked('[name="set.note"]'))
    shown.get_by_role("button", name="Change 2 rows").click()
    report.expect("and stored", stored("SELECT note FROM item WHERE id < 3") == [("both",), ("both",)])


def filtered(report, shown, base, stored):
    shown.goto(f"{base}/item?maker=2&_nocol=maker")
    shown.get_by_role("link", name="New row").click()
    report.expect("a new row begins with the filter's values", shown.input_value('[name="value.maker"]') == "2")
    shown.fill('[name="value.name"]', "Sofa")
    shown.get_by_role("button", name="Insert", exact=True).click()
    report.expect("and leads back to the filter", "maker=2" in shown.url and "Sofa" in shown.inner_text("tbody"), shown.url)
    shown.goto(f"{base}/item?maker=2&_nocol=maker&_edit=on")
    shown.locator(".insertion").get_by_label("name", exact=True).fill("Bench")
    with shown.expect_navigation():
        shown.keyboard.press("Enter")
    report.expect("so does one that is written in the grid", "Bench" in shown.inner_text("tbody")
                  and stored("SELECT maker FROM item WHERE name = 'Bench'") == [(2,)])


def referring(report, shown, base, stored):
    shown.goto(f"{base}/item/1/-/edit")
    field = shown.locator('[name="value.maker"]')
    field.fill("")
    with shown.expect_response("**/-/choices**"):
        field.press_sequentially("ker 7")
    shown.locator("datalist option[value='79']").wait_for(state="attached")
    found = shown.locator("datalist option").evaluate_all("all => all.map(each => each.textContent)")
    report.expect("rows are looked for among all of them", "Maker 79" in found, found)
    shown.goto(f"{base}/maker/2/-/remove")
    report.expect("a row that others refer to has no button that deletes it", shown.get_by_role("button", name="Delete").count() == 0
                  and "can't be deleted" in shown.inner_text("main"))
    report.expect("and says which", shown.get_by_role("link", name="item").count() > 0)
