"""Rows that go on where a page ends: the next page and the one before come as they are scrolled to, and each stays a page."""
import sqlite3

from access import axe
from forms import OwnedServer
from screen import PHONE, page
from site_under_test import Server

COUNT = 3000
KEYS = """() => [...document.querySelectorAll('table.grid tbody tr:not(.insertion, .section-header)')]
  .map(row => Number(row.querySelector(':scope > th').innerText.slice(4)))"""
AT_FIRST = """document.querySelector('table.grid tbody tr > th').innerText === 'row 1'
  && document.querySelector('.scroll').scrollTop === 0"""
AT_LAST = f"[...document.querySelectorAll('table.grid tbody tr > th')].at(-1).innerText === 'row {COUNT}'"
SECTIONS = "() => [...document.querySelectorAll('.section-header')].map(row => row.innerText.trim())"
ITEMS = "() => [...document.querySelectorAll('.list .section > .cells > li')].map(item => item.id)"
TITLES = "() => [...document.querySelectorAll('.list .section > h2')].map(title => title.innerText.trim())"
# What is said of the page that is read, by the number of its first row, which is the first in sight.
SEEN = """() => {
  const head = document.querySelector('thead th').getBoundingClientRect().bottom
  const body = [...document.querySelectorAll('tbody')].find(each => each.getBoundingClientRect().bottom > head + 1)
  return body.querySelector('tr:not(.section-header) > th').innerText
}"""


