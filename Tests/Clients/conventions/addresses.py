"""“Older and other addresses”, and what a site tells of itself."""
import subprocess

from .says import equal, holds, says

EVERY_KEY_OF_A_DATABASE = "name hash color path tables_count views_count hidden_tables_count table_rows_sum hidden_table_rows_sum tables_and_views_truncated tables_and_views_more private".split()


def older(site, all, _):
    says.part = "Older addresses"
    for suffix in ("", ".json", ".csv"):
        with says(f"/{{database}}{suffix}?sql=… is 302 to /{{database}}/-/query{suffix} with the same arguments"):
            answer = site.get(f"/all{suffix}?sql=select+:a+as+b&a=%C3%A9%26&_shape=array")
            equal((answer.status, answer["Location"]), (302, f"/all/-/query{suffix}?sql=select+:a+as+b&a=%C3%A9%26&_shape=array"))
            equal(site.get(answer["Location"]).status, 200)
    with says("the redirect carries the CORS headers"):
        equal(site.get("/all.json?sql=select+1")["Access-Control-Allow-Origin"], "*")
    with says("and answers what was asked"):
        equal(site.get(site.get("/all.json?sql=select+:a+as+b&a=5&_shape=array")["Location"]).json, [{"b": "5"}])


def introspection(site, all, chinook):
    says.part = "Introspection"
    statements = lambda condition: set(all.column(f"select sql from sqlite_master where sql is not null and {condition}"))
    with says("/-/schema.json has the schema of each database"):
        schemas = site.get("/-/schema.json").json
        equal([schemas["ok"], [schema["database"] for schema in schemas["schemas"]]], [True, ["all", "chinook", "chinook_2"]])
    with says("/{database}/-/schema.json: all statements that made it, but for an index's own tables"):
        answer = site.get("/all/-/schema.json").json
        equal([answer["ok"], answer["database"]], [True, "all"])
        equal(set(answer["schema"].split(";\n")), statements("name not like 'article\\_fts\\_%' escape '\\'"))
    with says("/{database}/{table}/-/schema.json"):
        equal(site.get("/all/city/-/schema.json").json,
              {"ok": True, "database": "all", "table": "city", "schema": all.column("select sql from sqlite_master where name = 'city'")[0]})
    for path in ("/-/schema", "/all/-/schema", "/all/city/-/schema"):
        with says(f"{path}.md and as a page"):
            text = site.get(path + ".md")
            holds(text.status == 200 and "CREATE TABLE city" in text.text and text.text.startswith("# Schema for "), text.text)
            page = site.get(path)
            holds(page["Content-Type"].startswith("text/html") and "CREATE TABLE city" in page.text, page.text)
    with says("a schema of nothing is 404"):
        equal([site.get("/nope/-/schema.json").json["error"], site.get("/all/nope/-/schema.json").json["error"]], ["Database not found", "Table not found"])
    with says("/-/actor.json: null for a visitor"):
        equal(site.get("/-/actor.json").json, {"ok": True, "actor": None})
    with says("/-/plugins.json: none"):
        holds(site.get("/-/plugins.json").json in ([], {"ok": True, "plugins": []}), site.get("/-/plugins.json").text)
    with says("/-/config.json"):
        holds(isinstance(site.get("/-/config.json").json, dict))
    with says("/-/queries.json"):
        answer = site.get("/-/queries.json").json
        equal([answer["ok"], answer["queries"], answer["next"]], [True, [], None])
    with says("/-/versions.json has sqlite with fts_versions"):
        found = site.get("/-/versions.json").json["sqlite"]
        holds("FTS5" in found["fts_versions"] and found["version"].startswith("3."), found)
    with says("/-/databases.json: name, route, path, size, is_mutable, is_memory, hash of each"):
        answer = site.get("/-/databases.json").json
        first = answer["databases"][0]
        equal([first["name"], first["route"], first["is_mutable"], first["is_memory"], first["size"]],
              ["all", "all", True, False, all.column("select page_count * page_size from pragma_page_count, pragma_page_size")[0]])
    with says("/.json: the peer's keys of each database"):
        found = {database["name"]: database for database in site.get("/.json").json["databases"]}
        equal(sorted(set(EVERY_KEY_OF_A_DATABASE) - set(found["all"])), [])
        visible = all.column("select name from sqlite_master where type = 'table' and name not like 'article_fts%'")
        equal([found["all"]["tables_count"], found["all"]["views_count"]], [len(visible), 2])
        # Of a table with very many rows, those that were counted.
        counts = {table["name"]: table["count"] for table in found["all"]["tables"] if table["name"] in visible}
        equal(found["all"]["table_rows_sum"], sum(count or 0 for count in counts.values()))
        equal(found["chinook"]["tables_count"], len(chinook.column("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")))
    with says("/{database}.json: database, private, path, size, tables, hidden_count, views, queries, queries_count, allow_execute_sql"):
        found = site.get("/all.json").json
        equal(sorted(set("ok database private path size tables hidden_count views queries queries_more queries_count allow_execute_sql".split()) - set(found)), [])
        equal([found["private"], found["path"], found["allow_execute_sql"], found["queries_count"]], [False, "/all", True, 0])
    with says("/{database}.json: each table has name, columns, primary_keys, count, count_truncated, hidden, fts_table, foreign_keys, private"):
        for table in site.get("/all.json").json["tables"]:
            equal(sorted(set("name columns primary_keys count count_truncated hidden fts_table foreign_keys private".split()) - set(table)), [])
            if not table["hidden"] and not table["count_truncated"]:
                equal(table["count"], all.column(f'select count(*) from "{table["name"]}"')[0])
        tables = {table["name"]: table for table in site.get("/all.json").json["tables"]}
        equal([tables["article"]["fts_table"], tables["city"]["fts_table"]], ["article_fts", None])


