"""“A site file may be a datasette.yaml or metadata.json”, and canned queries."""
import json

from .says import equal, holds, says

SITE = r"""
title: Caf\u00e9
description: All *there* is
license: CC0
settings: {default_page_size: 1, max_returned_rows: 2, sql_time_limit_ms: 2000, allow_download: off}
plugins: {datasette-cluster-map: {latitude_column: lat}}
extra_css_urls: [/static/extra.css]
databases:
  data:
    source: A source
    queries:
      by_name: select id, name from city where name = :name
      listed: {sql: "select id, name from city where id > :from order by id", params: [from], title: Listed, hide_sql: true}
      hidden: {sql: select 1, allow: false}
      add: {sql: "insert into city (name) values (:name)", write: true, on_success_message: Added, on_success_redirect: /data/city, on_error_message: Not added, on_error_redirect: /data}
      rename: {sql: "update city set name = :name where id = :id", write: true, on_success_message_sql: "select 'Now ' || name from city where id = :id"}
    tables:
      city:
        title: Cities
        description: Where people live
        columns: {population: How many live there}
        units: {population: m}
        sort_desc: name
        label_column: name
        facets: [note]
        fts_table: city_words
        column_types: {note: text}
      names: {fts_table: city_words, fts_pk: id}
      note: {hidden: true, size: 1}
      secret: {permissions: {view-table: {id: owner}, insert-row: {id: owner}}}
      pair: {allow_sql: false, plugins: {x: 1}}
""".replace("\\u00e9", "é")

METADATA = r"""{"title": "Caf\u00e9 \ud83d\ude00", "databases": {"data": {"description": "A \"quoted\" one", "tables": {"city": {"title": "St\u00e4dte"}}}}}"""


