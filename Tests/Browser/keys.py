"""The keys that every page has."""
from access import axe, targets
from screen import LAPTOP, PHONE, open_menu, page


def check(report, chromium, site, folder):
    for name, step in {"menus": menus, "search": search, "jump": jump, "list": listed, "pages": pages}.items():
        with report.part(f"keys: {name}"):
            step(report, chromium, site.pages)


def menus(report, chromium, pages):
    with page(chromium) as shown:
        shown.goto(pages["table"])
        for menu in ("Filter", "Sort", "View", "Export"):
            open_menu(shown, menu)
            shown.keyboard.press("Tab")
            shown.keyboard.press("Escape")
            report.expect(f"Escape closes {menu}", shown.locator(".menu[open]").count() == 0
                          and menu in shown.evaluate("document.activeElement.innerText"))


def search(report, chromium, pages):
    with page(chromium) as shown:
        shown.goto(pages["table"])
        shown.keyboard.press("/")
        report.expect("/ searches the rows", shown.evaluate("document.activeElement.name") == "_search")
        shown.keyboard.type("a/b?")
        report.expect("what is written stays text", shown.evaluate("document.activeElement.value") == "a/b?")


def jump(report, chromium, pages):
    with page(chromium) as shown:
        shown.goto(pages["home"])
        table = shown.evaluate("document.querySelector('tbody th a').innerText")
        shown.keyboard.press("Control+k")
        shown.locator("dialog.sheet").wait_for()
        axe(report, shown, "the sheet of tables and rows")
        shown.keyboard.type(table)
        with shown.expect_navigation():
            shown.keyboard.press("Enter")
        report.expect("Ctrl+K leads to a table", table in shown.inner_text("h1"), shown.url)
        shown.keyboard.press("Control+k")
        shown.locator("dialog.sheet").wait_for()
        shown.keyboard.press("Escape")
        shown.locator("dialog.sheet").wait_for(state="detached")


def listed(report, chromium, pages):
    with page(chromium) as shown:
        shown.goto(pages["row"])
        shown.keyboard.press("?")
        shown.locator("dialog.sheet").wait_for()
        report.expect("? lists the keys", "Ctrl K" in shown.inner_text("dialog.sheet"), shown.inner_text("dialog.sheet")[:200])
        axe(report, shown, "the sheet of keys")


def pages(report, chromium, pages):
    base = pages["home"].rstrip("/")
    for viewport in (LAPTOP, PHONE):
        with page(chromium, viewport, java_script_enabled=True) as shown:
            for address in ("/-/jump", "/-/jump?q=a", "/-/keys"):
                shown.goto(base + address)
                what = f"{address}, {viewport['width']}"
                axe(report, shown, what)
                targets(report, shown, what, viewport)
                report.expect(f"{what}: nothing sticks out", shown.evaluate("document.documentElement.scrollWidth") <= viewport["width"])
