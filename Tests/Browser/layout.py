"""Where things stand: the design's measures, what sticks, what may not move or stick out."""
from screen import box, choose, page

# Measures of the design's own pages in CSS pixels, taken at 1280 by 900.
TOP_BAR, WORK_TOP, FOOT = 48, 148, 44
HEAD = {"comfortable": 37, "compact": 29}
ROW = {"comfortable": 37, "compact": 28}
ROWS_ON_A_LAPTOP = 24
TOLERANCE = 2


def check(report, chromium, site, folder):
    with report.part("measures of the design"):
        measures(report, chromium, site.pages["events"])
    for direction, kind in (("ltr", "references"), ("rtl", "rtl table")):
        with report.part(f"what sticks, {direction}"):
            sticks(report, chromium, site.pages[kind], direction)
    with report.part("paper"):
        paper(report, chromium, site.pages["filtered"])
    with report.part("forced colours"):
        forced_colours(report, chromium, site.pages["filtered"])
    with report.part("a truncated page"):
        truncated(report, chromium, site.pages["table"])


def measures(report, chromium, address):
    with page(chromium) as shown:
        shown.goto(address)
        whole = shown.evaluate("""() => { const end = document.querySelector('.scroll').getBoundingClientRect().bottom;
            return [...document.querySelectorAll('tbody tr')].filter(row => row.getBoundingClientRect().bottom <= end).length }""")
        report.expect(f"{ROWS_ON_A_LAPTOP} rows on a laptop's screen", whole >= ROWS_ON_A_LAPTOP, whole)
        for density in ("comfortable", "compact"):
            choose(shown, "View", density.capitalize())
            heights = shown.locator("tbody tr").evaluate_all("all => all.map(row => row.getBoundingClientRect().height)")
            near(report, f"{density} row", heights[0], ROW[density])
            report.expect(f"{density}: every row is as high as the first", max(heights) - min(heights) < 1, set(heights))
            near(report, f"{density} head", box(shown, "thead")["height"], HEAD[density])
            near(report, "top bar", box(shown, ".top-bar")["height"], TOP_BAR)
            near(report, "top of the table", box(shown, ".work")["y"], WORK_TOP)
            near(report, "foot", box(shown, ".page-foot")["height"], FOOT)


def near(report, what, seen, wanted):
    report.expect(f"{what} within {TOLERANCE} px of the design", abs(seen - wanted) <= TOLERANCE, f"{seen}, not {wanted}")


def sticks(report, chromium, address, direction):
    with page(chromium, {"width": 700, "height": 600}) as shown:
        shown.goto(address)
        report.expect(f"the page runs {direction}", shown.evaluate("getComputedStyle(document.documentElement).direction") == direction)
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


def paper(report, chromium, address):
    with page(chromium) as shown:
        shown.goto(address)
        shown.emulate_media(media="print")
        seen = [each for each in (".top-bar", ".tools", ".pager") if shown.locator(each).first.is_visible()]
        report.expect("no tools on paper", not seen, seen)
        rows = shown.locator("tbody tr").last.bounding_box()
        held = shown.locator(".scroll").evaluate("it => it.scrollHeight > it.clientHeight + 1")
        report.expect("every row is on paper", rows and not held)


def forced_colours(report, chromium, address):
    with page(chromium, forced_colors="active") as shown:
        shown.goto(address)
        width = shown.locator(".chip").first.evaluate("it => getComputedStyle(it).borderTopWidth")
        report.expect("a chip has an edge where fills vanish", width == "1px", width)


def truncated(report, chromium, address):
    """Columns are shown when the last row has come; where it never comes, the rows that did are shown after a while."""
    with page(chromium) as shown:
        def cut(route):
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().rsplit("<tr", 3)[0])
        shown.route(address, cut)
        shown.goto(address)
        shown.locator("tbody tr").first.wait_for(state="visible", timeout=5000)
        report.expect("a truncated page shows its rows", shown.locator("tbody tr").count() > 3)
