"""“Which columns, in which order”: columns, labels and orders."""
from .says import equal, says


def columns(site, all, _):
    says.part = "Columns"
    with says("_col=a&_col=b: the keys stay"):
        equal(site.get("/all/city.json?_col=name&_col=country").rows, all.rows("select id, name, country from city"))
        equal(site.get("/all/pair.json?_col=value").rows, all.rows("select a, b, value from pair order by a, b"))
    with says("_nocol=a"):
        equal(site.get("/all/city.json?_nocol=tags&_nocol=note&_size=1").rows,
              all.rows("select id, name, country, population, height, founded from city limit 1"))
    with says("_nocol of a key leaves the key"):
        equal(list(site.get("/all/city.json?_nocol=id&_nocol=name&_size=1").rows[0]), "id country population height founded tags note".split())
    with says("_col and _nocol for CSV"):
        equal(site.get("/all/city.csv?_col=name&_size=1").csv, [["id", "name"], ["1", "San Francisco"]])
    with says("_col for a row"):
        equal(site.get("/all/city/6.json?_col=name").rows, [{"id": 6, "name": "Berlin"}])
    for argument_ in ("_col", "_nocol"):
        with says(f"{argument_} of a column that isn't there is 400"):
            equal(site.get(f"/all/city.json?{argument_}=nope").status, 400)


def labels(site, all, _):
    says.part = "Labels"
    labelled = lambda row, name: {"value": row["country"], "label": name} if row["country"] else None
    with says('_labels=on: a foreign key becomes {"value": 1, "label": "San Francisco"}'):
        rows = site.get("/all/visit.json?_labels=on&id=1").rows
        equal(rows, [{"id": 1, "city_id": {"value": 1, "label": "San Francisco"}, "born_in": {"value": 2, "label": "Los Angeles"},
                      "person_id": {"value": 1, "label": "Ada"}}])
    with says("_labels=on: null stays null"):
        equal(site.get("/all/visit.json?_labels=on&id=4").rows[0]["born_in"], None)
    with says("_labels=off: nothing is labelled"):
        equal(site.get("/all/visit.json?_labels=off&id=1").rows, all.rows("select * from visit where id = 1"))
    with says("_label=col labels that column alone"):
        equal(site.get("/all/visit.json?_label=person_id&id=1").rows,
              [{"id": 1, "city_id": 1, "born_in": 2, "person_id": {"value": 1, "label": "Ada"}}])
        equal(site.get("/all/visit.json?_label=person_id&_label=city_id&id=1").rows[0]["city_id"], {"value": 1, "label": "San Francisco"})
    with says("_labels=on in other shapes"):
        equal(site.get("/all/visit.json?_labels=on&_shape=array&id=1&_col=person_id").json, [{"id": 1, "person_id": {"value": 1, "label": "Ada"}}])
    with says("_labels=on: text keys"):
        names = dict(all.lists("select code, name from country"))
        equal([row["country"] for row in site.get("/all/city.json?_labels=on").rows],
              [labelled(row, names.get(row["country"])) for row in all.rows("select * from city")])


def orders(site, all, chinook):
    says.part = "Order"
    ids = lambda query, table="city": [list(row.values())[0] for row in site.get(f"/all/{table}.json?{query}").rows]
    with says("_sort=col"):
        equal(ids("_sort=population"), all.column("select id from city order by population, id"))
        equal(ids("_sort=name"), all.column("select id from city order by name"))
    with says("_sort_desc=col, equal rows by descending keys"):
        equal(ids("_sort_desc=country"), all.column("select id from city order by country desc, id desc"))
    with says("nulls come first in ascending order, last in descending, as in SQLite"):
        equal(ids("_sort=note"), all.column("select id from city order by note, id"))
        equal(ids("_sort_desc=note"), all.column("select id from city order by note desc, id desc"))
    with says("ours: several sorts"):
        equal(ids("_sort=country&_sort_desc=population"), all.column("select id from city order by country, population desc, id"))
    with says("_sort of a column that isn't there is 400: Cannot sort table by nope"):
        for name in ("_sort", "_sort_desc"):
            answer = site.get(f"/all/city.json?{name}=nope")
            equal((answer.status, answer.json["error"]), (400, "Cannot sort table by nope"))
    with says("a table's own order is that of its primary key: text keys"):
        equal(ids("", "odd"), all.column("select key from odd order by key"))
        equal(ids("", "country"), all.column("select code from country order by code"))
    with says("a table's own order is that of its primary key: the key's order of columns, not the table's"):
        equal(site.get("/all/triple.json").rows, all.rows("select * from triple order by a, b, c"))
    with says("else of rowid"):
        equal(ids("", "note"), all.column("select rowid from note order by rowid"))
    with says("CSV and NDJSON have the same order"):
        equal([row[0] for row in site.get("/all/country.csv").csv[1:]], all.column("select code from country order by code"))
        equal([row[0] for row in site.get("/all/country.csv?_stream=on").csv[1:]], all.column("select code from country order by code"))
    with says("a search keeps the order"):
        equal(ids("_search=weasel", "article"), [1, 2])