def configured(site, data, tokens):
    says.part = "datasette.yaml"
    owner = {"Authorization": f"Bearer {tokens['owner']}"}
    with says("a real datasette.yaml starts the server; keys that mean nothing here are one warning"):
        warnings = [line for line in site.log.splitlines() if "ignored" in line]
        equal(len(warnings), 1)
        for key in ("plugins", "extra_css_urls", "sql_time_limit_ms", "insert-row"):
            holds(key in warnings[0], warnings)
    with says("settings: default_page_size and max_returned_rows"):
        equal(len(site.get("/data/city.json").rows), 1)
        equal([site.get("/data/city.json?_size=3").status, len(site.get("/data/city.json?_size=max").rows)], [400, 2])
        equal(site.get("/-/settings.json", **owner).json["default_page_size"], 1)
    with says("sort_desc is a table's order"):
        equal(site.get("/data/city.json?_shape=arrayfirst").json, data.column("select id from city order by name desc limit 1"))
    with says("size is a table's page size"):
        equal(len(site.get("/data/note.json").rows), 1)
    with says("facets are there without being asked for"):
        equal(list(site.get("/data/city.json?_extra=facet_results").json["facet_results"]["results"]), ["note"])
        equal(site.get("/data/city.json?_extra=facet_results&_nofacet=1").json["facet_results"]["results"], {})
    with says("hidden: lists say so, the address works"):
        tables = {table["name"]: table["hidden"] for table in site.get("/data.json").json["tables"]}
        equal([tables["city"], tables["note"], site.get("/data/note.json").status], [False, True, 200])
    with says("titles and descriptions are on pages"):
        page = site.get("/data/city").text
        holds("Cities" in page and "Where people live" in page, page)
        holds("<em>there</em>" in site.get("/").text and "Café" in site.get("/").text)
    with says("/-/metadata.json and _extra=metadata have them"):
        found = site.get("/-/metadata.json").json
        holds("CC0" in json.dumps(found) and "A source" in json.dumps(found), found)
        found = site.get("/data/city.json?_extra=metadata").json["metadata"]
        equal([found["title"], found["description"], found["columns"]], ["Cities", "Where people live", {"population": "How many live there"}])
    with says("column_types and display_columns carry what the file says"):
        found = {column["name"]: column for column in site.get("/data/city.json?_extra=display_columns").json["display_columns"]}
        equal(found["population"]["description"], "How many live there")
    with says("fts_table and fts_pk: the index by which a table or a view is searched"):
        for table in ("city", "names"):
            equal([row["id"] for row in site.get(f"/data/{table}.json?_search=dos&_nofacet=1", **owner).rows], [2])
        tables = {table["name"]: table for table in site.get("/data.json", **owner).json["tables"]}
        equal([tables["city"]["fts_table"], tables["pair"]["fts_table"]], ["city_words", None])
    with says("permissions: view-table is allow, a table for one user"):
        equal([site.get("/data/secret.json").status // 100, site.get("/data/secret.json", **owner).status], [4, 200])
    with says("/-/config.json has the file"):
        found = site.get("/-/config.json", **owner).json["databases"]["data"]
        equal([found["queries"]["by_name"]["sql"], found["tables"]["city"]["sort_desc"]], ["select id, name from city where name = :name", "name"])
    with says("settings: allow_download off"):
        equal(site.get("/data.db").status, 403)


def stored_queries(site, data, tokens):
    says.part = "Canned queries"
    owner = {"Authorization": f"Bearer {tokens['owner']}"}
    own = lambda path, arguments=(): site.get("/data" + path, arguments, **owner)
    run = lambda name, body, token="owner", **more: site.post(f"/data/{name}/-/run", body, tokens.get(token), **more)
    with says("/{database}/{query}.json with parameters, and .csv"):
        equal(own("/by_name.json?name=One").rows, [{"id": 1, "name": "One"}])
        equal(own("/by_name.csv?name=Two").csv, [["id", "name"], ["2", "Two"]])
    with says("a page with a form of its parameters"):
        page = own("/listed?from=1").text
        holds('name="from"' in page and "Two" in page and "Listed" in page, page)
    with says("hide_sql: not on the page"):
        holds("order by id" not in own("/listed?from=1").text)
    with says("a value is a parameter, never SQL"):
        equal(own("/by_name.json", {"name": "x' or '1'='1"}).rows, [])
    with says("allow: false"):
        equal(site.get("/data/hidden.json").status // 100, 4)
    with says("/-/queries.json and /{database}.json name them"):
        equal(sorted(query["name"] for query in site.get("/-/queries.json", **owner).json["queries"]), ["add", "by_name", "hidden", "listed", "rename"])
        equal([own(".json").json["queries_count"], site.get("/-/queries.json").json["queries"]], [5, []])
    with says("write: true: GET changes nothing"):
        equal(own("/add.json?name=Got").status, 400)
        equal(data.column("select count(*) from city where name = 'Got'"), [0])
    with says("write: true for those who may write: JSON answers ok, message, redirect"):
        answer = run("add", {"name": "Stored"})
        equal((answer.status, answer.json), (200, {"ok": True, "message": "Added", "rows_affected": 1, "redirect": "/data/city"}))
        equal(data.column("select count(*) from city where name = 'Stored'"), [1])
    with says("on_success_message_sql: the first value of its first row, with the same parameters"):
        equal(run("rename", {"name": "Renamed", "id": 1}).json["message"], "Now Renamed")
        equal(run("rename", {"name": "One", "id": 1}).json["message"], "Now One")
    with says("on_success_message_sql that finds nothing: the number of rows"):
        equal(run("rename", {"name": "None", "id": 99}).json["message"], "0 rows changed.")
    with says("on_error_message"):
        answer = run("add", {"name": "Stored"})
        equal((answer.status, answer.json["error"]), (400, "Not added"))
    with says("401 without a token, 403 without the right"):
        equal([run("add", {"name": "x"}, "none").status, run("add", {"name": "x"}, "reader").status], [401, 403])
    with says("on_success_redirect and on_error_redirect lead a form on"):
        holds('action="/data/add/-/run"' in own("/add").text)
        # A form comes from a browser, whose session a token stands for in no test but those of the browser.
        equal(run("add", "name=Form", "owner", kind="application/x-www-form-urlencoded").status, 400)


def metadata(site, data, tokens):
    says.part = "metadata.json"
    with says("metadata.json with \\u escapes starts the server"):
        holds("Café 😀" in site.get("/").text, site.get("/").text[:2000])
        equal(site.get("/data/city.json?_extra=metadata").json["metadata"]["title"], "Städte")
        equal(site.get("/-/metadata.json").status, 200)
