"""“Write API”: create, alter and drop, for those who administer."""
from .says import equal, holds, says


def schemas(site, data, tokens):
    says.part = "Write API: create, alter, drop"
    post = lambda path, body: site.post("/data/" + path, body, tokens["owner"])
    info = lambda table: data.lists(f"select name, type, pk from pragma_table_info('{table}')")
    with says("/{database}/-/create with columns: 201, with table, addresses and schema"):
        answer = post("-/create", {"table": "dogs", "columns": [{"name": "id", "type": "integer"}, {"name": "name", "type": "text"}, {"name": "weight", "type": "float"}, {"name": "photo", "type": "blob"}], "pk": "id"})
        equal((answer.status, answer.json), (201, {
            "ok": True, "database": "data", "table": "dogs", "table_url": site.address + "/data/dogs", "table_api_url": site.address + "/data/dogs.json",
            "schema": data.column("select sql from sqlite_master where name = 'dogs'")[0]}))
        equal([column[1].upper() for column in info("dogs")], ["INTEGER", "TEXT", "REAL", "BLOB"])
        equal([column[2] for column in info("dogs")], [1, 0, 0, 0])
    with says("create with several keys: pks"):
        equal(post("-/create", {"table": "two", "columns": [{"name": "a", "type": "integer"}, {"name": "b", "type": "text"}], "pks": ["b", "a"]}).status, 201)
        equal([[name, key] for name, _, key in info("two")], [["a", 2], ["b", 1]])
    with says("create from rows: columns and types are theirs"):
        answer = post("-/create", {"table": "cats", "rows": [{"id": 1, "name": "Tom", "weight": 4.5}, {"id": 2, "name": "Kit", "age": 3}], "pk": "id"})
        equal((answer.status, answer.json["row_count"]), (201, 2))
        equal(info("cats"), [["id", "INTEGER", 1], ["name", "TEXT", 0], ["weight", "REAL", 0], ["age", "INTEGER", 0]])
        equal(data.lists("select * from cats"), [[1, "Tom", 4.5, None], [2, "Kit", None, 3]])
    with says("create from one row"):
        equal(post("-/create", {"table": "owls", "row": {"id": 1, "name": "Ulla"}, "pk": "id"}).status, 201)
        equal(data.lists("select * from owls"), [[1, "Ulla"]])
    with says("create from rows again inserts them"):
        equal(post("-/create", {"table": "cats", "rows": [{"id": 3, "name": "Mia"}], "pk": "id"}).status, 201)
        equal(data.column("select count(*) from cats"), [3])
    for sent in ({"rows": [{"id": 1, "name": "Tim"}], "ignore": True}, {"rows": [{"id": 1, "name": "Tim"}], "replace": True}):
        with says(f"create from rows again with {list(sent)[1]}"):
            equal(post("-/create", {"table": "cats", "pk": "id", **sent}).status, 201)
            equal(data.column("select name from cats where id = 1"), ["Tom" if "ignore" in sent else "Tim"])
    for sent, words in (({"table": "dogs", "columns": [{"name": "id", "type": "integer"}]}, 'table "dogs" already exists'),
                        ({"table": "bad", "columns": [{"name": "a", "type": "nope"}]}, "Unsupported column type: nope"), ({"table": "bad"}, None), ({"columns": []}, None),
                        ({"table": "sqlite_bad", "columns": [{"name": "a", "type": "text"}]}, None), ({"table": "bad", "columns": [{"name": "a", "type": "text"}], "row": {}}, None)):
        with says(f"create that can't be: 400: {sent}"):
            answer = post("-/create", sent)
            equal(answer.status, 400)
            holds(words in (None, answer.json["error"]), answer.json)
    with says('"alter": true adds columns that are missing: insert'):
        answer = post("cats/-/insert", {"row": {"id": 9, "name": "Alt", "color": "red"}, "alter": True})
        equal((answer.status, answer.rows[0]["color"]), (201, "red"))
        equal(info("cats")[-1], ["color", "TEXT", 0])
    with says('"alter": true: upsert and update'):
        equal(post("cats/-/upsert", {"rows": [{"id": 9, "size": 1.5}], "alter": True}).status, 200)
        equal(post("cats/9/-/update", {"update": {"lives": 9}, "alter": True}).status, 200)
        equal(data.lists("select size, lives from cats where id = 9"), [[1.5, 9]])
    with says("without alter nothing is added"):
        equal(post("cats/-/insert", {"row": {"id": 10, "nope": 1}}).status, 400)
        equal([column for column in info("cats") if column[0] == "nope"], [])
    with says("/{table}/-/drop without confirmation says how many rows there are, and drops nothing"):
        answer = post("cats/-/drop", "")
        equal((answer.status, answer.json), (200, {"ok": True, "database": "data", "table": "cats", "row_count": data.column("select count(*) from cats")[0], "message": 'Pass "confirm": true to confirm'}))
    with says('drop with {"confirm": true}'):
        equal(post("cats/-/drop", {"confirm": True}).json, {"ok": True})
        equal(data.column("select count(*) from sqlite_master where name = 'cats'"), [0])
        equal(site.get("/data/cats.json").json["error"], "Table not found")
    with says("drop of what isn't there is 404"):
        equal(post("nope/-/drop", {"confirm": True}).status, 404)
