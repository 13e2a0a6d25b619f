"""What people come for, from the first page on: each in at most five steps, by mouse and by keyboard.

A step is one thing that somebody decides: a press of a link, a button or a value, or a text that is written and confirmed.
"""
import csv
import io
import shutil
import sqlite3
from pathlib import Path

from forms import OwnedServer
from screen import LAPTOP, page
from typing_cells import settled

LIMIT = 5
PLAYERS = ("Bjorn Borg", "Jimmy Connors", "Guillermo Vilas", "John McEnroe")
MENU = ".grid-menu-popover"


class Hand:
    """Somebody at a page, who uses the mouse alone for what can be pressed, or the keyboard alone."""

    def __init__(self, shown, by_keys):
        self.shown, self.by_keys, self.steps = shown, by_keys, 0

    def press(self, found):
        self.steps += 1
        self.go(found.first)

    def go(self, found):
        if not self.by_keys:
            return found.click()
        self.focus(found)
        found.press("Enter")
        self.shown.wait_for_load_state()

    def focus(self, found):
        """Only what a keyboard leads to takes the focus."""
        found.wait_for()
        found.focus()
        assert found.evaluate("found => found === document.activeElement && found.tabIndex >= 0"), "no key leads there"

    def tick(self, found):
        self.steps += 1
        if not self.by_keys:
            return found.click()
        self.focus(found)
        found.press("Space")

    def link(self, name):
        self.press(self.shown.get_by_role("link", name=name, exact=True))

    def button(self, name):
        self.press(self.shown.get_by_role("button", name=name, exact=True))

    def opened(self, name):
        """A menu in the bar above the rows."""
        self.press(self.shown.locator("summary", has_text=name))

    def head(self, name):
        return self.shown.locator("thead th", has=self.shown.get_by_text(name, exact=True)).first.locator("a").first

    def walk(self, start, found):
        """From a place that Tab leads to, along a row, to another."""
        self.focus(start)
        for _ in range(30):
            if found.evaluate("found => found.contains(document.activeElement)"):
                return
            self.shown.keyboard.press("ArrowRight")
        raise AssertionError("no key leads there")

    def menu(self, place):
        """The menu of a cell or of a column's head."""
        self.steps += 1
        if self.by_keys:
            if place.evaluate("place => place.matches('td')"):
                self.walk(self.shown.locator("tbody th a").first, place)
            else:
                self.focus(place)
            self.shown.keyboard.press("Shift+F10")
        else:
            place.click(button="right")
        self.shown.locator(f"{MENU} a").first.wait_for()
        return self.shown.locator(MENU)

    def write(self, field, text):
        self.steps += 1
        self.focus(field) if self.by_keys else field.click()
        field.fill(text)
        field.press("Enter")
        self.shown.wait_for_load_state()

    def choose(self, field, value):
        self.steps += 1
        field.select_option(value)

    def search(self, text):
        self.write(self.shown.locator("main [type=search]").first, text)


def check(report, chromium, site, folder):
    if not site.chinook:
        return
    music, tennis = folder / "music.sqlite", folder / "tennis.sqlite"
    matches(tennis)
    for by_keys in (False, True):
        shutil.copy(site.chinook, music)
        server = OwnedServer(site.program, "--writable", music, tennis)
        try:
            with page(chromium) as shown:
                shown.goto(server.link)
                owner = shown.context.storage_state()
            for task in TASKS:
                way = f"{task.__doc__}, by {'keyboard' if by_keys else 'mouse'}"
                with report.part(way), page(chromium, LAPTOP, storage_state=owner) as shown:
                    shown.goto(f"{server.base}/")
                    hand = Hand(shown, by_keys)
                    found, wanted = task(hand, music, chromium)
                    report.expect(way, found == wanted, (found, wanted))
                    report.expect(f"{way}: at most {LIMIT} steps", hand.steps <= LIMIT, hand.steps)
        finally:
            server.stop()


