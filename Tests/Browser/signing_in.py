"""Signing in and out, with scripts switched off, and what shows of it."""
import subprocess

from screen import PHONE, page
from site_under_test import Server

PASSWORD = "correct horse"
ACCESS = """
everyone: {{stations: {{stations: read}}}}
roles: {{owners: administer}}
users:
  ada: {{{line}, roles: [owners]}}
"""


def check(report, chromium, site, folder):
    line = subprocess.run([str(site.program), "password"], input=PASSWORD + "\n", capture_output=True, text=True,
                          check=True).stdout.strip()
    file = folder / "access.yaml"
    file.write_text(ACCESS.format(line=line))
    server = Server(site.program, "--access", file)
    try:
        for name, viewport in {"signing in": None, "signing in on a phone": PHONE}.items():
            with report.part(name):
                sign_in(report, chromium, server.base, **({"viewport": viewport} if viewport else {}))
    finally:
        server.stop()


def sign_in(report, chromium, base, **options):
    with page(chromium, java_script_enabled=False, **options) as shown:
        # A password is work by design, and more so for a program that was built to be debugged.
        shown.set_default_timeout(30000)
        shown.goto(f"{base}/stations")
        names = shown.locator("table").first.inner_text()
        report.expect("only what may be read is listed", "stations" in names and "visits" not in names, names)
        shown.goto(f"{base}/stations/visits")
        report.expect("what may not be read asks for signing in", "Sign in to read" in shown.locator("h1").inner_text())
        shown.locator("main").get_by_role("link", name="Sign in").click()
        fill(shown, "wrong horse")
        report.expect("a wrong password is told in words",
                      "Wrong user name or password" in shown.locator("[role=alert]").inner_text())
        report.expect("the name stays, the password does not",
                      shown.get_by_label("Name").input_value() == "ada"
                      and shown.get_by_label("Password").input_value() == "")
        fill(shown, PASSWORD)
        report.expect("signing in leads back to what was asked for", shown.url == f"{base}/stations/visits", shown.url)
        report.expect("it is said once", shown.locator("[role=status]").first.inner_text() == "Signed in as ada.")
        shown.reload()
        report.expect("and only once", "Signed in as ada." not in shown.locator("body").inner_text())
        shown.locator(".account summary").click()
        shown.get_by_role("button", name="Sign out").click()
        report.expect("signing out is told", "Signed out." in shown.locator("[role=status]").first.inner_text())
        shown.goto(f"{base}/stations/visits")
        report.expect("what was open is closed again", "Sign in to read" in shown.locator("h1").inner_text())


def fill(shown, password):
    shown.get_by_label("Name").fill("ada")
    shown.get_by_label("Password").fill(password)
    shown.locator("main").get_by_role("button", name="Sign in").click()
