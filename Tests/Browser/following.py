"""Open lists of tables, searches and stored queries, which show what others change as tables do."""
import sqlite3
from functools import partial

from access import axe
from live import MARKED, settled, watched
from screen import PHONE, page
from site_under_test import Server, written_by_another

TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE big (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE small (id INTEGER PRIMARY KEY, name TEXT, points INTEGER);
INSERT INTO big WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT i, 'name ' || i FROM n;
INSERT INTO small VALUES (1, 'ash', 10), (2, 'beech', 20), (3, 'cedar', 30);
"""
SITE = """
databases:
  trees:
    queries:
      best: {title: Best trees, sql: "SELECT name, points FROM small WHERE points >= :least ORDER BY points DESC", params: [least]}
"""
# The row of a table in a list, and the number of its rows.
ROW = "main table.grid tbody tr:has(th a[href$='/{}'])"


def check(report, chromium, site, folder):
    path = folder / "trees.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(TABLES)
    database.close()

    write = partial(written_by_another, path)
    with report.part("a file is loaded"):
        loaded(report, chromium, site, folder)
    file = folder / "trees.yaml"
    file.write_text(SITE)
    server = Server(site.program, path, "--site", file)
    try:
        for title, address in (("the first page", "/"), ("the page of a database", "/trees")):
            with report.part(f"{title} shows changes"), page(chromium) as shown:
                listed(report, shown, server.base + address, write, title)
        with report.part("a list of tables shows changes on a phone"), page(chromium, PHONE) as shown:
            shown.goto(f"{server.base}/trees")
            asked = watched(shown)
            settled(shown, asked)
            axe(report, shown, "a list of tables that shows changes on a phone")
            write("INSERT INTO small VALUES (50, 'on a phone', 1)")
            shown.locator(f"{ROW.format('small')} td.number", has_text="4").wait_for(timeout=15_000)
            write("DELETE FROM small WHERE id = 50")
        with report.part("stored queries show changes"), page(chromium) as shown:
            stored(report, shown, f"{server.base}/trees/best", write)
        with report.part("searches show changes"), page(chromium) as shown:
            searched(report, shown, f"{server.base}/-/search?q=beech", write)
    finally:
        server.stop()


def listed(report, shown, address, write, title):
    asked = watched(shown)
    shown.goto(address)
    settled(shown, asked)
    count = lambda table: shown.locator(f"{ROW.format(table)} td.number").first
    report.expect(f"{title}: nothing is marked at first, though counts came late", shown.evaluate(MARKED) == [], shown.evaluate(MARKED))
    shown.locator(ROW.format("big")).evaluate("row => { row.kept = true }")
    shown.locator(f"{ROW.format('small')} a").first.focus()
    shown.wait_for_function("() => document.querySelectorAll('main [data-late]').length === 0")
    axe(report, shown, f"{title}, which shows changes")
    write("INSERT INTO small VALUES (4, 'date palm', 40)")
    count("small").get_by_text("4", exact=True).wait_for(timeout=15_000)
    report.expect(f"{title}: a number of rows that has changed is marked", shown.evaluate(MARKED) == ["4"], shown.evaluate(MARKED))
    report.expect(f"{title}: the row stays, with its focus", shown.evaluate("document.activeElement.innerText") == "small"
                  and shown.locator(ROW.format("big")).evaluate("row => row.kept"))
    shown.wait_for_timeout(3500)
    write("DELETE FROM big WHERE id = 400000")
    count("big").get_by_text("399,999", exact=True).wait_for(timeout=30_000)
    report.expect(f"{title}: also one that is counted late", shown.evaluate(MARKED) == ["399,999"], shown.evaluate(MARKED))
    shown.wait_for_timeout(3500)
    write("CREATE TABLE middle (id INTEGER PRIMARY KEY, name TEXT)")
    shown.locator(ROW.format("middle")).wait_for(timeout=15_000)
    names = shown.locator("main table.grid").last.locator("tbody th a").all_inner_texts()
    report.expect(f"{title}: a new table stands in its place", names == ["big", "middle", "small"], names)
    report.expect(f"{title}: it alone is marked", any("middle" in text for text in shown.evaluate(MARKED))
                  and not any("small" in text for text in shown.evaluate(MARKED)), shown.evaluate(MARKED))
    report.expect(f"{title}: the others are the same as before", shown.locator(ROW.format("big")).evaluate("row => row.kept")
                  and shown.evaluate("document.activeElement.innerText") == "small")
    write("DROP TABLE middle", "DELETE FROM small WHERE id = 4", "INSERT INTO big VALUES (400000, 'name 400000')")
    shown.locator(ROW.format("middle")).wait_for(timeout=15_000, state="detached")
    asked.clear()
    shown.wait_for_timeout(3000)
    report.expect(f"{title}: where nothing changes, little is asked for", len(asked) <= 3, asked)


def searched(report, shown, address, write):
    # What takes the server long is made again less often.
    asked = watched(shown)
    shown.goto(address)
    settled(shown, asked)
    shown.wait_for_function("() => document.querySelectorAll('main [data-late]').length === 0")
    report.expect("a search: nothing is marked at first", shown.evaluate(MARKED) == [], shown.evaluate(MARKED))
    axe(report, shown, "a search that shows changes")
    words = lambda: shown.locator(".page-title .summary").inner_text()
    tables = lambda: shown.locator(".found:has(li) h2 a").all_inner_texts()
    before = words()
    shown.locator(".search-all input").focus()
    shown.locator(".found li").filter(has_text="beech").evaluate("item => { item.kept = true }")
    write("INSERT INTO small VALUES (60, 'copper beech', 60)")
    shown.locator(".found li", has_text="copper beech").wait_for(timeout=60_000)
    report.expect("a search: a row that is found now is marked", shown.evaluate(MARKED) == ["copper beech"], shown.evaluate(MARKED))
    report.expect("a search: what was found before stays, and so does the focus",
                  shown.locator(".found li").filter(has_text="beech").first.evaluate("item => item.kept")
                  and shown.evaluate("document.activeElement.name") == "q")
    write("CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO album VALUES (1, 'Under the beech')")
    shown.locator(".found h2", has_text="album").wait_for(timeout=60_000)
    report.expect("a search: a table in which something is found now stands in its place", tables() == ["album", "small"] and words() != before,
                  (tables(), before, words()))
    write("DROP TABLE album", "DELETE FROM small WHERE id = 60")
    shown.locator(".found h2", has_text="album").wait_for(state="detached", timeout=60_000)
    report.expect("a search: one in which nothing is found any more is gone", tables() == ["small"] and words() == before, (tables(), words()))


def stored(report, shown, query, write):
    asked = watched(shown)
    shown.goto(f"{query}?least=0&_chart=bars")
    settled(shown, asked)
    names = lambda: [text.split("\t")[0].strip() for text in shown.locator("section.result tbody tr").all_inner_texts()]
    report.expect("a stored query has its rows", names() == ["cedar", "beech", "ash"], names())
    field = shown.get_by_label(":least")
    field.fill("15")
    bars = "() => [...document.querySelectorAll('main svg rect')].map(bar => bar.outerHTML).join()"
    before = shown.evaluate(bars)
    write("UPDATE small SET points = 35 WHERE id = 2")
    shown.wait_for_function("() => document.querySelector('section.result tbody tr').innerText.includes('beech')", timeout=15_000)
    report.expect("its rows follow", names() == ["beech", "cedar", "ash"], names())
    report.expect("and so does its chart", shown.evaluate(bars) != before)
    report.expect("what is being written stays", field.input_value() == "15" and shown.evaluate("document.activeElement.name") == "least")
    write("INSERT INTO small VALUES (5, 'elm', 50)")
    shown.locator("section.result tbody tr", has_text="elm").wait_for(timeout=15_000)
    report.expect("a row that has come stands in its place", names() == ["elm", "beech", "cedar", "ash"], names())
    write("DELETE FROM small WHERE id = 5", "UPDATE small SET points = 20 WHERE id = 2")
    field.fill("")
    shown.wait_for_function("() => document.querySelectorAll('section.result tbody tr').length === 3", timeout=15_000)
    report.expect("and one that goes is gone", names() == ["cedar", "beech", "ash"], names())
    shown.goto(query.rsplit("/", 1)[0] + "/-/query?sql=select+name+from+small")
    report.expect("what somebody has written is run once", shown.locator(".live").count() == 0)


def loaded(report, chromium, site, folder):
    """How far a file is, on pages that stay, and without scripts on one that comes again."""
    file = folder / "large.csv"
    with open(file, "w") as lines:
        lines.write("id,name,amount\n")
        lines.writelines(f"{number},name {number},{number / 4}\n" for number in range(4_000_000))
    # Asked as soon as the server answers: until the file has a table the page says that rows are loading, and comes again as well.
    with page(chromium) as shown, page(chromium) as database, page(chromium, java_script_enabled=False) as still:
        server = Server(site.program, file)
        try:
            still.goto(f"{server.base}/data/large")
            still.locator(".notice", has_text="Loading").wait_for()
            report.expect("without scripts the page of a table comes again while it is loaded", "http-equiv=\"refresh\"" in still.content())
            for each, address in ((shown, "/data/large?_size=10"), (database, "/data")):
                each.goto(server.base + address)
                each.evaluate("window.kept = true")
                each.locator(".notice", has_text="Loading").wait_for()
            first = shown.locator(".notice").inner_text()
            shown.wait_for_function("first => document.querySelector('.notice')?.innerText !== first", arg=first, timeout=30_000)
            for each, title in ((shown, "the page of a table"), (database, "the page of a database")):
                each.locator(".notice").wait_for(state="detached", timeout=120_000)
                each.locator("main", has_text="4,000,000").wait_for(timeout=120_000)
                report.expect(f"{title} follows to the end, and is the same page", each.evaluate("window.kept"))
            still.locator(".notice").wait_for(state="detached", timeout=30_000)
            report.expect("without scripts as well", still.locator(".notice").count() == 0)
        finally:
            server.stop()
