"""“Write API”: who may write, and that nothing writes unless it was started to."""
from .inserting import CITY, FORM
from .says import equal, holds, says


def permissions(site, data, tokens):
    says.part = "Write API: who may"
    body = {"row": {"name": "not stored"}}
    with says("401 without a token, with WWW-Authenticate"):
        answer = site.post(CITY, body)
        equal((answer.status, answer.json["ok"]), (401, False))
        holds((answer["WWW-Authenticate"] or "").startswith("Bearer"), answer.headers)
    for token in ("nope", "tablepages_" + "0" * 64, tokens["expired"]):
        with says(f"401 with a token that isn't valid, with WWW-Authenticate: {token[:12]}"):
            answer = site.post(CITY, body, token)
            equal(answer.status, 401)
            holds((answer["WWW-Authenticate"] or "").startswith("Bearer"), answer.headers)
    with says("a token that isn't valid is 401 for reading too"):
        equal(site.get("/data/city.json", Authorization="Bearer nope").status, 401)
    with says("403 without the right"):
        answer = site.post(CITY, body, tokens["reader"])
        equal((answer.status, answer.json["ok"]), (403, False))
    for path, sent in (("/data/city/-/upsert", {"rows": [{"id": 1, "name": "x"}]}), ("/data/city/1/-/update", {"update": {"name": "x"}}), ("/data/city/1/-/delete", "")):
        with says(f"401 and 403 for {path}"):
            equal([site.post(path, sent).status, site.post(path, sent, tokens["reader"]).status], [401, 403])
    for kind in (FORM, "text/plain", None):
        with says(f"without a token nothing is stored from a body of any type: {kind}"):
            answer = site.post(CITY, '{"row": {"name": "not stored"}}', kind=kind)
            equal(answer.status // 100, 4)
    for path in (CITY, "/data/city/-/upsert", "/data/city/1/-/update", "/data/city/1/-/delete", "/data/-/create", "/data/city/-/drop"):
        with says(f"405 for GET: {path}"):
            answer = site.get(path, Authorization=f"Bearer {tokens['owner']}")
            equal((answer.status, "POST" in answer["Allow"]), (405, True))
    with says("nothing of all that is stored"):
        equal([data.column("select count(*) from city where name in ('not stored', 'x')"), data.column("select name from city where id = 1")], [[0], ["One"]])
    for path, sent in (("/data/-/create", {"table": "no", "columns": [{"name": "id", "type": "integer"}]}), ("/data/note/-/drop", {"confirm": True}),
                       (CITY, {"row": {"name": "altered", "more": 1}, "alter": True})):
        with says(f"create, alter and drop are for those who administer: {path}"):
            equal(site.post(path, sent, tokens["clerk"]).status, 403)
    with says("the clerk may write rows"):
        equal(site.post(CITY, {"row": {"name": "by the clerk"}}, tokens["clerk"]).status, 201)
    with says("/-/actor.json says who asks"):
        equal(site.get("/-/actor.json", Authorization=f"Bearer {tokens['clerk']}").json["actor"]["id"], "clerk")
    with says("a table that one may not read isn't there"):
        equal([site.get("/data/secret.json", Authorization=f"Bearer {tokens['clerk']}").status // 100, site.get("/data/secret.json").status // 100], [4, 4])
        holds("secret" not in [table["name"] for table in site.get("/data.json").json["tables"]])
        equal(site.get("/data/secret.json", Authorization=f"Bearer {tokens['owner']}").rows, [{"id": 1, "word": "hush"}])
    with says("private: what others can't see"):
        page = site.get("/data/secret.json?_extra=private", Authorization=f"Bearer {tokens['owner']}").json
        equal(page["private"], True)
        equal(site.get("/data/city.json?_extra=private", Authorization=f"Bearer {tokens['owner']}").json["private"], False)


def read_only(site, all, _):
    says.part = "Read-only unless started otherwise"
    with says("no address writes"):
        for path, sent in (("/all/city/-/insert", {"row": {"name": "x"}}), ("/all/city/1/-/update", {"update": {"name": "x"}}), ("/all/city/1/-/delete", ""),
                           ("/all/-/create", {"table": "x", "columns": [{"name": "a", "type": "text"}]}), ("/all/city/-/drop", {"confirm": True})):
            equal(site.post(path, sent).status in (401, 403), True)
        equal(all.lists("select count(*), min(name) from city"), [[10, "Akureyri"]])
