"""Collects the pages that are asked for: their paths, and their bytes as files for nginx."""
import json
import urllib.parse

from servers import get

TABLE = "/events/events"
STEP = 1000


def positions(server, rows, table=TABLE, query=""):
    """Tokens for places all over the rows of a query, in order: found by following the links of the largest pages."""
    tokens = []
    first = path = f"{table}.json?_size={STEP}&_nocount=1{query}"
    while len(tokens) * STEP < rows:
        page = json.loads(get(server.base + path))
        if not page["next"]:
            break
        tokens.append(page["next"])
        path = f"{first}&_next={urllib.parse.quote(page['next'])}"
    return tokens


def page_paths(tokens, suffix=""):
    return [f"{TABLE}{suffix}?_next={urllib.parse.quote(token)}" for token in tokens]


def save(server, paths, folder, kind, headers=()):
    """Writes each page's bytes to a file; the paths of the files as nginx serves them, and the mean size."""
    target = folder / "files" / kind
    target.mkdir(parents=True, exist_ok=True)
    total = 0
    for number, path in enumerate(paths):
        body = get(server.base + path, headers)
        total += len(body)
        (target / f"{number}").write_bytes(body)
    return [f"/{kind}/{number}" for number in range(len(paths))], total // len(paths)
