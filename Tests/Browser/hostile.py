"""Texts that would run as scripts if they were ever taken for markup: as values, names of columns and tables, labels, arguments, in the
site file and in nibs, in every format. Each page is opened under its content security policy, and with the browser told to ignore it:
escaping alone has to hold."""
import sqlite3
from urllib.parse import quote, urlencode

from playwright.sync_api import Error as PlaywrightError

from screen import page
from site_under_test import Server, query

CALL = "alert(1)"
# What ends the places that a value can stand in, before the markup begins.
ENDS = ["", "\">", "'>", "</td>", "</title>", "</textarea>", "</script>", "</style>", "-->", "\"]}}", "]]>", "\\\">"]
MARKUP = [
    f"<script>{CALL}</script>", f"<img src=x onerror={CALL}>", f"<svg onload={CALL}>", f"<svg/onload={CALL}//",
    f"<details open ontoggle={CALL}>", f"<iframe srcdoc='<script>parent.{CALL}</script>'>", f"<body onload={CALL}>",
    f"<video><source onerror={CALL}></video>", f"<input autofocus onfocus={CALL}>",
]
WHOLE = [
    f"\" onmouseover={CALL} x=\"", f"' autofocus onfocus={CALL} x='", f"\" autofocus onfocus={CALL} x=\"", f"`;{CALL}//", f"'-{CALL}-'", f"${{{CALL}}}",
    "{{{constructor}}}", f"{{{{{{<script>{CALL}</script>}}}}}}", f"\u2028<script>{CALL}</script>", f"&lt;script&gt;{CALL}&lt;/script&gt;",
    f"<scr\x00ipt>{CALL}</script>", f"+ADw-script+AD4-{CALL}+ADw-/script+AD4-", f"%3Cscript%3E{CALL}%3C/script%3E",
]
ADDRESSES = [
    f"javascript:{CALL}", f"JaVaScRiPt:{CALL}", f" javascript:{CALL}", f"java\tscript:{CALL}", f"\x01javascript:{CALL}",
    f"javascript&colon;{CALL}", f"data:text/html,<script>{CALL}</script>", f"vbscript:{CALL}", f"//x\" onclick={CALL} \"",
    f"http://x/\" onmouseover={CALL} \"", f"[x](javascript:{CALL})", f"<a href=\"javascript:{CALL}\">x</a>", f"mailto:a@b\"onclick={CALL}",
]
PAYLOADS = [end + markup for end in ENDS for markup in MARKUP] + WHOLE + ADDRESSES
# What else would do harm when it is followed.
DANGEROUS = """Array.from(document.querySelectorAll("[href], [src], [action], [formaction], [srcdoc]")).filter(element =>
  ["href", "src", "action", "formaction"].some(name =>
    /^[\\u0000-\\u0020]*(javascript|vbscript|data):/i.test((element.getAttribute(name) ?? "").replace(/[\\t\\n\\r]/g, ""))) ||
  element.hasAttribute("srcdoc")).map(element => element.outerHTML.slice(0, 200))"""
HANDLERS = """Array.from(document.querySelectorAll("*")).flatMap(element =>
  Array.from(element.attributes).filter(one => one.name.startsWith("on")).map(() => element.outerHTML.slice(0, 200)))"""


def check(report, chromium, site, folder):
    file = folder / "hostile.sqlite"
    make_database(file)
    nibs = folder / "hostile-nibs"
    nibs.mkdir()
    (nibs / "row.html").write_text("<a href=\"{{url}}\" title=\"{{text}}\"><b>{{text}}</b></a><i>{{{text}}}</i><img src=\"{{url}}\" alt=\"{{text}}\">\n")
    described = folder / "hostile.yaml"
    described.write_text(site_file(nibs.name))
    plain, owned = Server(site.program, file), Server(site.program, "--site", described, file)
    try:
        report.expect("there are at least a hundred of them", len(set(PAYLOADS)) >= 100, len(set(PAYLOADS)))
        for ignored in (False, True):
            for server, paths in ((plain, plain_paths()), (owned, owned_paths())):
                for path in paths:
                    with report.part(f"hostile {path[:60]}"):
                        visit(report, chromium, server.base + path, ignored)
        with report.part("hostile files"), page(chromium) as shown:
            files(report, shown, plain.base + "/hostile/texts")
    finally:
        plain.stop()
        owned.stop()


def visit(report, chromium, address, ignores_policy):
    what = f"hostile texts {'without a policy' if ignores_policy else 'under the policy'}: {address.split('/', 3)[3][:70]}"
    with page(chromium, bypass_csp=ignores_policy) as shown:
        shown.add_init_script("window.hits = []; window.alert = text => hits.push(text)")
        dialogs = []
        shown.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        answer = shown.goto(address)
        shown.wait_for_load_state()
        # A picture that can't be loaded says so a moment later.
        shown.wait_for_timeout(150)
        report.expect(f"{what}: answered", answer.status in (200, 400, 404), answer.status)
        hits = shown.evaluate("window.hits") + dialogs
        report.expect(f"{what}: nothing runs", not hits, hits)
        report.expect(f"{what}: no address that runs", not shown.evaluate(DANGEROUS), shown.evaluate(DANGEROUS))
        report.expect(f"{what}: no handlers", not shown.evaluate(HANDLERS), shown.evaluate(HANDLERS))