def check(report, chromium, site, folder):
    path = folder / "long.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT, note TEXT)")
        database.executemany("INSERT INTO item VALUES (?, ?, ?, ?)", (
            (number, f"row {number}", f"kind {number // 120:02}", "long " * (number // 300)) for number in range(1, COUNT + 1)))
    database.close()
    file = folder / "long.yaml"
    file.write_text("databases: {long: {tables: {item: {sections: kind}}}}\n")
    server = OwnedServer(site.program, "--writable", path)
    sections = Server(site.program, path, "--site", file)
    examples = Server(site.program)
    try:
        with page(chromium) as shown:
            shown.goto(server.link)
            owner = shown.context.storage_state()
        with report.part("rows go on as they are scrolled"), page(chromium) as shown:
            scrolled(report, shown, f"{server.base}/long/item")
        with report.part("rows go on by keys"), page(chromium) as shown:
            by_keys(report, shown, f"{server.base}/long/item")
        with report.part("rows go on while they are changed"), page(chromium, storage_state=owner) as shown:
            changed(report, shown, f"{server.base}/long/item?_edit=on")
        with report.part("sections go on"), page(chromium) as shown:
            in_sections(report, shown, f"{sections.base}/long/item")
        with report.part("lists go on"), page(chromium) as shown:
            lists(report, shown, f"{examples.base}/examples")
        with report.part("a page that is scrolled as a whole"), page(chromium, PHONE) as shown:
            shown.goto(f"{server.base}/long/item")
            shown.mouse.wheel(0, 100_000)
            shown.wait_for_timeout(500)
            report.expect("has an end, with its pager", len(shown.evaluate(KEYS)) == 50
                          and shown.locator("a[rel=next]").is_visible())
    finally:
        server.stop()
        sections.stop()
        examples.stop()


def wheel(shown, distance, times):
    shown.hover(".scroll")
    for _ in range(times):
        shown.mouse.wheel(0, distance)
        shown.wait_for_timeout(60)
    shown.wait_for_timeout(500)


def wheel_until(shown, distance, reached):
    """Turns the wheel until a condition of the page holds: how far a second leads depends on the machine."""
    shown.hover(".scroll")
    for _ in range(1000):
        shown.mouse.wheel(0, distance)
        shown.wait_for_timeout(60)
        if shown.evaluate(reached):
            shown.wait_for_timeout(500)
            return
    raise TimeoutError(f"a thousand turns of the wheel don't lead to: {reached}")


def is_run(keys):
    return keys == list(range(keys[0], keys[0] + len(keys)))


def scrolled(report, shown, table):
    shown.goto(table)
    report.expect("a page asks for no other before it is scrolled", len(shown.evaluate(KEYS)) == 50)
    wheel(shown, 900, 8)
    keys, address = shown.evaluate(KEYS), shown.url
    report.expect("more rows have come", is_run(keys) and keys[0] == 1 and len(keys) >= 150, (len(keys), keys[:1]))
    # A grid that is scrolled has links below its head.
    axe(report, shown, "a grid that goes on", without=("target-size",))
    first = shown.evaluate(SEEN)
    report.expect("the address is that of the page that is read", "_next=" in address, address)
    shown.locator("a[rel=next]").click()
    following = shown.evaluate(KEYS)
    report.expect("the pager leads on from there", following[0] == int(first[4:]) + 50, (first, following[0]))
    shown.goto(address)
    report.expect("reloading leads there again", shown.evaluate(SEEN) == first and len(shown.evaluate(KEYS)) == 50)
    top = shown.locator("tbody tr").first.bounding_box()["y"]
    wheel(shown, -1, 1)
    row = shown.locator("tbody tr", has=shown.get_by_role("link", name=first, exact=True))
    report.expect("the rows before come, and nothing moves",
                  shown.evaluate(KEYS)[0] < int(first[4:]) and abs(row.bounding_box()["y"] - top) < 2)
    wheel_until(shown, -1500, AT_FIRST)
    report.expect("up to the first", shown.evaluate(KEYS)[0] == 1 and shown.evaluate(SEEN) == "row 1")
    wheel_until(shown, 3000, AT_LAST)
    keys = shown.evaluate(KEYS)
    report.expect("down to the last", is_run(keys) and keys[-1] == COUNT, (keys[0], keys[-1]))
    report.expect("no more rows are kept than a browser is quick with", len(keys) <= 2000, len(keys))
    wheel_until(shown, -3000, AT_FIRST)
    keys = shown.evaluate(KEYS)
    report.expect("and those that were let go come back", is_run(keys) and keys[0] == 1 and len(keys) <= 2000, keys[:1])


def by_keys(report, shown, table):
    shown.goto(table)
    shown.locator(".scroll").focus()
    for _ in range(3):
        shown.keyboard.press("End")
        shown.wait_for_timeout(500)
    keys = shown.evaluate(KEYS)
    report.expect("End leads on", is_run(keys) and len(keys) >= 150, len(keys))
    report.expect("the focus stays", shown.evaluate("document.activeElement.matches('.scroll')"))


def changed(report, shown, table):
    shown.goto(table)
    wheel(shown, 900, 5)
    report.expect("a new row is written behind all of them",
                  shown.evaluate("document.querySelectorAll('.insertion').length === 1 && document.querySelector('tbody:last-of-type > tr:last-child').matches('.insertion')"))
    cell = shown.locator("#row-101 [data-cell=note]")
    cell.click()
    shown.keyboard.type("typed")
    shown.keyboard.press("Enter")
    shown.locator(".flash").wait_for()
    keys = shown.evaluate(KEYS)
    report.expect("a value of another page is stored, and its rows stay", cell.inner_text() == "typed" and is_run(keys) and len(keys) >= 150)
    for number in (60, 110):
        shown.locator(f"#row-{number} .choose-cell input").click()
    report.expect("rows of several pages are chosen", shown.locator(".chosen-count").inner_text() == "2 rows selected")
    shown.locator(".flash").get_by_role("button", name="Undo").click()
    shown.wait_for_timeout(1000)
    report.expect("and undone", cell.inner_text() != "typed" and shown.locator(".chosen-count").inner_text() == "2 rows selected"
                  and shown.locator("#row-110 .choose-cell input").is_checked(), cell.inner_text())
    shown.locator(".grid-tools").get_by_role("button", name="Delete").first.click()
    shown.locator("main").get_by_role("button", name="Delete").first.click()
    shown.wait_for_load_state()
    shown.goto(table)
    wheel(shown, 900, 5)
    keys = shown.evaluate(KEYS)
    report.expect("both are deleted", 60 not in keys and 110 not in keys and 61 in keys and 111 in keys)
    wheel(shown, 2000, 20)
    asked = []
    shown.on("request", lambda request: asked.append(request.url) if "/item?" in request.url else None)
    late = shown.evaluate(KEYS)[-20]
    shown.click(f"#row-{late} [data-cell=note]")
    shown.keyboard.type("late")
    shown.keyboard.press("Enter")
    shown.locator(f"#row-{late} [data-cell=note]", has_text="late").wait_for()
    shown.wait_for_timeout(1500)
    keys = shown.evaluate(KEYS)
    report.expect("far from the first row, what is near is asked for anew", 0 < len(asked) <= 8, len(asked))
    report.expect("the rows still follow each other", is_run(keys) and late in keys
                  and shown.evaluate("document.querySelector('tbody:last-of-type > tr:last-child').matches('.insertion')"), keys[:1])


def in_sections(report, shown, table):
    shown.goto(table)
    wheel(shown, 900, 12)
    names = shown.evaluate(SECTIONS)
    axe(report, shown, "sections that go on", without=("target-size",))
    report.expect("a section that goes on has one head", len(names) >= 2 and len(set(names)) == len(names), names)
    wheel(shown, -1500, 20)
    again = shown.evaluate(SECTIONS)
    report.expect("also on the way back", again[:len(names)] == names or len(set(again)) == len(again), again)


def lists(report, shown, examples):
    shown.goto(f"{examples}/contacts?_size=200")
    items, titles = shown.evaluate(ITEMS), shown.evaluate(TITLES)
    shown.goto(f"{examples}/contacts?_size=10")
    report.expect("a list asks for no other page before it is scrolled", shown.evaluate(ITEMS) == items[:10])
    wheel_until(shown, 600, f"({ITEMS})().length >= {len(items)}")
    report.expect("its sections go on", shown.evaluate(ITEMS) == items and shown.evaluate(TITLES) == titles,
                  (len(shown.evaluate(ITEMS)), shown.evaluate(TITLES)))
    axe(report, shown, "a list that goes on", without=("target-size",))
    report.expect("its address is that of the page that is read", "_next=" in shown.url, shown.url)
    shown.reload()
    first = shown.evaluate(ITEMS)[0]
    wheel_until(shown, -600, f"({ITEMS})()[0] === {items[0]!r}")
    again = shown.evaluate(ITEMS)
    report.expect("also on the way back", again == items[:len(again)] and first in again and again[0] == items[0], (first, again[:1]))
    shown_titles = shown.evaluate(TITLES)
    report.expect("each section has one head", shown_titles == titles[:len(shown_titles)], shown_titles)