def matches(path):
    """Results of tennis, a table for each year."""
    with sqlite3.connect(path) as database:
        for year in range(1976, 1980):
            database.execute(f"CREATE TABLE atp_matches_{year} (id INTEGER PRIMARY KEY, tourney TEXT, winner TEXT, loser TEXT)")
            for number, tourney in enumerate(("Paris", "London", "New York")):
                for place, winner in enumerate(PLAYERS):
                    loser = PLAYERS[(place + number + 1 + year) % len(PLAYERS)]
                    if loser != winner:
                        database.execute(f"INSERT INTO atp_matches_{year} (tourney, winner, loser) VALUES (?, ?, ?)", (f"{tourney} {year}", winner, loser))
    database.close()


def stored(path, statement, *values):
    with sqlite3.connect(path) as database:
        return database.execute(statement, values).fetchall()


def texts(shown, column):
    """What stands in a column of the rows that are shown."""
    return [text.strip() for text in shown.locator(f"tbody tr > :nth-child({column})").all_inner_texts()]


def longest(hand, music, _):
    """the longest track of a band"""
    hand.link("Track")
    hand.search("AC/DC")
    hand.press(hand.head("Milliseconds"))
    hand.press(hand.head("Milliseconds"))
    wanted = stored(music, "SELECT Name FROM Track WHERE Composer LIKE '%AC/DC%' OR Name LIKE '%AC/DC%' ORDER BY Milliseconds DESC LIMIT 1")
    return hand.shown.locator("tbody th").first.inner_text().strip(), wanted[0][0]


def totals(hand, music, _):
    """invoices and their total per country"""
    hand.link("Invoice")
    hand.press(hand.menu(hand.head("BillingCountry")).get_by_role("link", name="Group and total…"))
    hand.choose(hand.shown.get_by_label("Figures of"), "Total")
    hand.button("Group")
    first = hand.shown.locator("tbody tr").first.inner_text().split()
    wanted = stored(music, "SELECT BillingCountry, count(*), sum(Total) FROM Invoice GROUP BY 1 ORDER BY 2 DESC LIMIT 1")[0]
    return first[:3], [wanted[0], str(wanted[1]), f"{wanted[2]:.2f}"]


def corrected(hand, music, _):
    """a mail address is corrected"""
    hand.link("Customer")
    hand.search("Köhler")
    hand.link("Edit")
    cell = hand.shown.locator("[data-cell=Email]").first
    hand.steps += 1
    cell.wait_for()
    if hand.by_keys:
        hand.walk(hand.shown.locator("[data-cell][tabindex='0']").first, cell)
    else:
        cell.click()
    hand.shown.keyboard.type("leonie@example.org")
    hand.shown.keyboard.press("Enter")
    settled(hand.shown)
    return stored(music, "SELECT Email FROM Customer WHERE LastName = 'Köhler'"), [("leonie@example.org",)]


def exported(hand, music, _):
    """all rows of a genre as a file"""
    hand.link("Track")
    hand.press(hand.menu(hand.head("Genre")).get_by_role("link", name="Rock").first)
    hand.opened("Export")
    with hand.shown.expect_download() as download:
        hand.press(hand.shown.get_by_role("link", name="CSV").first)
    text = Path(download.value.path()).read_text()
    wanted = stored(music, "SELECT count(*) FROM Track WHERE GenreId = 1")[0][0]
    return len(list(csv.reader(io.StringIO(text)))) - 1, wanted


def sent(hand, _, chromium):
    """a view is sent to somebody as a link"""
    hand.link("Track")
    hand.press(hand.menu(hand.head("Genre")).get_by_role("link", name="Jazz").first)
    hand.press(hand.menu(hand.head("Bytes")).get_by_role("link", name="Hide"))
    with page(chromium, storage_state=hand.shown.context.storage_state()) as other:
        other.goto(hand.shown.url)
        return other.inner_text("table"), hand.shown.inner_text("table")