def files(report, shown, address):
    """What no browser shows as a page: it is saved, and taken for nothing but what it is said to be."""
    for path in (".csv?_stream=on", ".ndjson?_stream=on", "/1/-/blob/picture"):
        headers = shown.request.get(address + path).headers
        report.expect(f"{path} is no page", headers.get("x-content-type-options") == "nosniff" and "html" not in headers["content-type"]
                      and "svg" not in headers["content-type"], headers)
        with report.part(f"{path} is saved"), shown.expect_download() as saved:
            try:
                shown.goto(address + path)
            except PlaywrightError as error:
                if "Download is starting" not in str(error):
                    raise
        report.expect(f"{path} is saved", saved.value.path().stat().st_size > 0)


def name(text):
    return '"' + text.replace('"', '""').replace("\0", "") + '"'


def make_database(file):
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT, url TEXT, email TEXT, data JSON, time TIMESTAMP, "
                         "flag BOOLEAN, picture BLOB, other INTEGER REFERENCES texts(id))")
        for number, text in enumerate(PAYLOADS, 1):
            quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", " ").replace("\0", "").replace("\x01", "")
            database.execute("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                             (number, text, text, text, f'["{quoted}"]', text, text, b"<svg onload=alert(1)>" + text.encode(), number))
        columns = list(dict.fromkeys(text.replace("\0", "") for text in PAYLOADS))
        distinct = {column.lower(): column for column in columns}.values()
        database.execute(f"CREATE TABLE columns (id INTEGER PRIMARY KEY, {', '.join(name(column) for column in distinct)})")
        database.execute("INSERT INTO columns (id) VALUES (1)")
        for text in PAYLOADS[:len(MARKUP)] + WHOLE[:6]:
            database.execute(f"CREATE TABLE {name(text)} (id INTEGER PRIMARY KEY, note TEXT)")
            database.execute(f"INSERT INTO {name(text)} VALUES (1, 'x')")
    database.close()


def tilde(text):
    return "".join(chr(byte) if chr(byte).isascii() and (chr(byte).isalnum() or chr(byte) in "_-") else "+" if byte == 32
                   else f"~{byte:02X}" for byte in text.encode())


def plain_paths():
    texts = "/hostile/texts"
    words = " ".join(PAYLOADS[:3])
    paths = [
        "/", "/hostile", f"{texts}?_size=max", f"{texts}/1", f"{texts}/40", "/hostile/columns", "/hostile/columns/1",
        f"{texts}?_size=max&_facet=text&_facet=url&_facet_array=data&_facet_size=max", f"{texts}/-/facets?_facet=text&_facet_size=max",
        f"{texts}?_search={quote(words)}", f"/-/search?q={quote(words)}", f"{texts}/-/count", f"/{quote(PAYLOADS[1], safe='')}",
        f"/hostile/{quote(PAYLOADS[1], safe='')}", f"{texts}.json?_size=max", f"{texts}.txt?_stream=on", "/-/openapi.json",
        "/hostile/-/query?" + query("select text as " + name(PAYLOADS[10]) + ", :p as p, url from texts", p=PAYLOADS[11]),
        "/hostile/-/query?" + query("select " + PAYLOADS[12]),
    ]
    paths += [f"{texts}?{urlencode({'text': text})}" for text in PAYLOADS[::16]]
    paths += [f"{texts}?{urlencode({text: text})}" for text in PAYLOADS[3::20]]
    paths += [f"/hostile/{tilde(text)}" for text in PAYLOADS[:len(MARKUP)]]
    return paths


def owned_paths():
    return ["/", "/hostile", "/hostile/texts?_size=max", "/hostile/texts/3", "/hostile/asked?" + urlencode({"p": PAYLOADS[13]})]


def site_file(nibs):
    """Every word of an owner, hostile: owners copy what others wrote."""
    def text(position):
        return "'" + PAYLOADS[position].replace("'", "''") + "'"
    description = "\\n\\n".join(payload.replace("\\", "\\\\").replace('"', '\\"') for payload in PAYLOADS if payload.isprintable())
    return f"""
title: {text(0)}
description: "{description}"
nibs: {nibs}/
databases:
  hostile:
    description_html: "{description}"
    tables:
      texts:
        title: {text(10)}
        description: "{description}"
        columns: {{text: {{title: {text(20)}, description: {text(30)}}}}}
        cells: [{{nib: row}}]
    queries:
      asked: {{title: {text(40)}, description: {text(50)}, sql: "select :p as p, text, url from texts"}}
"""
