"""Open pages that show what others change, as it is changed."""
import sqlite3
from functools import partial

from access import axe
from forms import OwnedServer
from screen import PHONE, page
from site_under_test import Server, written_by_another

COUNT = 300
NAMES = "() => [...document.querySelectorAll('table.grid tbody tr:not(.insertion) > th')].map(cell => cell.innerText)"
MARKED = "() => [...document.querySelectorAll('.changed')].map(each => each.innerText)"


def check(report, chromium, site, folder):
    path = folder / "live.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank REAL)")
        database.executemany("INSERT INTO item VALUES (?, ?, ?)", ((number, f"item {number}", number) for number in range(1, COUNT + 1)))
        database.execute("CREATE TABLE none (id INTEGER PRIMARY KEY, name TEXT)")
        database.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, kind TEXT)")
        database.execute("INSERT INTO thing (kind) VALUES ('one'), ('one'), ('other')")
    database.close()

    write = partial(written_by_another, path)
    server = OwnedServer(site.program, "--writable", path)
    still = Server(site.program, path, "--live-pages", "0")
    examples = Server(site.program)
    file = folder / "live.yaml"
    file.write_text("databases: {live: {tables: {thing: {sections: kind}}}}\n")
    sections = Server(site.program, path, "--site", file)
    try:
        with page(chromium) as shown:
            shown.goto(server.link)
            owner = shown.context.storage_state()
        with report.part("a page that is read shows changes"), page(chromium) as shown:
            read(report, shown, f"{server.base}/live/item", write)
        with report.part("changes where a page ends"), page(chromium) as shown:
            at_ends(report, shown, f"{server.base}/live/item?_size=25", write)
        with report.part("changes while rows are edited"), page(chromium, storage_state=owner) as shown:
            edited(report, shown, f"{server.base}/live/item?_edit=on", write)
        with report.part("pages of another kind"), page(chromium) as shown:
            turned(report, shown, f"{server.base}/live/none", write)
        with report.part("facets follow"), page(chromium) as shown:
            asked = watched(shown)
            shown.goto(f"{server.base}/live/thing?_facet=kind")
            bars = shown.locator(".facets .bars li")
            report.expect("facets say how many", bars.all_inner_texts() == ["one\n2", "other\n1"], bars.all_inner_texts())
            settled(shown, asked)
            write("INSERT INTO thing (kind) VALUES ('other'), ('other')")
            shown.locator(".facets .bars li", has_text="3").wait_for(timeout=15_000)
            report.expect("also after a change", bars.all_inner_texts() == ["other\n3", "one\n2"], bars.all_inner_texts())
            report.expect("and so does the number of rows", shown.locator(".count").inner_text() == "5 rows")
            said = shown.locator("[role=status].visually-hidden")
            shown.wait_for_function("() => !document.querySelector('[role=status].visually-hidden').textContent", timeout=20_000)
            write("DELETE FROM thing WHERE id = 5")
            said.get_by_text("1 change", exact=True).wait_for(state="attached", timeout=15_000)
            report.expect("who doesn't see that a row is gone is told", shown.locator("tbody tr").count() == 4)
            write("INSERT INTO thing VALUES (5, 'other')")
        with report.part("sections follow"), page(chromium) as shown:
            asked = watched(shown)
            shown.goto(f"{sections.base}/live/thing")
            settled(shown, asked)
            # The rows of a section may be counted a moment after the page has come, which is marked as well.
            shown.wait_for_function("() => document.querySelectorAll('.section-header small').length === 2 && !document.querySelector('.changed')")
            write("INSERT INTO thing (kind) VALUES ('only')")
            shown.locator(".section-header", has_text="only").wait_for(timeout=15_000)
            heads = [text.split()[0] for text in shown.locator(".section-header").all_inner_texts()]
            report.expect("a new one stands in its place", heads == ["one", "only", "other"], heads)
            marked = shown.evaluate(MARKED)
            report.expect("its rows alone are marked", len(marked) == 2 and all("only" in text for text in marked), marked)
            other = shown.context.new_page()
            other.goto(f"{sections.base}/live/thing")
            parts = "() => [...document.querySelectorAll('table.grid tbody')].map(body => [body.id, body.innerText])"
            report.expect("all are as on a page that is loaded now", shown.evaluate(parts) == other.evaluate(parts), shown.evaluate(parts))
        with report.part("the page of a row, and a chart, show changes"), page(chromium) as shown:
            whole(report, shown, f"{server.base}/live", write)
        with report.part("changes are paused"), page(chromium) as shown:
            paused(report, shown, f"{server.base}/live/item", write)
        with report.part("lists show changes"), page(chromium) as shown, page(chromium) as other:
            in_lists(report, shown, other, f"{examples.base}/examples/tasks")
        with report.part("a phone shows changes"), page(chromium, PHONE) as shown:
            shown.goto(f"{server.base}/live/item")
            shown.wait_for_timeout(2500)
            write("UPDATE item SET name = 'on a phone' WHERE id = 2")
            shown.get_by_text("on a phone").wait_for()
            axe(report, shown, "a page that shows changes on a phone")
        with report.part("a site without"), page(chromium) as shown:
            shown.goto(f"{still.base}/live/item")
            report.expect("has no sign of it", shown.locator(".live").count() == 0)
    finally:
        server.stop()
        still.stop()
        sections.stop()
        examples.stop()


