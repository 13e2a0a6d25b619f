"""The words of a phone's table view, row by row, as a browser shows them: what tables built in code show, and what their rows do.

The steps are named by the rows of the vocabulary. What `rows.py` does with the list of tasks (selection of several rows, editing, moving,
copies) is not done once more.
"""
from screen import PHONE, box, page
from rows import names, row, undo


def check(report, chromium, site, folder):
    for name, step in {"kinds of cells": kinds, "heights": heights, "levels": levels, "accessories": accessories,
                       "headers and footers": headers, "index titles": index_titles, "pages of a list": paging,
                       "highlight": highlight, "one row chosen": single, "insertion rows": insertion,
                       "row actions": actions, "handlers of headers": header_actions, "changed sections": sections,
                       "pages of rows": row_pages, "rows of a grid": grid, "several rows at once": together}.items():
        with report.part(name):
            step(report, chromium, site.pages)


def kinds(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example messages"])
        report.expect("texts and images stand in one list", shown.locator("li figure").count() == 2
                      and shown.locator("li p").count() > 2)
        report.expect("images are there", shown.evaluate("[...document.querySelectorAll('figure img')].every(i => i.naturalWidth)"))
        report.expect("nothing of one row shows in the next", shown.locator("li .badge").count() == 1)
        shown.goto(pages["example profile"])
        report.expect("a profile comes from its file", "Inês" in shown.locator("main").inner_text())
        shown.goto(pages["example empty"])
        report.expect("an empty table says so in its own words", "No messages yet." in shown.locator("main").inner_text())


def heights(report, chromium, pages):
    for viewport in ({}, {"viewport": PHONE}):
        with page(chromium, java_script_enabled=False, **viewport) as shown:
            shown.goto(pages["example cells"])
            for height in (44, 72, 120):
                seen = box(shown, f"#row-height-{height} .cell")["height"]
                report.expect(f"{height} pixels are reserved", height <= seen <= height + 1 or height < seen <= 60, seen)


def levels(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example cells"])
        starts = [box(shown, f"#row-level-{level} .cell-text")["x"] for level in range(4)]
        report.expect("each level stands further in", starts == sorted(set(starts)), starts)
        levels = [shown.locator(f"#row-level-{level}").get_attribute("aria-level") for level in range(4)]
        report.expect("and is told to screen readers", levels == [None, "2", "3", "4"], levels)
        shown.goto(pages["example tasks"] + "?_edit=on")
        shown.locator("li.row-indented").first.wait_for()
        report.expect("a row may stay in its place while it is edited", shown.locator("#row-6.row-indented").count() == 0
                      and shown.locator("#row-2.row-indented").count() == 1)


def accessories(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        for name, target in (("disclosure", "/examples/hello"), ("detail", "/examples/messages")):
            shown.goto(pages["example cells"])
            shown.locator(f"#row-{name} a").click()
            report.expect(f"a {name} leads on", shown.url.endswith(target), shown.url)
        shown.goto(pages["example cells"])
        report.expect("a tick is said in words", "Checked" in shown.locator("#row-checkmark").inner_text())
        report.expect("what has none has none", shown.locator("#row-plain .accessory").count() == 0)


def headers(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example cells"])
        order = shown.evaluate("""['.list-header', '.section h2', '.section footer', '.list-footer'].map(
            name => document.querySelector(name).getBoundingClientRect().top)""")
        report.expect("headers and footers stand around their rows", order == sorted(order), order)
        report.expect("a section is called by its header", shown.get_by_role("region", name="Heights").count() == 1)


def index_titles(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example contacts"] + "?_size=10")
        shown.get_by_role("navigation", name="Sections").get_by_role("link", name="S", exact=True).click()
        top = box(shown, "#section-S")
        report.expect("a title leads to its section, on whichever page", shown.url.endswith("#section-S")
                      and 0 <= top["y"] < 900, (shown.url, top))
        shown.goto(pages["example contacts"] + "?_index=Q")
        report.expect("one that there is not leads to the next", shown.locator("section.section").first.is_visible()
                      and "#section-" in shown.url, shown.url)


def paging(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example contacts"] + "?_size=20")
        first = shown.locator("li .cell").all_inner_texts()
        shown.locator("a[rel=next]").click()
        second = shown.locator("li .cell").all_inner_texts()
        report.expect("the next page of a list shows other rows", len(second) == 20 and not set(first) & set(second))
        shown.locator("a[rel=prev]").click()
        report.expect("and previous leads back", shown.locator("li .cell").all_inner_texts() == first)


def highlight(report, chromium, pages):
    ground = "cell => getComputedStyle(cell).backgroundColor"
    with page(chromium) as shown:
        shown.goto(pages["example playlist"])
        def lit(name):
            cell = shown.locator(f"#row-{name} > .cell")
            shown.mouse.move(0, 0)
            before = cell.evaluate(ground)
            cell.hover()
            return cell.evaluate(ground) != before
        report.expect("a row shows that it is pointed at", lit("dawn"))
        report.expect("unless it refuses", not lit("end-a"))
        shown.locator("#row-dawn").focus()
        report.expect("and that it has the focus",
                      shown.locator("#row-dawn").evaluate("row => getComputedStyle(row).outlineStyle") != "none")


def single(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example playlist"])
        shown.get_by_role("button", name="Select First light").click()
        report.expect("what is chosen is answered", "Plays “First light”." in shown.locator(".flash").inner_text())
        shown.get_by_role("button", name="Select Night shift").click()
        report.expect("the other one gives its place up", "Stopped “First light”." in shown.locator(".flash").inner_text()
                      and shown.locator(".cell[aria-current]").count() == 1 and shown.url.count("_selected=") == 1, shown.url)
        report.expect("what refuses has no button", shown.get_by_role("button", name="Select end-a").count() == 0)
        shown.get_by_role("button", name="Select Night shift").click()
        report.expect("a second time chooses none", shown.locator(".cell[aria-current]").count() == 0, shown.url)


def insertion(report, chromium, pages):
    with page(chromium) as shown:
        shown.goto(pages["example playlist"] + "?_edit=on")
        shown.get_by_role("button", name="Insert row at end-a").click()
        title = shown.locator(".row-fields").get_by_label("Title")
        report.expect("a row is inserted with its fields open", title.input_value() == "New track", shown.url)
        report.expect("where the other one stands", names(shown)[-1] == "End of the side"
                      and shown.locator("section").first.locator("li.row").nth(3).locator(".row-fields").count() == 1, names(shown))
        title.fill("Thunder")
        shown.get_by_role("button", name="Save").click()
        shown.locator(".flash", has_text="Saved.").wait_for()
        report.expect("and is changed there", names(shown)[3] == "Thunder", names(shown))
        shown.get_by_role("link", name="Delete Thunder").click()
        shown.get_by_role("button", name="Delete").click()
        shown.locator(".flash", has_text="Deleted.").wait_for()
        report.expect("or goes", "Thunder" not in names(shown), names(shown))


def actions(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example tasks"] + "?_edit=on")
        count = len(names(shown))
        shown.get_by_role("button", name="Duplicate: Paint the mast").click()
        report.expect("an action of edit mode is a button at the end", len(names(shown)) == count + 1, names(shown))
        undo(shown)
        report.expect("and can be undone", len(names(shown)) == count)
        shown.goto(pages["example playlist"])
        row(shown, "First light").locator("summary").click()
        row(shown, "First light").get_by_role("button", name="Play it last").click()
        report.expect("one of a menu moves its row", names(shown)[:3] == ["Wind from the north", "Rain gauge", "First light"],
                      names(shown))
        undo(shown)
        report.expect("and back", names(shown)[0] == "First light", names(shown))


def header_actions(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example playlist"])
        side = shown.get_by_role("region", name="Side B")
        side.get_by_role("button", name="Turn the order around").click()
        report.expect("a header's button does something with its section", names(shown)[4:6] == ["Night shift", "Frost at four"],
                      names(shown))
        undo(shown)
        report.expect("which can be undone", names(shown)[4:6] == ["Frost at four", "Night shift"], names(shown))
        shown.goto(pages["example tasks"])
        shown.get_by_role("button", name="Remove what is done").click()
        report.expect("so does one of the table's footer", "Order cable" not in names(shown), names(shown))
        undo(shown)
        report.expect("and it is undone", "Order cable" in names(shown), names(shown))


def sections(report, chromium, pages):
    def headings():
        return shown.locator("section > h2").all_inner_texts()

    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example playlist"] + "?_edit=on")
        shown.get_by_label("Title of Side B").fill("Other side")
        shown.get_by_role("button", name="Rename: Side B").click()
        report.expect("a section is renamed in its header", headings() == ["Side A", "Other side"], headings())
        undo(shown)
        report.expect("and has its name again", headings() == ["Side A", "Side B"], headings())
        shown.get_by_role("link", name="Delete: Side B").click()
        report.expect("before one goes, it is said what goes with it", "Side B" in shown.locator("main").inner_text()
                      and "3 rows" in shown.locator("main").inner_text(), shown.locator("main").inner_text())
        shown.locator("main").get_by_role("button").last.click()
        report.expect("a section goes with its rows", headings() == ["Side A"] and "Night shift" not in names(shown), headings())
        undo(shown)
        report.expect("and comes back with them", headings() == ["Side A", "Side B"] and "Night shift" in names(shown), names(shown))


def row_pages(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example messages"])
        shown.goto(shown.url + "/1")
        report.expect("a row has a page with what it holds", shown.locator("h1").inner_text() == "Ada Okafor"
                      and shown.locator(".row-values dt").all_inner_texts()[:2] == ["id", "author"], shown.url)
        report.expect("where its pictures are found as well",
                      shown.evaluate("[...document.querySelectorAll('figure img')].every(i => i.naturalWidth)"))
        report.expect("and whose edges are those of the rows", shown.evaluate("""() => {
            const left = name => document.querySelector(name).getBoundingClientRect().left
            return left('.row-values dt') >= 16
        }"""))
        shown.keyboard.press("Tab")
        shown.keyboard.press("Enter")
        report.expect("keys jump to its content", shown.url.endswith("/1#main"), shown.url)


def parts(shown):
    return shown.locator("tr.row > th bdi").all_inner_texts()


def grid(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example stock"])
        starts = [box(shown, f"#row-{number} th bdi")["x"] for number in (1, 2, 3)]
        report.expect("levels of a grid stand further in", starts == sorted(set(starts)), starts)
        report.expect("and are said in words", "Level 3" in shown.locator("#row-3 th").inner_text())
        shown.get_by_role("button", name="Select Mast").click()
        report.expect("a row of a grid is chosen", shown.locator("tr[aria-current]").count() == 1, shown.url)
        shown.goto(pages["example stock"] + "?_edit=on")
        shown.get_by_role("link", name="Edit: Guy wire").click()
        shown.locator("td.row-edit").get_by_label("In stock").fill("35")
        shown.get_by_role("button", name="Save").click()
        report.expect("and edited in its place", shown.locator("#row-3 td.number").inner_text() == "35")
        undo(shown)
        shown.get_by_role("button", name="Move down: Anemometer").click()
        report.expect("and moved", parts(shown)[3:5] == ["Cup wheel", "Anemometer"], parts(shown))
        shown.get_by_role("button", name="Move up: Anemometer").click()
        shown.get_by_role("link", name="Delete Anemometer").click()
        report.expect("and deleted, in the handler's words", "Throw “Anemometer” away?" in shown.locator("h1").inner_text())
    with page(chromium) as shown:
        shown.goto(pages["example stock"] + "?_edit=on")
        shown.locator("#row-1").focus()
        shown.keyboard.press("ArrowDown")
        focused = "document.activeElement.id"
        report.expect("arrows lead through a grid", shown.evaluate(focused) == "row-2", shown.evaluate(focused))
        with shown.expect_navigation():
            shown.locator("#row-7").drag_to(shown.locator("#row-2"), target_position={"x": 200, "y": 4})
        report.expect("and its rows are dragged", parts(shown)[1] == "Cable, 10 m", parts(shown))
        undo(shown)
        shown.wait_for_load_state()
        report.expect("and put back", parts(shown)[1] == "Mast", parts(shown))
    with page(chromium, PHONE, java_script_enabled=False) as shown:
        shown.goto(pages["example stock"])
        shown.locator("#row-4 summary").click()
        shown.locator("#row-4").get_by_role("button", name="Order ten more").click()
        report.expect("a phone's cells do the same", "on their way" in shown.locator(".flash").inner_text())
        undo(shown)


def together(report, chromium, pages):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(pages["example stock"] + "?_selected=4&_selected=6")
        shown.get_by_role("link", name="Change or delete…").click()
        report.expect("several rows are shown before anything is done", "Rain gauge" in shown.locator("main").inner_text())
        shown.get_by_role("button", name="Delete 2 rows").click()
        report.expect("they go together", len(parts(shown)) == 5 and "Deleted 2 rows." in shown.locator(".flash").inner_text())
        undo(shown)
        report.expect("and come back together", len(parts(shown)) == 7, parts(shown))
        shown.goto(pages["example stock"] + "?_selected=2&_selected=4")
        shown.get_by_role("link", name="Change or delete…").click()
        report.expect("one that stays keeps them all", shown.get_by_role("button", name="Delete 2 rows").count() == 0
                      and "because of “Mast”" in shown.locator("main").inner_text())
        shown.get_by_role("button", name="Order ten more").click()
        report.expect("an action is for all of them", "Order ten more: 2 rows." in shown.locator(".flash").inner_text())
        undo(shown)
        shown.goto(pages["example tasks"] + "?_selected=2&_selected=3")
        shown.get_by_role("link", name="Change or delete…").click()
        shown.get_by_label("Hours", exact=True).fill("77")
        shown.locator('[name="set.hours"]').check()
        shown.get_by_role("button", name="Change 2 rows").click()
        report.expect("a value is entered into all of them", "Changed 2 rows." in shown.locator(".flash").inner_text()
                      and shown.locator("main").inner_text().count("77 hours") == 2)
        undo(shown)
