"""Whether everyone can use the pages: axe, the keyboard, the size of targets, motion."""
from pathlib import Path

import axe_playwright_python

from screen import PHONE, page

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Links in running text may be smaller than other targets (WCAG 2.5.8); so may those that something larger covers.
SMALL_TARGETS = """least => [...document.querySelectorAll('a[href], button, select, input:not([type=hidden], :disabled), summary')]
  .filter(it => it.checkVisibility({visibilityProperty: true}) && !it.closest('p, dd, .skip-link, .visually-hidden'))
  .filter(it => getComputedStyle(it).pointerEvents !== 'none')
  .map(it => [it, (it.matches('label input') ? it.closest('label') : it).getBoundingClientRect()])
  .filter(([it, box]) => box.width > 1 && (box.height < least - .5 || box.width < 24 - .5))
  .map(([it, box]) => `${it.className || it.nodeName} ${it.textContent.slice(0, 20)} ${box.width}x${box.height}`)"""
# What fingers press on every page is larger.
CONTROLS = """least => [...document.querySelectorAll('.button, .chip, .page-sizes a, .menu[open] :is(li a, .choice, select)')]
  .filter(it => it.checkVisibility()).map(it => [it, it.getBoundingClientRect()])
  .filter(([it, box]) => box.height < least - .5).map(([it, box]) => `${it.className} ${box.height}`)"""


def check(report, chromium, site, folder):
    for name, step in {"keyboard": keyboard, "motion": motion}.items():
        with report.part(name):
            step(report, chromium, site.pages)


def axe(report, shown, what, without=()):
    shown.evaluate(AXE)
    options = {"runOnly": RULES, "rules": {rule: {"enabled": False} for rule in without}}
    found = shown.evaluate("options => axe.run(options)", options)["violations"]
    seen = [f"{each['id']} {each['nodes'][0]['html'][:120]}" for each in found]
    report.expect(f"{what}: nothing for axe", not seen, "; ".join(seen))


def keyboard(report, chromium, pages):
    focused = "document.activeElement"
    with page(chromium) as shown:
        shown.goto(pages["table"])
        shown.keyboard.press("Tab")
        report.expect("the skip link comes first", shown.evaluate(f"{focused}.className") == "skip-link")
        report.expect("and is seen", shown.locator(".skip-link").bounding_box()["width"] > 50)
        shown.keyboard.press("Enter")
        report.expect("it leads to the content", shown.evaluate(f"{focused}.id") == "main")
        shown.locator("summary", has_text="Sort").focus()
        shown.keyboard.press("Enter")
        shown.locator(".menu[open] select").first.wait_for()
        report.expect("a menu opens by keyboard", True)
        shown.keyboard.press("Tab")
        report.expect("and is entered by Tab", shown.evaluate(f"{focused}.nodeName") == "SELECT")
        shown.locator("summary", has_text="View").focus()
        shown.keyboard.press("Enter")
        shown.locator(".menu[open] input[name=density]").first.wait_for()
        report.expect("one menu shows at a time", shown.locator(".popover:visible").count() == 1)
        report.expect("the focus is seen", shown.evaluate(f"getComputedStyle({focused}).outlineStyle") == "solid")
        shown.mouse.click(1200, 700)
        report.expect("a click outside closes the menu", shown.locator(".popover:visible").count() == 0,
                      shown.locator(".popover:visible").count())
        shown.goto(pages["events"])
        shown.locator(".scroll").focus()
        shown.keyboard.press("PageDown")
        shown.wait_for_timeout(300)
        report.expect("the rows scroll by keyboard", shown.locator(".scroll").evaluate("it => it.scrollTop") > 0)


def targets(report, shown, what, viewport):
    if viewport is PHONE:
        small = shown.evaluate(SMALL_TARGETS, 24)
        report.expect(f"{what}: targets of at least 24 px", not small, small[:4])
        for menu in shown.locator("summary.button").all():
            menu.evaluate("it => it.parentElement.open = true")
        # What they show comes when they are opened.
        shown.wait_for_function("() => !document.querySelector('.menu[open] [data-late-in-menu]')")
    low = shown.evaluate(CONTROLS, 44 if viewport is PHONE else 28)
    report.expect(f"{what}: controls are high enough", not low, low[:4])


def motion(report, chromium, pages):
    for wish, moves in (("reduce", False), ("no-preference", True)):
        with page(chromium, reduced_motion=wish) as shown:
            shown.goto(pages["home"])
            name = shown.evaluate("""() => { const spinner = document.createElement('span'); spinner.className = 'spinner';
                document.body.append(spinner); return getComputedStyle(spinner).animationName }""")
            report.expect(f"motion: {wish}", (name != "none") == moves, name)
