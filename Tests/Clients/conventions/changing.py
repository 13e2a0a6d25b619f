"""“Write API”: upsert, update and delete."""
from .says import equal, holds, says


def changing(site, data, tokens):
    says.part = "Write API: upsert, update, delete"
    post = lambda path, body, **more: site.post("/data/" + path, body, tokens["owner"], **more)
    with says("upsert: 200, inserts what isn't there and updates what is"):
        answer = post("city/-/upsert", {"rows": [{"id": 2, "name": "Zwei"}, {"id": 300, "name": "Three hundred"}]})
        equal((answer.status, answer.json), (200, {"ok": True}))
        equal(data.lists("select id, name, population from city where id in (2, 300) order by id"), [[2, "Zwei", 2], [300, "Three hundred", None]])
    with says('upsert with "return": true answers rows'):
        answer = post("city/-/upsert", {"rows": [{"id": 2, "name": "Two", "note": "n"}], "return": True})
        equal((answer.status, answer.rows), (200, data.rows("select * from city where id = 2")))
    with says("upsert of compound keys"):
        answer = post("pair/-/upsert", {"rows": [{"a": "x", "b": 1, "value": "new"}, {"a": "x", "b": 2, "value": "two"}], "return": True})
        equal(answer.rows, data.rows("select * from pair order by a, b"))
    with says("upsert without the key: Row 0 is missing primary key column(s): id"):
        answer = post("city/-/upsert", {"rows": [{"name": "no key"}]})
        equal((answer.status, answer.json["error"]), (400, "Row 0 is missing primary key column(s): id"))
    with says("upsert takes neither ignore nor replace"):
        equal(post("city/-/upsert", {"rows": [{"id": 2}], "ignore": True}).status, 400)
    with says("upsert: all or none"):
        equal(post("city/-/upsert", {"rows": [{"id": 2, "name": "Deux"}, {"id": 40_000}]}).status, 400)
        equal(data.column("select name from city where id = 2"), ["Two"])
    with says('update: {"update": {…}} → 200'):
        answer = post("city/2/-/update", {"update": {"name": "Two!"}})
        equal((answer.status, answer.json, data.column("select name from city where id = 2")), (200, {"ok": True}, ["Two!"]))
    with says('update with "return": true answers rows'):
        answer = post("city/2/-/update", {"update": {"population": 22, "photo": {"$base64": True, "encoded": "AA=="}}, "return": True})
        equal((answer.status, answer.rows), (200, [{"id": 2, "name": "Two!", "population": 22, "photo": {"$base64": True, "encoded": "AA=="}, "note": "n"}]))
    with says("update by a compound key, and by rowid"):
        equal(post("pair/x,1/-/update", {"update": {"value": "newer"}}).status, 200)
        equal(post("note/1/-/update", {"update": {"rank": 5}}).status, 200)
        equal([data.column("select value from pair where b = 1"), data.column("select rank from note where rowid = 1")], [["newer"], [5]])
    with says("update with a broken constraint is 400 in the database's own words"):
        equal(post("city/2/-/update", {"update": {"population": -5}}).json["error"], "CHECK constraint failed: population >= 0")
    for body in ({}, {"name": "x"}, {"update": 1}, {"update": {"nope": 1}}, [], "x"):
        with says(f"update that isn't understood is 400: {body}"):
            equal(post("city/2/-/update", body).status, 400)
            equal(data.column("select name from city where id = 2"), ["Two!"])
    with says("update and delete of a row that isn't there: 404 Record not found"):
        for change, body in (("update", {"update": {"name": "x"}}), ("delete", "")):
            answer = post(f"city/99999/-/{change}", body)
            equal((answer.status, answer.json["error"]), (404, "Record not found"))
    with says("delete takes no body"):
        answer = post("city/3/-/delete", "", kind=None)
        equal((answer.status, answer.json, data.column("select count(*) from city where id = 3")), (200, {"ok": True}, [0]))
    with says("delete of a row that others refer to is 400 in the database's own words"):
        answer = post("city/2/-/delete", "")
        equal((answer.status, data.column("select count(*) from city where id = 2")), (400, [1]))
        holds("FOREIGN KEY constraint failed" in answer.json["error"], answer.json)
    with says("a reference to a row that isn't there is 400"):
        equal(post("visit/-/insert", {"row": {"city": 9999}}).status, 400)
    with says("the write API is that of tables: 404 for none"):
        equal([post("nope/-/insert", {"row": {}}).status, site.post("/nope/x/-/insert", {"row": {}}, tokens["owner"]).status], [404, 404])