def settled(shown, asked):
    """Waits until the page waits for a change."""
    shown.wait_for_function("() => document.querySelector('.live')")
    # Until the rows are counted a page has no state that could be waited for.
    for _ in range(600):
        if any("25" in wait for wait in asked):
            return
        shown.wait_for_timeout(50)
    raise AssertionError(f"nothing is waited for: {asked}")


def watched(shown):
    """What is asked for from now on, by how long it may wait."""
    asked = []
    shown.on("request", lambda request: asked.append(request.headers["prefer"]) if "prefer" in request.headers else None)
    return asked


def read(report, shown, table, write):
    asked = watched(shown)
    shown.goto(table)
    settled(shown, asked)
    report.expect("nothing is marked before", shown.evaluate(MARKED) == [])
    axe(report, shown, "a page that shows changes")
    shown.locator("tbody tr").nth(4).evaluate("row => { row.kept = true }")
    count = len(asked)
    write("UPDATE item SET name = 'renamed' WHERE id = 3")
    shown.get_by_text("renamed").wait_for(timeout=15_000)
    report.expect("only the value that has changed is marked", shown.evaluate(MARKED) == ["renamed"], shown.evaluate(MARKED))
    said = shown.locator("[role=status].visually-hidden")
    said.get_by_text("1 change", exact=True).wait_for(state="attached")
    report.expect("who doesn't see it is told", said.count() == 1)
    report.expect("the other rows are the same as before", shown.locator("tbody tr").nth(4).evaluate("row => row.kept"))
    write("DELETE FROM item WHERE id = 2")
    shown.wait_for_function("() => document.querySelector('tbody').rows[1].innerText.includes('renamed')", timeout=15_000)
    report.expect("a row that is gone is gone", shown.evaluate(NAMES)[:2] == ["item 1", "renamed"], shown.evaluate(NAMES)[:3])
    report.expect("the number of rows follows", shown.locator(".count").inner_text() == f"{COUNT - 1} rows")
    report.expect("the page is full, and leads on from there", shown.evaluate(NAMES)[-1] == "item 51")
    write("INSERT INTO item VALUES (2, 'item 2', 2)")
    shown.get_by_text("item 2", exact=True).wait_for(timeout=15_000)
    report.expect("a row that has come stands in its place", shown.evaluate(NAMES)[:3] == ["item 1", "item 2", "renamed"])
    report.expect("each change is asked for once", len(asked) <= count + 6, asked[count:])
    count = len(asked)
    shown.wait_for_timeout(3000)
    report.expect("where nothing changes, nothing is asked for", len(asked) <= count + 1, len(asked) - count)
    shown.locator("tbody a").nth(2).focus()
    write("UPDATE item SET name = 'renamed again' WHERE id = 3")
    shown.get_by_text("renamed again").wait_for(timeout=15_000)
    report.expect("the focus stays", shown.evaluate("document.activeElement.innerText") == "renamed again")
    shown.wait_for_timeout(3200)
    report.expect("marks pass", shown.evaluate(MARKED) == [])


