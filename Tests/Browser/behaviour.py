"""What a reader does, with scripts switched off: nothing may depend on them. What they add is at the end."""
import re

from screen import PHONE, choose, open_menu, page
from site_under_test import Server


def check(report, chromium, site, folder):
    for name, step in {"paging": paging, "sorting": sorting, "theme": theme, "filters": filters, "cells": cells,
                       "references": references, "counting": counting, "facets": facets, "late facets": late_facets,
                       "late forms": late_forms, "search": search, "statements": statements,
                       "stored statements": stored_statements}.items():
        with report.part(name):
            step(report, chromium, site.pages)
    # Which numbers are known depends on who has asked: here nobody has.
    server = Server(site.program, "--time-limit", "600", folder / "events.sqlite", folder / "awkward.sqlite")
    try:
        with report.part("late counts"):
            late_counts(report, chromium, server.base + "/events", server.base + "/awkward")
    finally:
        server.stop()


def first_cells(shown):
    return shown.locator("tbody th").all_inner_texts()


def paging(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["events"])
        first = first_cells(shown)
        report.expect("no link to a page before the first", shown.locator("a[rel=prev]").count() == 0)
        shown.locator("a[rel=next]").click()
        second = first_cells(shown)
        report.expect("the next page shows other rows", not set(first) & set(second))
        shown.locator("a[rel=prev]").click()
        report.expect("previous leads back to the same rows", first_cells(shown) == first)
        shown.locator(".page-sizes a", has_text="25").click()
        report.expect("25 rows when 25 are asked for", len(first_cells(shown)) == 25)


def sorting(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["events"])
        shown.locator("thead a", has_text="amount").click()
        head = shown.locator("thead th", has_text="amount")
        report.expect("a column's head sorts by it", head.get_attribute("aria-sort") == "ascending")
        head.locator("a").click()
        report.expect("a second time turns the order", head.get_attribute("aria-sort") == "descending")
        open_menu(shown, "Sort")
        shown.locator(".menu[open] a").click()
        menu = shown.locator("#sort-form")
        menu.locator("select").nth(0).select_option("kind")
        menu.locator("select").nth(1).select_option("amount")
        menu.get_by_role("button", name="Apply sort").click()
        report.expect("the form sorts by two columns", shown.locator("th.sorted").count() == 2)
        report.expect("the first of them is announced",
                      shown.locator("th[aria-sort]").inner_text().startswith("kind"))


def theme(report, chromium, pages):
    ground = "getComputedStyle(document.body).backgroundColor"
    with page(chromium, color_scheme="light") as shown:
        shown.goto(pages["home"])
        light = shown.evaluate(ground)
        choose(shown, "Appearance", "Dark")
        report.expect("choosing leads back to the page", shown.url == pages["home"], shown.url)
        report.expect("the chosen theme wins over the system's", shown.evaluate(ground) != light)
        shown.goto(pages["table"])
        report.expect("the theme holds on other pages", shown.evaluate(ground) != light)
        choose(shown, "View", "System")
        report.expect("the system's theme can be chosen again", shown.evaluate(ground) == light)


def filters(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["filtered"])
        some = len(first_cells(shown))
        shown.locator(".chip").click()
        report.expect("a chip takes its filter away", shown.locator(".chip").count() == 0 and len(first_cells(shown)) >= some)
        shown.goto(pages["empty"])
        shown.locator(".outcome a.button").first.click()
        report.expect("the way out of an empty table shows rows", shown.locator("tbody tr").count() > 0)


def late_forms(report, chromium, pages):
    with page(chromium) as shown:
        asked = []
        shown.on("request", lambda request: asked.append(request.url) if "/-/filters" in request.url else None)
        shown.goto(pages["events"])
        report.expect("forms aren't fetched before they are wanted", not asked and shown.locator("main select").count() == 0)
        open_menu(shown, "Filter")
        menu = shown.locator(".menu[open]")
        menu.locator("select").first.wait_for()
        report.expect("they come for all menus at once", len(asked) == 1 and shown.locator("main .menu select").count() > 4
                      and shown.locator(".menu a[type='text/csv']").count() == 2, asked)
        menu.locator("select").first.select_option("amount")
        menu.locator("select").nth(1).select_option("gt")
        menu.get_by_label("Value").fill("5")
        menu.get_by_role("button", name="Add filter").click()
        shown.locator(".chip").wait_for()
        report.expect("a form in a menu narrows the rows", "amount__gt=5" in shown.url, shown.url)
        open_menu(shown, "Export")
        with shown.expect_download() as download:
            shown.get_by_role("link", name="CSV").first.click()
        report.expect("all matching rows are a file", download.value.suggested_filename.endswith(".csv"), download.value.suggested_filename)
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["table"])
        open_menu(shown, "Export")
        shown.locator(".menu[open] a").click()
        with shown.expect_download() as download:
            shown.get_by_role("link", name="CSV").first.click()
        report.expect("without scripts a link leads to the formats", download.value.suggested_filename.endswith(".csv"))