def others(site, all, _):
    says.part = "Other addresses"
    for row, column in ((1, "bytes"), (2, "bytes"), (4, "any")):
        with says(f"/{{database}}/{{table}}/{{pk}}.blob?_blob_column=c answers the bytes: {row}, {column}"):
            answer = site.get(f"/all/typed/{row}.blob?_blob_column={column}")
            equal((answer.status, answer.body), (200, all.column(f"select {column} from typed where id = ?", row)[0]))
    with says(".blob is a download that no browser runs"):
        answer = site.get("/all/typed/1.blob?_blob_column=bytes")
        equal([answer["Content-Type"], answer["X-Content-Type-Options"]], ["application/octet-stream", "nosniff"])
        holds(answer["Content-Disposition"].startswith("attachment"), answer.headers)
    with says(".blob without a column, or of another, is 400"):
        equal([site.get("/all/typed/1.blob").status, site.get("/all/typed/1.blob?_blob_column=nope").status], [400, 400])
    with says(".blob of a row that isn't there is 404"):
        equal(site.get("/all/typed/99.blob?_blob_column=bytes").status, 404)
    with says("/{database}/{table}/-/autocomplete?q= finds by the beginning of names: pks and label"):
        equal(site.get("/all/city/-/autocomplete?q=be").json, {"ok": True, "rows": [{"pks": {"id": 6}, "label": "Berlin"}]})
        equal(site.get("/all/country/-/autocomplete?q=ice").rows, [{"pks": {"code": "IS"}, "label": "Iceland"}])
        equal(site.get("/all/city/-/autocomplete?q=").rows, [])
        equal(len(site.get("/all/city/-/autocomplete?_initial=1").rows) > 0, True)
    with says("autocomplete of a view is 400, of nothing 404"):
        equal([site.get("/all/city_names/-/autocomplete?q=a").status, site.get("/all/nope/-/autocomplete?q=a").status], [400, 404])
    with says("/{database}.db of a database that may change is refused"):
        equal(site.get("/all.db").status, 403)
    with says('"text" in double quotes is a literal where SQLite takes it so: sql='):
        equal(site.get("/all/-/query.json", {"sql": 'select "text" as a'}).rows, [{"a": "text"}])
    with says('"text" in double quotes is a literal: _where='):
        equal(site.get("/all/city.json", {"_where": 'name = "Berlin"'}).rows, all.rows("select * from city where name = 'Berlin'"))
    with says('"text" in double quotes is a literal: a view that contains it'):
        equal(site.get("/all/quoted.json").rows, [{"a": "a literal", "b": 1}])
    with says("SQL errors come with empty rows"):
        answer = site.get("/all/-/query.json?sql=select+nope+from+city")
        equal((answer.status, answer.json), (400, {"ok": False, "error": "no such column: nope", "errors": ["no such column: nope"], "status": 400, "rows": [], "truncated": False}))


def extensions(program, all):
    says.part = "Refused by design"
    with says("--load-extension is no option"):
        run = subprocess.run([program, "serve", "--load-extension", "x", all.path, "--port", "0"], capture_output=True, text=True, timeout=60)
        holds(run.returncode != 0 and "--load-extension" in run.stderr, run.stderr)
    with says("load_extension() in a query is refused"):
        run = subprocess.run([program, "get", "/all/-/query.json?sql=select+load_extension('x')", all.path], capture_output=True, text=True, timeout=60)
        holds(run.returncode != 0, run.stdout)


def immutable(site, all, _):
    says.part = "An immutable database"
    with says("/{database}.db answers the file, where allowed"):
        answer = site.get("/all.db")
        with open(all.path, "rb") as file:
            equal((answer.status, answer.body), (200, file.read()))
        holds("all.db" in answer["Content-Disposition"], answer.headers)
    with says("/-/databases.json: is_mutable false, with a hash"):
        found = site.get("/-/databases.json").json["databases"][0]
        equal(found["is_mutable"], False)
    with says("its rows are the same"):
        equal(site.get("/all/city.json").rows, all.rows("select * from city order by id"))