def at_ends(report, shown, table, write):
    asked = watched(shown)
    shown.goto(table)
    shown.hover(".scroll")
    for _ in range(4):
        shown.mouse.wheel(0, 200)
        shown.wait_for_timeout(150)
    shown.wait_for_timeout(800)
    count = len(shown.evaluate(NAMES))
    report.expect("several pages are shown", count >= 50, count)
    settled(shown, asked)
    seen = "() => [...document.querySelectorAll('tbody tr')].find(row => row.getBoundingClientRect().top > 250)"
    row = shown.evaluate(f"({seen})().innerText")
    top = shown.evaluate(f"({seen})().getBoundingClientRect().top")
    write("INSERT INTO item VALUES (0, 'item 0', 0)", "INSERT INTO item VALUES (-1, 'item -1', -1)")
    shown.wait_for_function("() => document.querySelector('tbody th').innerText === 'item -1'", timeout=15_000)
    names = shown.evaluate(NAMES)
    report.expect("no row is missing where a page ends, and none is there twice",
                  names == ["item -1", "item 0", "item 1", "item 2", "renamed again"] + [f"item {number}" for number in range(4, len(names) - 1)], names)
    report.expect("rows that move from one page to another are not marked", [text.split("\t")[0] for text in shown.evaluate(MARKED)] == ["item -1", "item 0"],
                  shown.evaluate(MARKED))
    report.expect("what is read doesn't move", shown.evaluate(f"({seen})().innerText") == row
                  and abs(shown.evaluate(f"({seen})().getBoundingClientRect().top") - top) < 2)
    write("DELETE FROM item WHERE id IN (0, -1, 5)")
    shown.wait_for_function("() => document.querySelector('tbody th').innerText === 'item 1'", timeout=15_000)
    names = shown.evaluate(NAMES)
    report.expect("nor where rows go", names == ["item 1", "item 2", "renamed again", "item 4"] + [f"item {number}" for number in range(6, len(names) + 2)], names)
    write("INSERT INTO item VALUES (5, 'item 5', 5)")
    shown.get_by_text("item 5", exact=True).wait_for(timeout=15_000, state="attached")
    # One of these is on another page than the one that is read.
    for number in (4, 45):
        shown.wait_for_timeout(3200)
        write(f"UPDATE item SET name = 'on its page' WHERE id = {number}")
        shown.get_by_text("on its page").wait_for(timeout=15_000, state="attached")
        report.expect(f"a change is shown on whichever page that is shown ({number})", shown.evaluate(MARKED) == ["on its page"], shown.evaluate(MARKED))
        write(f"UPDATE item SET name = 'item {number}' WHERE id = {number}")
        shown.get_by_text("on its page").wait_for(timeout=15_000, state="detached")


def edited(report, shown, table, write):
    asked = watched(shown)
    shown.goto(table)
    settled(shown, asked)
    shown.locator("#row-4 .choose-cell input").click()
    cell = shown.locator("#row-6 [data-cell=name]")
    cell.dblclick()
    shown.keyboard.type("half")
    write("UPDATE item SET name = 'by another' WHERE id = 8")
    shown.wait_for_timeout(2500)
    report.expect("what is being written stays", shown.evaluate("document.activeElement.value") == "half")
    shown.keyboard.press("Escape")
    shown.locator("#row-8 [data-cell=name]", has_text="by another").wait_for(timeout=15_000)
    report.expect("what was changed meanwhile comes then", cell.inner_text() == "item 6" and "by another" in shown.evaluate(MARKED), shown.evaluate(MARKED))
    report.expect("what is chosen stays", shown.locator("#row-4 .choose-cell input").is_checked())
    field = shown.locator(".insertion :is(input[type=text], input:not([type]), textarea)").first
    field.fill("a new one")
    write("UPDATE item SET name = 'by a third' WHERE id = 9")
    shown.locator("#row-9 [data-cell=name]", has_text="by a third").wait_for(timeout=15_000)
    report.expect("a new row that is half written stays, too", field.input_value() == "a new one" and shown.evaluate("document.activeElement.value") == "a new one")
    field.fill("")
    cell.click()
    shown.keyboard.type("mine")
    shown.keyboard.press("Enter")
    shown.locator(".flash").wait_for()
    report.expect("own changes are stored as before, and not marked", cell.inner_text() == "mine" and "mine" not in shown.evaluate(MARKED))
    shown.wait_for_timeout(2500)
    report.expect("and what was said of them stays", shown.locator(".flash").is_visible())
    shown.locator(".flash").get_by_role("button", name="Undo").click()
    shown.locator("#row-6 [data-cell=name]", has_text="item 6").wait_for()


def turned(report, shown, table, write):
    asked = watched(shown)
    shown.goto(table)
    settled(shown, asked)
    write("INSERT INTO none VALUES (1, 'the first')")
    shown.get_by_text("the first").wait_for(timeout=15_000)
    report.expect("the first row of a table comes", shown.evaluate(NAMES) == ["the first"])
    asked.clear()
    settled(shown, asked)
    write("DELETE FROM none")
    shown.get_by_text("the first").wait_for(timeout=15_000, state="detached")
    report.expect("and the last one goes", shown.locator(".outcome").is_visible())


