"""What is done to the rows of a table built in code: without scripts by forms, and what a script adds over the same forms."""
from screen import page

TASKS = "example tasks"


def check(report, chromium, site, folder):
    for name, step in {"rows chosen": chosen, "rows changed": changed, "rows deleted": deleted, "rows moved": moved,
                       "rows pasted": pasted, "two at once": two_at_once, "rows by keyboard": keyboard,
                       "rows dragged": dragged, "rows on the clipboard": clipboard}.items():
        with report.part(name):
            step(report, chromium, site.pages[TASKS])


def names(shown):
    """What the rows say, without what they offer."""
    return [text.split("\n")[0] for text in shown.locator("li.row > .cell .cell-text").all_inner_texts()]


def row(shown, name):
    return shown.locator("li.row", has=shown.locator(".cell-text", has_text=name)).first


def undo(shown):
    shown.locator(".flash").get_by_role("button", name="Undo").click()


def chosen(report, chromium, tasks):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(tasks)
        shown.get_by_role("button", name="Select Water the plants").click()
        shown.get_by_role("button", name="Select Calibrate sensor 3").first.click()
        report.expect("what is chosen stands in the address", shown.url.count("_selected=") == 2, shown.url)
        shown.wait_for_load_state()
        shown.reload()
        report.expect("and outlives a reload", shown.locator(".cell[aria-current]").count() == 2)
        report.expect("its number is told", "2 rows selected" in shown.locator(".chosen").inner_text())
        report.expect("what refuses has no button", shown.get_by_role("button", name="Select Order cable").count() == 0)
        shown.get_by_role("link", name="Copy").click()
        report.expect("copies are there as text", "Water the plants\t" in shown.locator("#source").input_value())
        shown.get_by_role("link", name="Back to").click()
        shown.get_by_role("link", name="Clear selection").click()
        report.expect("a link chooses none", shown.locator(".cell[aria-current]").count() == 0)
        shown.get_by_role("button", name="Details of Water the plants").click()
        report.expect("the button at the end is answered", "station 0614" in shown.locator(".flash").inner_text())


def changed(report, chromium, tasks):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(tasks)
        row(shown, "Paint the mast").locator("summary").click()
        row(shown, "Paint the mast").get_by_role("button", name="Mark as done").click()
        report.expect("an action says what it did", "Done: “Paint the mast”." in shown.locator(".flash").inner_text())
        report.expect("and changes its row", shown.locator("s", has_text="Paint the mast").count() == 1)
        undo(shown)
        report.expect("and can be undone", shown.locator("s", has_text="Paint the mast").count() == 0)
        shown.wait_for_load_state()
        shown.reload()
        report.expect("what happened is said once", shown.locator(".flash").count() == 0)
        shown.get_by_role("link", name="Edit", exact=True).click()
        shown.get_by_role("link", name="Edit: Paint the mast").click()
        shown.locator(".row-fields").get_by_label("Hours").first.fill("many")
        shown.get_by_role("button", name="Save").click()
        field = shown.locator("[aria-invalid]")
        report.expect("what is wrong stands beside its field", field.input_value() == "many"
                      and "isn't a number" in shown.locator(".row-fields .error").inner_text())
        field.fill("7")
        shown.get_by_role("button", name="Save").click()
        report.expect("what is right is stored", "7 hours" in row(shown, "Paint the mast").inner_text())
        undo(shown)
        form = shown.locator("form#new-1")
        form.get_by_role("textbox", name="Task").fill("Sweep <the> floor")
        form.get_by_role("button", name="Add").click()
        report.expect("a new row comes at the end", names(shown)[-1] == "Sweep <the> floor", names(shown))
        undo(shown)
        report.expect("and goes again", "Sweep <the> floor" not in names(shown))


def deleted(report, chromium, tasks):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(tasks + "?_edit=on")
        report.expect("what can't be deleted has no button", shown.get_by_role("link", name="Delete Look at").count() == 0)
        shown.get_by_role("link", name="Delete Order cable").click()
        report.expect("the handler's words ask first", shown.locator("h1").inner_text() == "Delete “Order cable”?")
        shown.get_by_role("link", name="Cancel").click()
        report.expect("whoever thinks better of it comes back", "Order cable" in names(shown))
        shown.get_by_role("link", name="Delete Order cable").click()
        shown.get_by_role("button", name="Delete it").click()
        report.expect("then the row goes", "Order cable" not in names(shown))
        undo(shown)
        report.expect("and comes back to its place", names(shown)[3] == "Order cable", names(shown))


def moved(report, chromium, tasks):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(tasks + "?_edit=on")
        shown.get_by_role("button", name="Move down: Water the plants").click()
        report.expect("a button moves a row", names(shown)[1:3] == ["Calibrate sensor 3", "Water the plants"], names(shown))
        shown.get_by_role("button", name="Move up: Calibrate sensor 3").first.click()
        report.expect("the first one stays first", names(shown)[0] == "Look at this list", names(shown))
        shown.get_by_role("button", name="Move up: Water the plants").click()
        report.expect("and back", names(shown)[1] == "Water the plants", names(shown))


