"""Where things stand: the design's measures, what sticks, what may not move or stick out."""
from screen import LAPTOP, PHONE, box, choose, page

# Measures of the design's own pages in CSS pixels, taken at 1280 by 900.
TOP_BAR, WORK_TOP, FOOT = 48, 148, 44
HEAD = {"comfortable": 37, "compact": 29}
ROW = {"comfortable": 37, "compact": 28}
ROWS_ON_A_LAPTOP = 24
TOLERANCE = 2

WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts.push(
  [entry.value, ...entry.sources.map(source => source.node && (source.node.className || source.node.nodeName))])))
  .observe({type: 'layout-shift', buffered: true});
"""


def check(report, chromium, site, folder):
    with report.part("measures of the design"):
        measures(report, chromium, site.pages["events"])
    with report.part("what sticks"):
        for direction in ("ltr", "rtl"):
            sticks(report, chromium, site.pages["events"], direction)
    for kind, address in site.pages.items():
        for viewport in (LAPTOP, PHONE):
            with report.part(f"layout of {kind} at {viewport['width']}"):
                stays(report, chromium, f"{kind} at {viewport['width']}", address, viewport)


def measures(report, chromium, address):
    with page(chromium) as shown:
        shown.goto(address)
        for density in ("comfortable", "compact"):
            if density == "compact":
                choose(shown, "View", "Compact")
            heights = shown.locator("tbody tr").evaluate_all("all => all.map(row => row.getBoundingClientRect().height)")
            near(report, f"{density} row", heights[0], ROW[density])
            report.expect(f"{density}: every row is as high as the first", max(heights) - min(heights) < 1, set(heights))
            near(report, f"{density} head", box(shown, "thead")["height"], HEAD[density])
            near(report, "top bar", box(shown, ".top-bar")["height"], TOP_BAR)
            near(report, "top of the table", box(shown, ".work")["y"], WORK_TOP)
            near(report, "foot", box(shown, ".page-foot")["height"], FOOT)
        whole = shown.evaluate("""() => { const end = document.querySelector('.scroll').getBoundingClientRect().bottom;
            return [...document.querySelectorAll('tbody tr')].filter(row => row.getBoundingClientRect().bottom <= end).length }""")
        report.expect(f"{ROWS_ON_A_LAPTOP} rows on a laptop's screen", whole >= ROWS_ON_A_LAPTOP, whole)


def near(report, what, seen, wanted):
    report.expect(f"{what} within {TOLERANCE} px of the design", abs(seen - wanted) <= TOLERANCE, f"{seen}, not {wanted}")


def sticks(report, chromium, address, direction):
    with page(chromium, {"width": 700, "height": 600}) as shown:
        shown.goto(address)
        shown.evaluate(f"document.documentElement.dir = '{direction}'")
        before = box(shown, "thead th")
        sign = 1 if direction == "ltr" else -1
        shown.evaluate(f"document.querySelector('.scroll').scrollTo({sign * 200}, 300)")
        corner, row = box(shown, "thead th"), box(shown, "tbody tr:nth-child(20) th")
        report.expect(f"{direction}: head stays", abs(corner["y"] - before["y"]) < 1, corner)
        report.expect(f"{direction}: first column stays", abs(corner["x"] - before["x"]) < 1
                      and abs(row["x"] - before["x"]) < 1, row)
        on_top = shown.evaluate("""([x, y]) => document.elementFromPoint(x, y)?.closest('thead th') ===
            document.querySelector('thead th')""", [corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2])
        report.expect(f"{direction}: the corner lies on top", on_top)


def stays(report, chromium, what, address, viewport):
    with page(chromium, viewport) as shown:
        session = shown.context.new_cdp_session(shown)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 40, "downloadThroughput": 100_000, "uploadThroughput": -1})
        shown.add_init_script(WATCH_SHIFTS)
        shown.goto(address)
        shown.wait_for_timeout(250)
        shifts = shown.evaluate("window.shifts")
        report.expect(f"{what}: no layout shift", not shifts, shifts)
        width = shown.evaluate("document.documentElement.scrollWidth")
        report.expect(f"{what}: nothing sticks out", width <= viewport["width"], width)
