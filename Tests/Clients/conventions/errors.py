"""“Errors”: every JSON error's body, and the same words as a page."""
from .says import equal, holds, says

PATHS = [
    ("/nope.json", 404, "Database not found"), ("/all/nope.json", 404, "Table not found"), ("/all/city/99.json", 404, "Record not found"),
    ("/all/city/x.json", 404, "Record not found"), ("/nope/nope.json", 404, "Database not found"), ("/nope/-/query.json?sql=select+1", 404, "Database not found"),
    ("/all/nope/1.json", 404, "Table not found"), ("/all/city.json?_shape=nope", 400, None), ("/all/city.json?_size=x", 400, None),
    ("/all/city.json?nope=1", 400, None), ("/all/city.json?_extra=nope", 400, "Unknown _extra: nope"), ("/all/city.json?_next=x", 400, None),
    ("/all/city.json?_where=nope", 400, None), ("/all/city/1,2.json", 400, None), ("/all/-/query.json?sql=nope", 400, None),
    ("/all/city.json?_sort=nope", 400, "Cannot sort table by nope"), ("/all/city.csv?nope=1", 400, None), ("/-/nope.json", 404, None),
]


def errors(site, all, _):
    says.part = "Errors"
    for path, status, words in PATHS:
        with says(f'every JSON error: {{"ok": false, "error", "errors", "status"}} with that status: {path}'):
            answer = site.get(path, Accept="application/json")
            body = answer.json
            equal([answer.status, body["ok"], body["status"]], [status, False, status])
            equal(body["error"], "; ".join(body["errors"]))
            holds(words in (None, body["error"]), body)
            equal(answer["Content-Type"], "application/json")
    with says('several: "error": "a; b", "errors": ["a", "b"]'):
        body = site.get("/all/city.json?_size=x&_shape=nope&_extra=nope").json
        equal([len(body["errors"]), body["error"]], [3, "; ".join(body["errors"])])
    for path in ("/nope", "/all/nope", "/all/city/99", "/all/city?_size=x", "/all/city?nope=1", "/all/-/query?sql=select+nope"):
        with says(f"an HTML request gets the same words as a page: {path}"):
            page = site.get(path)
            data = site.get(path.replace("?", ".json?") if "?" in path else path + ".json")
            equal(page.status, data.status)
            holds(page["Content-Type"].startswith("text/html"), page.headers)
            text = page.text.replace("&quot;", '"').replace("&#39;", "'").lower()
            holds(all_in(data.json["errors"], text) or page.status == 404 and "found" in text, page.text[:3000])
    with says("a method that an address doesn't have is 405"):
        for method, path in (("POST", "/all/city.json"), ("PUT", "/all/city"), ("DELETE", "/all/city/1")):
            equal(site.send(method, path).status, 405)
    with says("HEAD answers the headers of GET and no body"):
        head = site.send("HEAD", "/all/city.json")
        equal((head.status, head.body, head["Content-Type"]), (200, b"", "application/json"))


def all_in(words, text):
    return all(word.lower() in text for word in words)


def time_limit(site, all, _):
    says.part = "The server's own time limit"
    endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
    with says("a query over its time limit is 400 naming the limit"):
        answer = site.get("/all/-/query.json", {"sql": endless})
        equal((answer.status, answer.json["error"]), (400, "The query exceeded its time limit of 200 ms"))
    with says("_timelimit is at most the server's own"):
        answer = site.get("/all/-/query.json", {"sql": endless, "_timelimit": "60000"})
        equal((answer.status, answer.json["error"]), (400, "The query exceeded its time limit of 200 ms"))
