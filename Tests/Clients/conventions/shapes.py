"""“JSON shapes”: every shape, and how values are written."""
import base64
import json

from .data import tilde
from .says import equal, holds, says


def shapes(site, all, chinook):
    says.part = "JSON shapes"
    rows = all.rows("select * from city order by id limit 2")
    with says('default: {"ok", "next", "next_url", "rows", "truncated"}, beside them ours: previous, previous_url'):
        page = site.get("/all/city.json?_size=2").json
        equal(sorted(page), sorted(["ok", "next", "next_url", "previous", "previous_url", "rows", "truncated"]))
        equal([page["ok"], page["rows"], page["truncated"], page["previous"]], [True, rows, False, None])
        holds(isinstance(page["next"], str) and page["next_url"].startswith("http://"), page)
    with says("_shape=objects is the default"):
        equal(site.get("/all/city.json?_size=2&_shape=objects").rows, site.get("/all/city.json?_size=2").rows)
    with says("_shape=arrays: rows as lists"):
        page = site.get("/all/city.json?_size=2&_shape=arrays").json
        equal([page["ok"], page["rows"]], [True, [list(row.values()) for row in rows]])
    with says("_shape=array: the bare list"):
        equal(site.get("/all/city.json?_size=2&_shape=array").json, rows)
    with says("_shape=array&_nl=on: one object a line"):
        answer = site.get("/all/city.json?_size=2&_shape=array&_nl=on")
        equal([json.loads(line) for line in answer.text.split("\n")], rows)
    with says("_shape=arrayfirst: the first column only"):
        equal(site.get("/all/city.json?_shape=arrayfirst").json, all.column("select id from city order by id"))
        equal(site.get("/all/-/query.json?_shape=arrayfirst&sql=select+name,id+from+person+order+by+id").json, ["Ada", "Bob", "Cy"])
    with says("_shape=object: keyed by primary key, written as in paths"):
        equal(site.get("/all/city.json?_size=2&_shape=object").json, {str(row["id"]): row for row in rows})
        equal(site.get("/all/pair.json?_shape=object").json,
              {f"{tilde(row['a'])},{row['b']}": row for row in all.rows("select * from pair order by a, b")})
    with says("_shape=object: error 400 for a view or a query"):
        for path in ("/all/city_names.json?_shape=object", "/all/-/query.json?sql=select+1&_shape=object"):
            answer = site.get(path)
            equal((answer.status, answer.json["ok"]), (400, False))
    with says("an unknown shape is 400"):
        for path in ("/all/city.json?_shape=nope", "/all/-/query.json?sql=select+1&_shape=nope", "/all/city/1.json?_shape=nope"):
            equal(site.get(path).status, 400)
    with says("shapes of a query"):
        sql = "/all/-/query.json?sql=select+id,name+from+person+order+by+id+limit+2&_shape="
        equal(site.get(sql + "array").json, all.rows("select id, name from person order by id limit 2"))
        equal(site.get(sql + "arrays").rows, all.lists("select id, name from person order by id limit 2"))
        equal(site.get(sql + "objects").rows, all.rows("select id, name from person order by id limit 2"))
    with says("shapes of a row"):
        equal(site.get("/all/city/1.json?_shape=array").json, rows[:1])
        equal(site.get("/all/city/1.json?_shape=arrays").rows, [list(rows[0].values())])
    with says("_shape=sections: sections with header, footer, index title and cells with reuse identifier, accessory, indentation level and values"):
        section = site.get("/all/city.json?_shape=sections&_size=1").json["sections"][0]
        holds({"header", "footer", "index_title", "cells"} <= set(section), section)
        holds({"reuse_identifier", "accessory", "indentation_level", "values"} <= set(section["cells"][0]), section)
    for shape in ("array", "arrayfirst", "object"):
        with says(f"for the bare shapes the next page is in the header Link: {shape}"):
            answer = site.get(f"/all/city.json?_size=4&_shape={shape}")
            equal(list(answer.links), ["next"])
            second = site.get(answer.links["next"])
            third = site.get(second.links["next"])
            equal(len(answer.json) + len(second.json) + len(third.json), 10)
            equal(third["Link"], None)
    with says("JSON's Link carries the next page alone, and nothing on the last page"):
        equal(list(site.get("/all/city.json?_size=4").links), ["next"])
        equal(site.get("/all/city.json")["Link"], None)
    with says("truncated says that a query had more rows than are answered"):
        page = site.get("/chinook/-/query.json?sql=select+TrackId+from+Track").json
        equal([len(page["rows"]), page["truncated"]], [1000, True])
        equal(site.get("/chinook/-/query.json?sql=select+1").json["truncated"], False)
    with says("query answers come without next"):
        equal(sorted(site.get("/all/-/query.json?sql=select+1+as+a").json), ["ok", "rows", "truncated"])