def met(hand, _, __):
    """the matches of two players over all years"""
    hand.link("tennis")
    hand.press(hand.shown.locator("main a", has_text="atp_matches_*"))
    hand.search("Borg Connors")
    rows = hand.shown.locator("tbody tr").all_inner_texts()
    years = {word for row in rows for word in row.split() if word.isdigit() and len(word) == 4}
    return all("Borg" in row and "Connors" in row for row in rows) and len(years) > 1, True


def missing(hand, music, _):
    """the rows that lack a value"""
    hand.link("Track")
    hand.press(hand.head("Composer"))
    hand.press(hand.menu(hand.shown.locator("tbody tr").first.locator("td", has=hand.shown.locator(".null")).first).get_by_role("link", name="is null"))
    wanted = stored(music, "SELECT count(*) FROM Track WHERE Composer IS NULL")[0][0]
    return hand.shown.locator("h1 + .count b").first.inner_text().strip(), str(wanted)


def sorted_twice(hand, music, _):
    """tracks by genre, and the longest of each first"""
    hand.link("Track")
    hand.press(hand.head("Genre"))
    hand.press(hand.menu(hand.head("Milliseconds")).get_by_role("link", name="Then sort descending"))
    names = [text.strip() for text in hand.shown.locator("tbody th").all_inner_texts()[:20]]
    wanted = stored(music, "SELECT t.Name FROM Track t ORDER BY t.GenreId, Milliseconds DESC, TrackId LIMIT 20")
    return names, [row[0] for row in wanted]


def hidden(hand, _, __):
    """three columns are hidden"""
    hand.link("Track")
    hand.opened("View")
    for name in ("Composer", "Bytes", "UnitPrice"):
        with hand.shown.expect_navigation():
            hand.tick(hand.shown.locator(f".menu[open] input[name=_col][value={name}]"))
    heads = " ".join(hand.shown.locator("thead th").all_inner_texts())
    return [name in heads for name in ("Composer", "Bytes", "UnitPrice", "Milliseconds")], [False, False, False, True]


def referring(hand, music, _):
    """the rows that refer to a row"""
    hand.link("Artist")
    hand.search("Metallica")
    hand.link("Metallica")
    shown = hand.shown.locator("section.in-place").first
    titles = [text.strip() for text in shown.locator("tbody th").all_inner_texts()]
    wanted = stored(music, "SELECT Title FROM Album JOIN Artist USING (ArtistId) WHERE Name = 'Metallica' ORDER BY AlbumId LIMIT 5")
    return titles, [row[0] for row in wanted]


def listed(hand, music, _):
    """a new playlist with two tracks"""
    hand.link("Playlist")
    hand.link("New row")
    hand.write(hand.shown.locator('[name="value.Name"]'), "Evening")
    for name in ("Overdose", "Restless and Wild"):
        hand.write(hand.shown.get_by_label("to add to PlaylistTrack"), name)
    wanted = [("Overdose",), ("Restless and Wild",)]
    return stored(music, "SELECT t.Name FROM PlaylistTrack JOIN Track t USING (TrackId) JOIN Playlist p USING (PlaylistId) WHERE p.Name = 'Evening' ORDER BY 1"), wanted


def undone(hand, music, _):
    """a deletion is undone from elsewhere"""
    shown = hand.shown
    before = stored(music, "SELECT count(*) FROM MediaType")
    # The deletion itself is no part of it.
    shown.goto(f"{shown.url}music/MediaType/-/new")
    shown.fill('[name="value.Name"]', "Wax")
    shown.click("button:has-text('Insert') >> nth=0")
    shown.click("text=Delete")
    shown.click("button:has-text('Delete')")
    shown.goto(shown.url.split("/music")[0] + "/")
    hand.opened("Owner")
    hand.link("Your last changes")
    hand.press(shown.get_by_role("button", name="Undo").first)
    return stored(music, "SELECT count(*) FROM MediaType WHERE Name = 'Wax'"), [(1,)]


TASKS = (longest, totals, corrected, exported, sent, met, missing, sorted_twice, hidden, referring, listed, undone)