def pasted(report, chromium, tasks):
    with page(chromium, java_script_enabled=False) as shown:
        shown.goto(tasks + "?_edit=on")
        count = len(names(shown))
        shown.locator(".paste-rows summary").click()
        shown.locator(".paste-rows textarea").fill("Task\tHours\nOne\t1\nTwo\tmany")
        shown.get_by_role("button", name="Preview").click()
        report.expect("errors are shown before anything is stored", "isn't a number" in shown.locator("td.wrong").inner_text())
        report.expect("with the types of the columns", "number" in shown.locator("thead").inner_text())
        shown.get_by_label("Rows", exact=True).fill("Task\tHours\nOne\t1\nTwo\t2")
        shown.get_by_role("button", name="Check again").click()
        shown.get_by_role("button", name="Add 2 rows").click()
        report.expect("then all of them are stored", len(names(shown)) == count + 2 and names(shown)[-1] == "Two")
        undo(shown)
        report.expect("and go together", len(names(shown)) == count)


def two_at_once(report, chromium, tasks):
    with page(chromium, java_script_enabled=False) as one, page(chromium, java_script_enabled=False) as other:
        for shown in (one, other):
            shown.goto(tasks + "?_edit=on&_editing=2")
        one.get_by_role("textbox", name="Task").first.fill("Water the lawn")
        one.get_by_role("button", name="Save").click()
        other.get_by_role("textbox", name="Task").first.fill("Water the roses")
        other.get_by_role("button", name="Save").click()
        text = other.locator("main").inner_text()
        report.expect("the second is told, with both versions", "Water the lawn" in text and "Water the roses" in text)
        other.get_by_role("button", name="Save what you entered").click()
        report.expect("and loses nothing", "Water the roses" in names(other))
        undo(other)
        one.goto(tasks + "?_edit=on&_editing=2")
        one.get_by_role("textbox", name="Task").first.fill("Water the plants")
        one.get_by_role("button", name="Save").click()


def keyboard(report, chromium, tasks):
    with page(chromium) as shown:
        shown.goto(tasks + "?_edit=on")
        row(shown, "Look at this list").focus()
        shown.keyboard.press("ArrowDown")
        focused = "document.activeElement.querySelector('.cell-text')?.firstChild.textContent"
        report.expect("an arrow leads to the next row", shown.evaluate(focused) == "Water the plants", shown.evaluate(focused))
        with shown.expect_navigation():
            shown.keyboard.press("Alt+ArrowDown")
        report.expect("with Alt it moves the row", names(shown)[2] == "Water the plants", names(shown))
        report.expect("which keeps the focus", shown.evaluate(focused) == "Water the plants", shown.evaluate(focused))
        with shown.expect_navigation():
            shown.keyboard.press("Alt+ArrowUp")
        with shown.expect_navigation():
            shown.keyboard.press("Delete")
        report.expect("Delete asks", "Delete “Water the plants”?" in shown.locator("h1").inner_text())
        shown.goto(tasks)
        row(shown, "Water the plants").focus()
        with shown.expect_navigation():
            shown.keyboard.press("Space")
        report.expect("Space chooses", "_selected=2" in shown.url, shown.url)


def dragged(report, chromium, tasks):
    with page(chromium) as shown:
        shown.goto(tasks + "?_edit=on")
        with shown.expect_navigation():
            row(shown, "Paint the mast").drag_to(row(shown, "Water the plants"), target_position={"x": 200, "y": 4})
        report.expect("a row is dropped before another", names(shown)[1] == "Paint the mast", names(shown))
        undo(shown)
        report.expect("and put back", names(shown)[1] == "Water the plants", names(shown))


def clipboard(report, chromium, tasks):
    with page(chromium, permissions=["clipboard-read", "clipboard-write"]) as shown:
        shown.goto(tasks + "?_selected=2&_selected=3")
        shown.get_by_role("link", name="Copy").click()
        shown.get_by_role("link", name="Copied").wait_for()
        kinds = shown.evaluate("navigator.clipboard.read().then(items => items.flatMap(item => item.types))")
        report.expect("text and a table are copied at once", {"text/plain", "text/html"} <= set(kinds), kinds)
        text = shown.evaluate("navigator.clipboard.readText()")
        report.expect("with tabs between values", text.startswith("Task\tDue"), text)
        shown.goto(tasks + "?_edit=on")
        with shown.expect_navigation():
            shown.keyboard.press("Control+V")
        report.expect("what is pasted is looked at first", "Add 2 rows?" in shown.locator("h1").inner_text())