def whole(report, shown, database, write):
    asked = watched(shown)
    shown.goto(f"{database}/item/20")
    settled(shown, asked)
    shown.locator(".actions a[rel=next]").focus()
    shown.locator("h1").evaluate("heading => { heading.kept = true }")
    write("UPDATE item SET rank = 4711 WHERE id = 20")
    shown.locator("main", has_text="4,711").or_(shown.locator("main", has_text="4711")).wait_for(timeout=15_000)
    report.expect("the value is marked, and nothing else", [text.replace(",", "") for text in shown.evaluate(MARKED)] == ["4711"], shown.evaluate(MARKED))
    report.expect("what is the same stays, and so does the focus", shown.locator("h1").evaluate("heading => heading.kept")
                  and shown.evaluate("document.activeElement.rel") == "next")
    axe(report, shown, "a row that shows changes")
    write("DELETE FROM item WHERE id = 20")
    shown.locator(".live", has_text="Reload").wait_for(timeout=15_000)
    report.expect("of a row that is gone the page says so", shown.locator(".live").get_attribute("title") == "This page has changed")
    shown.locator(".live").click()
    report.expect("and leads on", shown.locator("h1").inner_text() != "item 20")
    write("INSERT INTO item VALUES (20, 'item 20', 20)")
    asked.clear()
    shown.goto(f"{database}/item/-/groups?_group=name&_sum=rank&_chart=bars")
    settled(shown, asked)
    bars = "() => [...document.querySelectorAll('main svg rect')].map(bar => bar.outerHTML).join()"
    before = shown.evaluate(bars)
    write("UPDATE item SET rank = 100000 WHERE id = 1")
    shown.wait_for_function(f"before => ({bars})() !== before", arg=before, timeout=15_000)
    report.expect("a chart follows", "100,000" in shown.locator("main").inner_text() or "100000" in shown.locator("main").inner_text())
    write("UPDATE item SET rank = 1 WHERE id = 1")


def paused(report, shown, table, write):
    asked = watched(shown)
    shown.goto(table)
    settled(shown, asked)
    sign = shown.locator(".live")
    report.expect("the sign says that changes are shown", sign.get_attribute("aria-pressed") == "true")
    sign.click()
    report.expect("and that they aren't any more", sign.get_attribute("aria-pressed") == "false")
    write("UPDATE item SET name = 'not seen' WHERE id = 10")
    shown.wait_for_timeout(2000)
    report.expect("nothing changes then", "not seen" not in shown.evaluate(NAMES))
    shown.reload()
    shown.wait_for_timeout(2500)
    asked.clear()
    write("UPDATE item SET name = 'item 10' WHERE id = 10")
    shown.wait_for_timeout(1500)
    report.expect("nor on the next page", "not seen" in shown.evaluate(NAMES) and asked == [])
    sign.click()
    shown.get_by_text("item 10", exact=True).wait_for(timeout=15_000)
    report.expect("until they are asked for again", sign.get_attribute("aria-pressed") == "true")


def in_lists(report, shown, other, table):
    asked = watched(shown)
    shown.goto(table)
    settled(shown, asked)
    items = "() => [...document.querySelectorAll('.list .section > .cells > li')].map(item => item.id)"
    before = shown.evaluate(items)
    shown.evaluate("document.querySelector('.list li').kept = true")
    other.goto(table)
    other.locator("#row-2 summary").click()
    other.locator("#row-2 button[value=finish]").click()
    shown.locator("#row-2 s").wait_for(timeout=15_000)
    report.expect("an item that has changed is marked", shown.locator("#row-2.changed").count() == 1)
    shown.locator("#row-3 summary").click()
    other.goto(f"{table}?_edit=on&_delete=4")
    other.locator("main").get_by_role("button", name="Delete").first.click()
    shown.wait_for_timeout(2000)
    report.expect("while a menu is open nothing moves", shown.locator("#row-4").count() == 1 and shown.locator("#row-3 .menu[open]").count() == 1)
    shown.keyboard.press("Escape")
    shown.locator("#row-4").wait_for(timeout=15_000, state="detached")
    report.expect("an item that is gone is gone", shown.evaluate(items) == [item for item in before if item != "row-4"], shown.evaluate(items))
    report.expect("the others are the same", shown.evaluate("document.querySelector('.list li').kept"))
    for key in ("5", "6"):
        other.goto(f"{table}?_edit=on&_delete={key}")
        other.locator("main").get_by_role("button", name="Delete").first.click()
        shown.locator(f"#row-{key}").wait_for(timeout=15_000, state="detached")
    other.get_by_role("button", name="Undo").first.click()
    shown.locator("#row-6").wait_for(timeout=15_000)
    other.goto(table)
    parts = "() => [...document.querySelectorAll('.list .section')].map(section => section.innerText)"
    report.expect("sections are as on a page that is loaded now", shown.evaluate(parts) == other.evaluate(parts), shown.evaluate(parts))
