"""“Paths”: what answers where, and tilde encoding."""
from .data import tilde
from .says import equal, holds, says


def paths(site, all, chinook):
    says.part = "Paths"
    tables = {"city", "odd", "note", "pair", "table/with/slashes.csv"}
    with says("/ is the home page, HTML"):
        answer = site.get("/")
        equal((answer.status, answer["Content-Type"].split(";")[0]), (200, "text/html"))
        holds('href="/all"' in answer.text and 'href="/chinook"' in answer.text, answer.text)
    with says("/.json is every database with its tables, called by its file's name without the last suffix"):
        databases = site.get("/.json").json["databases"]
        equal([database["name"] for database in databases], ["all", "chinook", "chinook_2"])
    with says("twice the same name: name_2"):
        equal(site.get("/chinook_2/Genre.json?_size=1").rows, chinook.rows("select * from Genre limit 1"))
    with says("/{database}.json has its tables: row counts, columns, primary keys, foreign keys in and out, hidden flag"):
        listed = {table["name"]: table for table in site.get("/all.json").json["tables"]}
        holds(tables <= set(listed), list(listed))
        city = listed["city"]
        equal([city["count"], city["columns"], city["primary_keys"], city["hidden"]],
              [10, ["id", "name", "country", "population", "height", "founded", "tags", "note"], ["id"], False])
        equal(city["foreign_keys"]["outgoing"], [{"other_table": "country", "column": "country", "other_column": "code"}])
        equal(city["foreign_keys"]["incoming"], [
            {"other_table": "visit", "column": "id", "other_column": "born_in"},
            {"other_table": "visit", "column": "id", "other_column": "city_id"}])
        equal(listed["article_fts_data"]["hidden"], True)
    with says("/{database}.json has its views"):
        equal([view["name"] for view in site.get("/all.json").json["views"]], ["city_names", "quoted"])
    with says("/{database} is a page"):
        answer = site.get("/all")
        holds(answer.status == 200 and 'href="/all/city"' in answer.text and 'href="/all/table~2Fwith~2Fslashes~2Ecsv"' in answer.text, answer.text)
    with says("/{database}/{table} is the table page, HTML"):
        answer = site.get("/all/city")
        holds(answer.status == 200 and answer["Content-Type"] == "text/html; charset=utf-8" and "San Francisco" in answer.text, answer.text)
    kinds = {"json": "application/json", "csv": "text/csv; charset=utf-8", "ndjson": "application/x-ndjson"}
    for suffix, kind in kinds.items():
        with says(f"/{{database}}/{{table}}.{suffix} is the same page as data"):
            answer = site.get(f"/all/city.{suffix}?country=IS")
            equal((answer.status, answer["Content-Type"]), (200, kind))
            holds("Akureyri" in answer.text and "Berlin" not in answer.text, answer.text)
    with says("the suffix wins over Accept"):
        equal(site.get("/all/city.csv", Accept="application/json")["Content-Type"], kinds["csv"])
        equal(site.get("/all/city.json", Accept="text/html")["Content-Type"], kinds["json"])
    with says("with no suffix, Accept: application/json gets JSON"):
        equal(site.get("/all/city", Accept="application/json").json, site.get("/all/city.json").json)
        equal(site.get("/all/city", Accept="text/html,application/json;q=0.5")["Content-Type"], "text/html; charset=utf-8")
        equal(site.get("/all", Accept="application/json").json["database"], "all")
        equal(site.get("/all/city/1", Accept="application/json").json["rows"][0]["id"], 1)
    with says("/{database}/{table}/{pk} is one row, HTML or .json"):
        holds("San Francisco" in site.get("/all/city/1").text)
        equal(site.get("/all/city/1.json").rows, all.rows("select * from city where id = 1"))
    with says("with the rows elsewhere that refer to it"):
        page = site.get("/all/city/1").text
        holds("city_id=1" in page and "born_in=1" in page, page)
    with says("{pk1},{pk2} for compound keys, in the key's own order"):
        equal(site.get("/all/pair/x,2.json").rows, all.rows("select * from pair where a = 'x' and b = 2"))
        equal(site.get("/all/triple/3,one,1.json").rows, all.rows("select * from triple where a = 3"))
    with says("rowid where there is none"):
        equal(site.get("/all/note/5.json").rows, all.rows("select rowid, * from note where rowid = 5"))
    with says("/{database}/-/query?sql=…&name=value is a read-only query with named parameters"):
        sql = "select name, :n as n from city where country = :c and population > cast(:n as integer) order by id"
        answer = site.get("/all/-/query.json", {"sql": sql, "c": "DE", "n": "100"})
        equal(answer.rows, all.rows("select name, '100' as n from city where country = 'DE' and population > 100 order by id"))
        holds("Berlin" in site.get("/all/-/query", {"sql": sql, "c": "DE", "n": "100"}).text)
    with says("/{database}/-/query.csv"):
        answer = site.get("/all/-/query.csv", {"sql": "select id, name from city order by id desc limit 2"})
        equal(answer.csv, [["id", "name"], ["10", "Ten*"], ["9", "nine"]])
    with says("a parameter of a query without a value is an empty text, as Datasette has it"):
        equal(site.get("/all/-/query.json?sql=select+:x+as+x").rows, [{"x": ""}])
    with says("a query that isn't there is 400"):
        equal(site.get("/all/-/query.json?sql=").status, 400)
    with says("a page that leads forms on: _filter_column, _filter_op, _filter_value become a filter"):
        answer = site.get("/all/city?_filter_column=country&_filter_op=exact&_filter_value=US")
        equal(answer.status, 302)
        equal(len(site.get(answer["Location"].replace("/city?", "/city.json?")).rows), 4)
    for sql in ("delete from city", "insert into note values ('x', 1)", "create table x (y)", "drop table note", "attach 'x.db' as x",
                "pragma writable_schema = on", "update city set name = 'x'", "select 1; select 2", "vacuum"):
        with says(f"a query only reads: {sql}"):
            answer = site.get("/all/-/query.json", {"sql": sql})
            equal((answer.status, answer.json["ok"]), (400, False))
            equal(all.column("select count(*) from city"), [10])
    for name in ("versions", "settings", "metadata", "databases"):
        with says(f"/-/{name}.json is introspection"):
            answer = site.get(f"/-/{name}.json")
            equal((answer.status, answer["Content-Type"]), (200, kinds["json"]))
            holds(answer.json)
            equal(site.get(f"/-/{name}")["Content-Type"], "text/html; charset=utf-8")
    with says("/-/settings.json holds the peer's names"):
        settings = site.get("/-/settings.json").json
        holds({"default_page_size", "max_returned_rows", "sql_time_limit_ms", "default_allow_sql", "allow_download", "base_url"} <= set(settings), settings)
        equal([settings["default_page_size"], settings["default_allow_sql"]], [50, True])


