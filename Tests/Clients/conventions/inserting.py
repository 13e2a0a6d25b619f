"""“Write API”: insert. What is answered, and what the file holds then, as sqlite3 reads it."""
import json

from .says import equal, holds, says

FORM = "application/x-www-form-urlencoded"
CITY = "/data/city/-/insert"


def inserting(site, data, tokens):
    says.part = "Write API: insert"
    post = lambda body, path=CITY, **more: site.post(path, body, tokens["owner"], **more)
    names = lambda: data.column("select name from city order by id")
    with says('{"row": {…}} → 201, with the stored row'):
        answer = post({"row": {"name": "Four", "population": 4}})
        equal((answer.status, answer.json["ok"], answer.rows), (201, True, data.rows("select id, name, population, photo, note from city where name = 'Four'")))
    with says('{"rows": [{…}]} → 201, without rows'):
        answer = post({"rows": [{"name": "Five"}, {"name": "Six"}]})
        equal((answer.status, answer.json), (201, {"ok": True}))
        equal(names()[-2:], ["Five", "Six"])
    with says('"return": true: answers hold rows'):
        answer = post({"rows": [{"name": "Seven"}, {"name": "Eight"}], "return": True})
        equal((answer.status, answer.rows), (201, data.rows("select * from city where name in ('Seven', 'Eight') order by id")))
    with says("what is there already is 400 in the database's own words"):
        answer = post({"row": {"id": 1, "name": "Again"}})
        equal((answer.status, answer.json["error"]), (400, "UNIQUE constraint failed: city.id"))
    for row, words in (({"id": 90}, "NOT NULL constraint failed: city.name"), ({"name": "Nine", "population": -1}, "CHECK constraint failed: population >= 0"),
                       ({"name": "One"}, "UNIQUE constraint failed: city.name")):
        with says(f"400 with the database's own words for a broken constraint: {words}"):
            answer = post({"row": row})
            equal((answer.status, answer.json["error"]), (400, words))
    with says('"ignore": true leaves what is there'):
        answer = post({"rows": [{"id": 1, "name": "Uno"}, {"id": 20, "name": "Twenty"}], "ignore": True, "return": True})
        equal((answer.status, [row["name"] for row in answer.rows]), (201, ["One", "Twenty"]))
        equal(data.column("select name from city where id in (1, 20) order by id"), ["One", "Twenty"])
    with says('"replace": true takes its place'):
        answer = post({"rows": [{"id": 20, "name": "Zwanzig", "note": "n"}], "replace": True, "return": True})
        equal((answer.status, answer.rows), (201, [{"id": 20, "name": "Zwanzig", "population": None, "photo": None, "note": "n"}]))
    with says("all rows of a call or none"):
        before = data.lists("select * from city")
        for rows in ([{"name": "A"}, {"name": "B", "nope": 1}], [{"name": "A"}, {"name": "One"}], [{"name": "A"}, {"population": 1}]):
            equal(post({"rows": rows}).status, 400)
        equal(data.lists("select * from city"), before)
    with says("a column that isn't there: Row 1 has invalid columns: nope"):
        equal(post({"rows": [{"name": "A"}, {"name": "B", "nope": 1}]}).json["error"], "Row 1 has invalid columns: nope")
    with says('{"$base64": …} is bytes'):
        answer = post({"row": {"name": "Bytes", "photo": {"$base64": True, "encoded": "AP8Q"}}})
        equal(data.column("select photo from city where name = 'Bytes'"), [b"\x00\xff\x10"])
        equal(answer.rows[0]["photo"], {"$base64": True, "encoded": "AP8Q"})
    with says('{"$raw": …} is its content as it stands'):
        post({"row": {"name": "Raw", "note": {"$raw": {"$base64": True, "encoded": "AP8Q"}}}})
        equal([json.loads(text) for text in data.column("select note from city where name = 'Raw'")], [{"$base64": True, "encoded": "AP8Q"}])
    with says('{"$raw": …} unwraps one layer'):
        post({"row": {"name": "Raw raw", "note": {"$raw": {"$raw": 1}}}})
        equal([json.loads(text) for text in data.column("select note from city where name = 'Raw raw'")], [{"$raw": 1}])
    with says("lists and objects are stored as JSON text"):
        post({"row": {"name": "List", "note": ["a", {"b": None}]}})
        equal([json.loads(text) for text in data.column("select note from city where name = 'List'")], [["a", {"b": None}]])
    with says("numbers, null, booleans and texts are stored as they are"):
        post({"rows": [{"text": "é ☃ \u0001", "rank": 2**53 + 1}, {"text": None, "rank": True}]}, "/data/note/-/insert")
        equal(data.lists("select text, rank from note order by rowid desc limit 2"), [[None, 1], ["é ☃ \u0001", 2**53 + 1]])
    with says("rowid is first in write results of a table without a key"):
        answer = post({"row": {"text": "last"}}, "/data/note/-/insert")
        equal(list(answer.rows[0]), ["rowid", "text", "rank"])
        equal(answer.rows, data.rows("select rowid, * from note where text = 'last'"))
    bodies = [("{}", 'Must provide a "row" or "rows" key'), ("[]", "JSON must be a dictionary"), ('{"row": {}, "rows": []}', None),
              ('{"row": {"name": "x"}, "bogus": 1}', 'Invalid parameter: "bogus"'), ('{"rows": [{"name": "x"}], "ignore": true, "replace": true}', 'Cannot use "ignore" and "replace" at the same time'),
              ("{nope", None), ("", None), ('{"row": {"name": "x"}', None), ('{"row": 1}', None), ('{"rows": {"name": "x"}}', None), ('{"row": {"name": "x", "name": "y"}}', None),
              (b'{"row": {"name": "\xff"}}', None), ('{"rows": [1]}', None)]
    for body, words in bodies:
        with says(f"a body that isn't JSON, or isn't understood, is 400 and stores nothing: {body}"):
            before = data.lists("select * from city")
            answer = post(body)
            equal((answer.status, answer.json["ok"]), (400, False))
            holds(words in (None, answer.json["error"]), answer.json)
            equal(data.lists("select * from city"), before)
    for kind in (FORM, "text/plain", None, "application/json; charset=utf-8"):
        with says(f"with a bearer token a body is JSON whatever its Content-Type: {kind}"):
            name = f"by {kind}"
            answer = post({"row": {"name": name}}, kind=kind)
            equal((answer.status, data.column("select count(*) from city where name = ?", name)), (201, [1]))
    with says("a form sent with a bearer token stores nothing"):
        before = data.lists("select * from city")
        equal(post("name=Form&population=1", kind=FORM).status, 400)
        equal(data.lists("select * from city"), before)
    with says("a call may have max_insert_rows, and not one more"):
        most = site.get("/-/settings.json", Authorization=f"Bearer {tokens['owner']}").json["max_insert_rows"]
        equal(post({"rows": [{"name": f"many {number}"} for number in range(most + 1)]}).status, 400)
        equal(data.column("select count(*) from city where name like 'many%'"), [0])
        equal(post({"rows": [{"name": f"many {number}"} for number in range(most)]}).status, 201)
        equal(data.column("select count(*) from city where name like 'many%'"), [most])
    with says("413 past the body limit"):
        answer = post({"row": {"name": "big", "note": "x" * 1_100_000}})
        equal((answer.status, data.column("select count(*) from city where name = 'big'")), (413, [0]))
