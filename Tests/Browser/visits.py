"""One visit to every kind of page on a laptop in light colours, and one on a phone in dark ones: is anything moving, wider
than the screen, too small to press, refused by the browser, or found by axe? A screenshot of each is kept."""
from access import axe, targets
from screen import LAPTOP, PHONE, page

WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts.push(
  [entry.value, ...entry.sources.map(source => source.node && (source.node.className || source.node.nodeName))])))
  .observe({type: 'layout-shift', buffered: true});
"""


def check(report, chromium, site, shots):
    for viewport, scheme in ((LAPTOP, "light"), (PHONE, "dark")):
        for kind, address in site.pages.items():
            what = f"{kind}, {viewport['width']} {scheme}"
            with report.part(what), page(chromium, viewport, color_scheme=scheme) as shown:
                said = listen(shown, address)
                slow(shown)
                shown.add_init_script(WATCH_SHIFTS)
                if kind == "counting":
                    shown.route(address, without_refresh)
                shown.goto(address)
                shown.wait_for_timeout(120)
                shown.screenshot(path=shots / f"{kind.replace(' ', '-')}-{viewport['width']}-{scheme}.png")
                stays(report, shown, what, viewport)
                axe(report, shown, what)
                targets(report, shown, what, viewport)
                report.expect(f"{what}: nothing on the console, nothing refused", not said, said)


def listen(shown, address):
    """What the browser has to complain about, as it happens."""
    said = []
    # Chromium itself reports the status of an error page.
    shown.on("console", lambda message: said.append(message.text)
             if "the server responded with a status of" not in message.text else None)
    shown.on("pageerror", lambda error: said.append(str(error)))
    shown.on("requestfailed", lambda request: said.append(f"{request.url} failed"))
    shown.on("response", lambda answer: said.append(f"{answer.status} {answer.url}")
             if answer.status >= 400 and answer.url != address else None)
    return said


def slow(shown):
    """A connection on which a page arrives in pieces."""
    session = shown.context.new_cdp_session(shown)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 40, "downloadThroughput": 100_000, "uploadThroughput": -1})


def without_refresh(route):
    answer = route.fetch()
    route.fulfill(response=answer, headers={name: value for name, value in answer.headers.items() if name != "refresh"})


def stays(report, shown, what, viewport):
    shifts = shown.evaluate("window.shifts")
    report.expect(f"{what}: no layout shift", not shifts, shifts)
    width = shown.evaluate("document.documentElement.scrollWidth")
    report.expect(f"{what}: nothing sticks out", width <= viewport["width"], width)
