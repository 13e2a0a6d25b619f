"""Browser contexts, and what many checks ask of a page."""
from contextlib import contextmanager

from playwright.sync_api import Locator

LAPTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


def until_shown(click):
    """A click that also waits for the page to which it leads: by itself it waits for the page's first bytes alone."""
    def clicked(locator, **options):
        click(locator, **options)
        if not locator.page.is_closed():
            locator.page.wait_for_load_state()
    return clicked


Locator.click = until_shown(Locator.click)


@contextmanager
def page(chromium, viewport=LAPTOP, **options):
    """A page in a context of its own: no cookies, no cache."""
    context = chromium.new_context(viewport=viewport, has_touch=viewport is PHONE, **options)
    try:
        context.set_default_timeout(5000)
        yield context.new_page()
    finally:
        context.close()


def box(page, selector):
    """The rectangle of the first element that matches; fails where there is none."""
    found = page.locator(selector).first.bounding_box()
    assert found, f"no {selector}"
    return found


def open_menu(page, name):
    """Opens the menu with this label."""
    page.locator("summary", has_text=name).first.click()


def choose(page, menu, *labels):
    """Opens a menu of choices, picks some, and sends them."""
    open_menu(page, menu)
    for label in labels:
        page.locator(".menu[open]").get_by_label(label, exact=True).check()
    page.locator(".menu[open]").get_by_role("button", name="Apply").first.click()
    page.wait_for_load_state()