def references(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["row"])
        link = shown.locator(".related a").first
        words = link.inner_text()
        link.click()
        report.expect("a reference leads to the rows that refer", shown.locator(".chip").count() == 1
                      and shown.locator("tbody tr").count() > 0, words)


def counting(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["counting"])
        report.expect("a page says that it counts", "counting" in shown.locator("[role=status]").inner_text())
        with shown.expect_event("response", lambda answer: answer.url == pages["counting"]):
            pass
        shown.locator("[role=status]").wait_for()
        report.expect("it asks again by itself", True)
        shown.locator(".count a", has_text="stop").click()
        report.expect("counting can be left alone", shown.locator(".spinner").count() == 0)


def facets(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["facets"])
        first = shown.locator(".bars a").first
        label, count = first.locator("span").all_inner_texts()
        first.click()
        report.expect("a value of a facet picks its rows", shown.locator(".count b").inner_text() == count, label)
        chosen = shown.locator(".bars [aria-current]")
        report.expect("what was picked is marked", chosen.count() == 1 and label in chosen.inner_text())
        report.expect("the other values can still be picked", shown.locator("section").first.locator("li").count() > 1)
        chosen.click()
        report.expect("a second time drops it", shown.locator(".chip").count() == 0)
        shown.get_by_label("Remove facet").first.click()
        report.expect("a facet can be taken away", shown.locator(".facets section").count() == 2)
        open_menu(shown, "Facets")
        shown.locator(".menu[open] a").click()
        shown.locator("#facet-form select").select_option("station_code")
        shown.locator("#facet-form").get_by_role("button", name="Count").click()
        report.expect("the form adds a facet", shown.locator(".facets section").count() == 3)
        open_menu(shown, "Facets")
        shown.locator(".menu[open] a").click()
        shown.get_by_role("link", name="Suggestions").click()
        report.expect("suggestions are a page of their own", shown.locator("h1").inner_text().startswith("Facets of"))


def late_facets(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["late facets"] + "&amount__gt=-1")
        rows = shown.locator("tbody tr").count()
        report.expect("rows come before the facets", rows > 0 and shown.locator(".bars a").count() == 0)
        shown.get_by_role("link", name="wait for the count").first.click()
        report.expect("without a script a link waits for them", shown.locator(".bars a").count() > 10)
    with page(chromium) as shown:
        shown.goto(pages["late facets"] + "&amount__gt=-2")
        shown.locator(".bars a").nth(12).wait_for()
        report.expect("with one they come by themselves", shown.locator(".spinner").count() == 0)
        open_menu(shown, "Facets")
        suggested = shown.locator(".menu[open] .links a")
        suggested.first.wait_for()
        report.expect("and so do suggestions", any("ts" in text for text in suggested.all_inner_texts()))


def late_counts(report, chromium, events, awkward):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(events)
        link = shown.get_by_role("link", name="rows of events, all counted")
        report.expect("a count that isn't known is a link", link.inner_text().startswith(("10,000+", "count")),
                      link.inner_text())
        link.click()
        shown.get_by_text("20,000 rows", exact=True).wait_for()
        report.expect("it leads to all rows, counted", shown.url.startswith(f"{events}/events?"), shown.url)
    with page(chromium) as shown:
        shown.goto(awkward)
        shown.get_by_role("cell", name="20,000", exact=True).wait_for()
        report.expect("with a script counts come by themselves", True)
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(f"{events}/events?id__gt=1")
        count = shown.locator(".count").inner_text()
        report.expect("without scripts a table says what it knows", count in ("10,000+ rows · count all", "count rows"), count)
        shown.locator(".count a").click()
        shown.get_by_text("19,999 of 20,000 rows", exact=True).wait_for()
    with page(chromium, PHONE) as shown:
        # The answer waits until the page has been measured.
        held = []
        shown.route("**/-/count*", lambda route: held.append(route))
        shown.goto(f"{events}/events?id__gt=2")
        top = "() => document.querySelector('main .chip').getBoundingClientRect().top"
        before, said = shown.evaluate(top), shown.locator(".count").inner_text()
        for route in held:
            route.continue_()
        shown.locator(".count", has_text="19,998 of 20,000 rows").wait_for()
        report.expect("with a script a table fills it in, and nothing moves", before == shown.evaluate(top), (said, before, shown.evaluate(top)))
        report.expect("and it is said as on a page that knows it", "count all" not in shown.locator(".count").inner_text())
    with page(chromium) as shown:
        asked = []

        def under_way(route):
            asked.append(route.request.url)
            answer = route.fetch()
            late = f'<span id="count" data-late="{route.request.url}">counting, 10,000 so far</span>'
            route.fulfill(response=answer, body=re.sub(r'<span id="count">.*?</span>', late, answer.text()) if len(asked) == 1 else answer.text())

        shown.route("**/-/count*", under_way)
        shown.goto(f"{events}/events?id__gt=3")
        shown.locator(".count", has_text="counting, 10,000 so far").wait_for()
        shown.locator(".count", has_text="19,997 of 20,000 rows").wait_for()
        report.expect("a count that is still under way is asked for again, and then no more", len(asked) == 2 and not shown.locator("main [data-late]").count(), asked)