def tilde_encoding(site, all, _):
    says.part = "Tilde encoding"
    with says("table/with/slashes.csv → table~2Fwith~2Fslashes~2Ecsv"):
        equal(tilde("table/with/slashes.csv"), "table~2Fwith~2Fslashes~2Ecsv")
        for suffix in ("", ".json"):
            equal(site.get("/all/table~2Fwith~2Fslashes~2Ecsv" + suffix).status, 200)
        equal(site.get("/all/table~2Fwith~2Fslashes~2Ecsv.json").rows, all.rows('select * from "table/with/slashes.csv"'))
        equal(site.get("/all/table~2Fwith~2Fslashes~2Ecsv/3.json").rows, all.rows('select * from "table/with/slashes.csv" where id = 3'))
    for row in all.rows("select * from odd"):
        with says(f"a key that holds a character with a meaning in paths: {row['key']!r}"):
            equal(site.get(f"/all/odd/{tilde(row['key'])}.json").rows, [row])
            equal(site.get(f"/all/odd/{tilde(row['key'])}").status, 200)
    for row in all.rows("select * from pair"):
        with says(f"a comma, a slash or a space in a part of a compound key: {row['a']!r}"):
            equal(site.get(f"/all/pair/{tilde(row['a'])},{row['b']}.json").rows, [row])
    with says("letters, digits, _ and - stand for themselves, a space is +, every other byte ~XX, upper-case hex"):
        keys = site.get("/all/odd.json?_shape=object").json
        equal(list(keys), [tilde(key) for key in all.column("select key from odd order by key")])
    with says("links of pages are written so"):
        page = site.get("/all/odd").text
        for key in all.column("select key from odd"):
            holds(f'href="/all/odd/{tilde(key)}"' in page, key)
    with says("a table whose name is a number or a keyword's column"):
        equal(site.get("/all/123.json?select=keyword").rows, [{"id": 1, "select": "keyword"}])