def built_in_code(site, *_):
    says.part = "Tables built in code"
    with says("_shape=sections is the default for tables built in code"):
        page = site.get("/examples/messages.json").json
        equal(page["ok"], True)
        for section in page["sections"]:
            holds({"header", "footer", "index_title", "cells"} <= set(section), section)
            for cell in section["cells"]:
                holds({"id", "reuse_identifier", "accessory", "indentation_level", "values"} <= set(cell), cell)
    with says("they are listed beside the databases"):
        holds("/examples/messages" in site.get("/.json").text, site.get("/.json").text)


def values(site, all, _):
    says.part = "Values"
    typed = {row["id"]: row for row in site.get("/all/typed.json").rows}
    with says('BLOB → {"$base64": true, "encoded": "…"}'):
        equal(typed[1]["bytes"], {"$base64": True, "encoded": base64.b64encode(b"\x00\xff\x10").decode()})
        equal([typed[2]["bytes"], typed[3]["bytes"]], [{"$base64": True, "encoded": ""}, None])
        equal(typed[4]["any"], {"$base64": True, "encoded": "YQ=="})
        equal(site.get("/all/-/query.json?sql=select+x'00ff10'+as+b").rows, [{"b": {"$base64": True, "encoded": "AP8Q"}}])
    with says("±infinity → null"):
        equal([typed[1]["real"], typed[2]["real"]], [None, None])
        equal(site.get("/all/-/query.json?sql=select+9e999+as+a,-9e999+as+b").rows, [{"a": None, "b": None}])
    with says("unless _json_infinity=1"):
        rows = {row["id"]: row["real"] for row in site.get("/all/typed.json?_json_infinity=1").rows}
        equal([rows[1], rows[2]], [float("inf"), float("-inf")])
    with says("integers stay integers beyond 2^53"):
        equal([typed[id_]["whole"] for id_ in (1, 2, 3)], [9007199254740993, -2**63, 2**63 - 1])
        holds('"whole":9007199254740993' in site.get("/all/typed.json?id=1").text)
    with says("reals stay reals"):
        equal([typed[3]["real"], typed[4]["real"], typed[2]["any"]], [0.1, 1e100, 1.5])
        equal(site.get("/all/city.json?id=3&_col=height").rows, [{"id": 3, "height": 200.0}])
    with says("_json=col parses a column that holds JSON text"):
        rows = {row["id"]: row["json"] for row in site.get("/all/typed.json?_json=json").rows}
        equal([rows[1], rows[2], rows[4]], [{"a": [1, 2.5, None]}, [], None])
    with says("_json=col leaves what is no JSON as text"):
        equal(site.get("/all/typed.json?_json=json&id=3").rows[0]["json"], "no json")
    with says("_json of a query"):
        equal(site.get("/all/-/query.json?sql=select+tags+from+city+where+id=1&_json=tags").rows, [{"tags": ["bay", "hills"]}])
    with says("texts are whole, whatever is in them"):
        for id_ in (3, 7, 9, 10):
            equal(site.get(f"/all/city/{id_}.json").rows, all.rows("select * from city where id = ?", id_))
    with says("two columns of one name in a query"):
        answer = site.get("/all/-/query.json?sql=select+1+as+a,2+as+a&_shape=arrays")
        equal(answer.rows, [[1, 2]])
