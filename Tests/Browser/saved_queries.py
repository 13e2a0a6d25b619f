"""Queries that visitors save: with scripts and without, by keyboard, and how their pages look on every screen."""
import os
import sqlite3
from pathlib import Path

from access import axe, targets
from forms import OwnedServer
from markup import nu
from screen import LAPTOP, PHONE, page

BOOKS = """CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, pages INTEGER);
INSERT INTO book VALUES (1, 'Dune', 412), (2, 'Emma', 474), (3, 'Ulysses', 730);"""


def check(report, chromium, site, folder):
    path = folder / "shelf.sqlite"
    with sqlite3.connect(path) as database:
        database.executescript(BOOKS)
    database.close()
    for scripts in (True, False):
        server = OwnedServer(site.program, "--saved-queries", folder / f"queries-{scripts}.json", path)
        try:
            works(report, chromium, server, folder, scripts)
        finally:
            server.stop()


def works(report, chromium, server, folder, scripts):
    way = f"saved queries {'with' if scripts else 'without'} scripts"
    with report.part(way), page(chromium, LAPTOP, java_script_enabled=scripts) as shown:
        shown.goto(f"{server.base}/shelf/-/query?sql=select+title+from+book")
        report.expect(f"{way}: nobody unknown is offered to save", shown.get_by_role("button", name="Save…").count() == 0)
        shown.goto(server.link)
        shown.goto(f"{server.base}/shelf/-/query")
        # What is typed is saved, whether or not it has been run.
        shown.get_by_label("SQL query").fill("select title from book where pages > :least order by pages")
        shown.get_by_role("button", name="Save…").press("Enter")
        shown.wait_for_url("**/-/new**")
        report.expect(f"{way}: the SQL that was typed is in the form", ":least" in shown.get_by_label("SQL", exact=True).input_value())
        shown.get_by_label("SQL", exact=True).fill("select titel from book where pages > :least")
        shown.get_by_label("Name").fill("Long books")
        shown.get_by_role("button", name="Save").click()
        report.expect(f"{way}: what the database refuses is told beside the field",
                      "titel" in shown.locator(".edit-field.wrong .error").inner_text())
        report.expect(f"{way}: the name stays", shown.get_by_label("Name").input_value() == "Long books")
        shown.get_by_label("SQL", exact=True).fill("select title from book where pages > :least order by pages")
        shown.get_by_label("Description").fill("Those for a <winter>")
        shown.get_by_label("Share with everybody").check()
        shown.get_by_role("button", name="Save").click()
        report.expect(f"{way}: it is saved and said", "Saved “Long books”." in shown.inner_text(".flash"))
        report.expect(f"{way}: it has a page", shown.inner_text("h1") == "Long books" and "saved by you, shared" in shown.inner_text(".count"))
        shown.get_by_label(":least").fill("450")
        shown.get_by_role("button", name="Run").click()
        report.expect(f"{way}: its parameters are a form", [text.strip() for text in shown.locator("section.result tbody tr").all_inner_texts()] == ["Emma", "Ulysses"])
        shown.goto(f"{server.base}/shelf")
        shown.get_by_role("link", name="Long books").click()
        shown.get_by_role("link", name="Edit SQL").click()
        shown.get_by_label("SQL query").fill("select title from book where pages > :least order by title desc")
        shown.get_by_role("button", name="Run").click()
        shown.get_by_role("button", name="Save…").click()
        report.expect(f"{way}: SQL that was tried leads back to the query", shown.inner_text("h1") == "Edit query"
                      and "title desc" in shown.get_by_label("SQL", exact=True).input_value()
                      and shown.get_by_label("Name").input_value() == "Long books")
        shown.get_by_role("button", name="Save").click()
        report.expect(f"{way}: the change is saved", "title desc" in shown.inner_text("pre.statement"))
        shown.get_by_role("button", name="Delete").click()
        report.expect(f"{way}: it is deleted", shown.url == f"{server.base}/shelf" and shown.get_by_role("link", name="Long books").count() == 0)
        shown.get_by_role("button", name="Undo").click()
        report.expect(f"{way}: and comes back", shown.inner_text("h1") == "Long books", shown.inner_text("h1"))

        if scripts:
            looks(report, shown, f"{server.base}/shelf", folder)


def looks(report, shown, base, folder):
    """Each page as its owner sees it, on a wide screen and on a phone."""
    pages = {"query to be saved": "/-/query?sql=select+*+from+book", "form of a query": "/-/queries/-/new?sql=select+*+from+book",
             "form of a saved query": "/-/queries/1/-/edit", "saved query": "/-/queries/1?least=400", "database with saved queries": ""}
    markup = folder / "markup-of-saved-queries"
    markup.mkdir()
    for viewport in (LAPTOP, PHONE):
        shown.set_viewport_size(viewport)
        for kind, path in pages.items():
            what = f"{kind}{' on a phone' if viewport is PHONE else ''}"
            with report.part(what):
                (markup / (kind.replace(" ", "-") + ".html")).write_text(shown.goto(base + path).text())
                axe(report, shown, what)
                width = shown.evaluate("document.documentElement.scrollWidth")
                report.expect(f"{what}: nothing sticks out", width <= viewport["width"], width)
                if os.environ.get("SCREENSHOTS"):
                    shown.screenshot(path=Path(os.environ["SCREENSHOTS"]) / f"{what.replace(' ', '-')}.png")
                targets(report, shown, what, viewport)
    with report.part("Nu checker of saved queries"):
        complaints = nu(markup)
        report.expect("saved queries: no error from the Nu checker", not complaints, complaints[:4])