def search(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["home"])
        shown.get_by_role("searchbox").fill("garden")
        shown.get_by_role("searchbox").press("Enter")
        marks = shown.locator("main mark").all_inner_texts()
        report.expect("all tables are searched", marks and all(mark.lower() == "garden" for mark in marks), marks)
        shown.locator(".found h2 a").first.click()
        report.expect("all rows that match are a click away", shown.locator("tbody mark").count() > 0, shown.url)
        report.expect("the page says how it searched", "Searched" in shown.locator(".page-title").inner_text())
    with page(chromium) as shown:
        shown.goto(pages["late search"])
        shown.get_by_text("The search timed out.").first.wait_for()
        report.expect("a table that takes long comes late", shown.locator(".found li").count() > 2)


def statements(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["query form"])
        shown.get_by_label("SQL query").fill("select name, elevation_m from stations where automatic = :automatic")
        shown.get_by_role("button", name="Run").click()
        shown.locator(".parameters input[name=automatic]").fill("1")
        shown.get_by_role("button", name="Run").click()
        rows = shown.locator("tbody tr").count()
        report.expect("a parameter becomes a field", rows > 1, shown.url)
        shown.locator("thead a", has_text="elevation_m").click()
        heights = [float(text.replace(",", "")) for text in shown.locator("tbody td:last-child").all_inner_texts() if text]
        report.expect("a result is sorted by its heads", len(heights) > 1 and heights == sorted(heights), heights)
        shown.get_by_label("SQL query").fill("delete from stations")
        shown.get_by_role("button", name="Run").click()
        report.expect("what writes is refused, in words", "Only SELECT" in shown.get_by_role("alert").inner_text())
        report.expect("and still stands in its field",
                      shown.get_by_label("SQL query").input_value() == "delete from stations")


def stored_statements(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["described database"])
        report.expect("the owner's title stands in the bar", "Events of a shop" in shown.locator("header").first.inner_text())
        shown.get_by_role("link", name="What people spent").click()
        shown.get_by_label("least").fill("10")
        shown.get_by_role("button", name="Run").click()
        report.expect("the owner's statement answers for a value", shown.locator("tbody tr").count() > 1, shown.url)
        shown.get_by_role("link", name="Edit SQL").click()
        report.expect("and can be changed as one's own",
                      shown.get_by_label("SQL query").input_value().startswith("select kind"))


def cells(report, chromium, pages):
    with page(chromium, PHONE) as shown:
        shown.goto(pages["table"])
        row = shown.locator("tbody tr").nth(1)
        report.expect("a phone shows rows as cells", row.evaluate("row => getComputedStyle(row).display") == "flex")
        shown_cells = row.locator("td").evaluate_all("""all => all.filter(cell => getComputedStyle(cell).display != 'none')
            .map(cell => getComputedStyle(cell, '::before').content.replaceAll('"', '').trim())""")
        heads = shown.locator("thead th").evaluate_all("all => all.map(head => head.querySelector('a, span').firstChild.data.trim())")
        report.expect("each value of a cell stands behind the name of its column", shown_cells and "" not in shown_cells
                      and [name for name in heads if name in shown_cells] == shown_cells, (shown_cells, heads))
        # As the page says it of a column that is the table's own affair.
        hidden = row.locator("td").first.evaluate("cell => { cell.style.setProperty('--display', 'none'); return getComputedStyle(cell).display }")
        report.expect("what says little is left to the row's page", hidden == "none", hidden)
        place = row.bounding_box()
        target = row.locator("th a").evaluate("link => link.href")
        shown.touchscreen.tap(place["x"] + place["width"] - 60, place["y"] + place["height"] - 14)
        shown.wait_for_url(target, timeout=5000)
        report.expect("the whole cell leads to the row", True)
        shown.goto(pages["table"])
        choose(shown, "View", "Grid with fixed first column")
        display = shown.locator("tbody tr").first.evaluate("row => getComputedStyle(row).display")
        report.expect("a phone shows the grid when asked to", display == "table-row", display)
    with page(chromium, PHONE) as shown:
        shown.goto(pages["references"])
        wide = shown.locator("tbody tr").first.locator("td").evaluate_all("""all => {
            const shown = all.filter(cell => cell.offsetHeight)
            const isAlone = cell => !shown.some(other => other != cell && other.offsetTop == cell.offsetTop)
            return shown.filter(cell => cell.offsetWidth > cell.parentElement.clientWidth / 2 && isAlone(cell)).length
        }""")
        report.expect("what is long has a line of its own", wide >= 1, wide)
