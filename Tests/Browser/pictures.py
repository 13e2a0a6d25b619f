"""Screenshots for people to look at; where the design's own pages are at hand, theirs beside ours."""
from pathlib import Path

from screen import LAPTOP, PHONE, choose, page

# Our kinds of pages and the design's pages that they are made after.
DESIGN = {"home": "home", "events": "events", "chinook": "table", "table": "types", "chinook row": "row",
          "counting": "counting", "empty": "empty", "not found": "error", "bad request": "error-400",
          "example messages": "list"}


def take(chromium, site, folder, design):
    """Those of every kind of page are taken when it is visited."""
    for viewport, scheme in ((LAPTOP, "light"), (PHONE, "dark")) if design else ():
        with page(chromium, viewport, color_scheme=scheme) as shown:
            for kind, name in DESIGN.items():
                if kind in site.pages:
                    shoot(shown, (Path(design) / f"{name}.html").as_uri(),
                          folder / f"{kind.replace(' ', '-')}-{viewport['width']}-{scheme}-design.png")
    special(chromium, site.pages, folder)


def shoot(shown, address, file):
    shown.goto(address)
    shown.screenshot(path=file)


def special(chromium, pages, folder):
    with page(chromium, forced_colors="active") as shown:
        for kind in ("table", "filtered"):
            shoot(shown, pages[kind], folder / f"{kind}-forced-colours.png")
    with page(chromium) as shown:
        shown.goto(pages["events"])
        choose(shown, "View", "Comfortable")
        shown.screenshot(path=folder / "events-comfortable.png")
        shown.locator("summary", has_text="Sort").click()
        shown.locator(".menu[open] select").first.wait_for()
        shown.screenshot(path=folder / "menu-sort.png")
        shown.goto(pages["table"])
        shown.emulate_media(media="print")
        shown.screenshot(path=folder / "table-print.png")
