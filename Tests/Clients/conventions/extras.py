"""“_extra=a,b adds keys”: every name of the contract, each with its documented shape."""
import re
import time

from .says import equal, holds, says

OF_TABLES = """count count_truncated count_sql columns all_columns primary_keys column_details display_columns facet_results
    sorted_facet_results facets_timed_out suggested_facets human_description_en query request database table is_view private metadata
    table_definition view_definition expandable_columns extras renderers form_hidden_args render_cell column_types debug database_color
    set_column_type_ui custom_table_templates""".split()


def affinity(declared):
    """What a column of this type prefers (https://sqlite.org/datatype3.html section 3.1)."""
    declared = declared.upper()
    for parts, name in (("INT", "INTEGER"), ("CHAR CLOB TEXT", "TEXT"), ("BLOB", "BLOB"), ("REAL FLOA DOUB", "REAL")):
        if any(part in declared for part in parts.split()):
            return name
    return "NUMERIC" if declared else "BLOB"


def extras(site, all, _):
    says.part = "Extras"
    def extra(name, path="/all/city.json"):
        page = site.get(path + ("&" if "?" in path else "?") + "_extra=" + name).json
        return page[name]
    for name in OF_TABLES:
        with says(f"{name} adds that key and nothing else"):
            page = site.get(f"/all/city.json?_size=1&_nofacet=1&_extra={name}").json
            equal(sorted(set(page) - {"ok", "next", "next_url", "previous", "previous_url", "rows", "truncated", "count_truncated"} - {name}), [])
            holds(name in page, page)
    with says("repeats and commas both work"):
        for query in ("_extra=count,columns,table", "_extra=count&_extra=columns&_extra=table", "_extra=count,columns&_extra=table"):
            page = site.get("/all/city.json?_size=1&" + query).json
            equal([page["count"], page["table"], page["columns"][0]], [10, "city", "id"])
    for path in ("/all/city.json?", "/all/city/1.json?", "/all/-/query.json?sql=select+1&"):
        with says(f"an unknown name is 400 Unknown _extra: name, at {path}"):
            answer = site.get(path + "_extra=nope")
            equal((answer.status, answer.json["error"]), (400, "Unknown _extra: nope"))
    with says("count: all rows that the filters leave"):
        equal([extra("count"), extra("count", "/all/city.json?country=US")], [10, all.column("select count(*) from city where country = 'US'")[0]])
    with says("count_truncated: whether it is only a beginning"):
        equal(extra("count_truncated"), False)
        for path in ("/all/city.json", "/all/large.json", "/all/large.json?kind=1"):
            for _ in range(100):
                page = site.get(path + ("&" if "?" in path else "?") + "_extra=count&_size=1").json
                # Not counted yet.
                if page["count"] is not None:
                    break
                time.sleep(.1)
            every = all.column("select count(*) from " + path[5:].split(".")[0] + (" where kind = 1" if "kind" in path else ""))[0]
            # Counting goes on in the background where there are many: what is told meanwhile is a beginning, and says so.
            holds(page["count"] == every and not page["count_truncated"] or page["count_truncated"] and page["count"] <= every, page)
    with says("count_sql can be run and answers the count"):
        sql = extra("count_sql", "/all/city.json?population__gt=100000")
        equal(site.get("/all/-/query.json", {"sql": sql, "p0": "100000", "_shape": "arrayfirst"}).json,
              all.column("select count(*) from city where population > 100000"))
    with says("columns: those of the rows"):
        equal(extra("columns", "/all/city.json?_col=name"), ["id", "name"])
        equal(extra("columns", "/all/city_names.json"), ["id", "name"])
    with says("all_columns: those of the table"):
        equal(extra("all_columns", "/all/city.json?_col=name"), [row["name"] for row in all.rows("select name from pragma_table_info('city')")])
    with says("primary_keys, in the key's order"):
        equal([extra("primary_keys"), extra("primary_keys", "/all/triple.json"), extra("primary_keys", "/all/city_names.json")], [["id"], ["a", "b", "c"], []])
    with says("column_details: by column name, with exactly the documented keys"):
        for table in ("city", "triple", "typed", "many"):
            expected = {
                row["name"]: {"type": row["type"], "sqlite_type": affinity(row["type"]), "notnull": bool(row["notnull"]), "default": row["dflt_value"],
                              "is_pk": row["pk"] > 0, "pk_position": row["pk"], "hidden": row["hidden"]}
                for row in all.rows(f"select * from pragma_table_xinfo('{table}')")}
            found = extra("column_details", f"/all/{table}.json")
            equal(found, expected)
            equal(list(found), list(expected))
    with says("display_columns: name, sortable, is_pk, type, notnull, description … of each shown column"):
        found = extra("display_columns", "/all/city.json?_col=name")
        equal([column["name"] for column in found], ["id", "name"])
        holds({"name", "sortable", "is_pk", "type", "notnull", "description", "column_type", "column_type_config"} <= set(found[0]), found)
        equal([found[0]["is_pk"], found[0]["type"], found[1]["notnull"], found[1]["is_pk"]], [True, "INTEGER", 1, False])
    with says("facet_results: empty without facets"):
        equal(extra("facet_results"), {"results": {}, "timed_out": []})
    with says("sorted_facet_results: a list, those with most values first"):
        found = extra("sorted_facet_results", "/all/city.json?_facet=country&_facet_array=tags&id__lt=5")
        equal([facet["name"] for facet in found], ["tags", "country"])
    with says("facets_timed_out: a list"):
        equal(extra("facets_timed_out", "/all/city.json?_facet=country"), [])
    with says("suggested_facets: a list of names with addresses"):
        found = extra("suggested_facets")
        holds(found and {"name", "toggle_url"} <= set(found[0]), found)
    with says('human_description_en: where state = "CA" sorted by pk'):
        equal(extra("human_description_en", "/all/city.json?country=US&_sort=name"), 'where country = "US" sorted by name')
        equal(extra("human_description_en", "/all/city.json?_sort_desc=name"), "sorted by name descending")
        equal(extra("human_description_en", "/all/city.json?population__gt=5"), "where population > 5")
        equal(extra("human_description_en", "/all/city.json?country__isnull=1"), "where country is null")
        equal(extra("human_description_en", "/all/article.json?_search=fox"), 'where search matches "fox"')
        equal(extra("human_description_en"), "")
    with says('query: {"sql", "params"}, which can be run'):
        found = extra("query", "/all/city.json?country=US&population__gt=100&_size=3&_sort_desc=name")
        equal(sorted(found), ["params", "sql"])
        equal(site.get("/all/-/query.json", {"sql": found["sql"], **found["params"]}).rows,
              all.rows("select * from city where country = 'US' and population > 100 order by name desc, id desc limit 3"))
    with says("request: url, path, full_path, host, args"):
        found = extra("request", "/all/city.json?name=a&name=b")
        equal(found, {"url": site.address + "/all/city.json?name=a&name=b&_extra=request", "path": "/all/city.json",
                      "full_path": "/all/city.json?name=a&name=b&_extra=request", "host": f"127.0.0.1:{site.port}",
                      "args": {"name": ["a", "b"], "_extra": ["request"]}})
    with says("database and table"):
        equal([extra("database"), extra("table"), extra("table", "/all/table~2Fwith~2Fslashes~2Ecsv.json")], ["all", "city", "table/with/slashes.csv"])
    with says("is_view"):
        equal([extra("is_view"), extra("is_view", "/all/city_names.json")], [False, True])
    with says("private: whether others can't see it"):
        equal(extra("private"), False)
    with says("metadata: with columns"):
        equal(extra("metadata"), {"columns": {}})
    with says("table_definition: the statement that made the table"):
        holds(extra("table_definition").startswith(all.column("select sql from sqlite_master where name = 'city'")[0]), extra("table_definition"))
        equal(extra("table_definition", "/all/city_names.json"), None)
    with says("view_definition: the statement that made the view"):
        equal(extra("view_definition", "/all/city_names.json"), all.column("select sql from sqlite_master where name = 'city_names'")[0])
        equal(extra("view_definition"), None)
    with says("expandable_columns: pairs of a foreign key and the column of its labels"):
        equal(extra("expandable_columns", "/all/visit.json"),
              [[{"column": column, "other_table": other, "other_column": "id"}, "name"]
               for column, other in (("city_id", "city"), ("born_in", "city"), ("person_id", "person"))])
        equal(extra("expandable_columns", "/all/odd_reference.json"),
              [[{"column": "nameless", "other_table": "nameless", "other_column": "id"}, "name"],
               [{"column": "unnamed", "other_table": "unnamed", "other_column": "id"}, None]])
    with says("extras: name, description, toggle_url, selected of each"):
        found = extra("extras")
        equal({"description", "name", "selected", "toggle_url"} <= set(found[0]), True)
        equal(sorted(set(OF_TABLES) - {one["name"] for one in found}), [])
        equal([one["name"] for one in found if one["selected"]], ["extras"])
        count = [one for one in found if one["name"] == "count"][0]
        equal("count" in site.get(count["toggle_url"]).json, True)
    with says("renderers: addresses of other formats"):
        found = extra("renderers", "/all/city.json?country=IS")
        equal(site.get(found["json"]).rows, all.rows("select * from city where country = 'IS' order by id"))
        equal(site.get(found["csv"]).csv[1][1], "Reykjavík")
    with says("form_hidden_args: pairs that a form keeps"):
        found = extra("form_hidden_args", "/all/city.json?_labels=on&country=US&_sort=id")
        equal([pair for pair in found if pair[0] != "_extra"], [["_labels", "on"]])
    with says("render_cell: the HTML of values, for each row"):
        found = extra("render_cell", "/all/city.json?id=9")
        equal(len(found), 1)
        holds("bob&#39;s &lt;b&gt;&amp;amp;&lt;/b&gt;" in found[0]["note"] or "bob's &lt;b&gt;&amp;amp;&lt;/b&gt;" in found[0]["note"], found)
    with says("column_types: by column, with type and config"):
        equal(extra("column_types")["founded"], {"type": "timestamp", "config": None})
    with says("debug: url_vars, nofacet, nosuggest"):
        found = extra("debug", "/all/city.json?_nofacet=1")
        equal([found["url_vars"], found["nofacet"]], [{"database": "all", "table": "city", "format": "json"}, True])
    with says("database_color: six hexadecimal digits"):
        holds(re.fullmatch("[0-9a-f]{6}", extra("database_color")), extra("database_color"))
    with says("extras that only the peer has are null or empty"):
        equal([extra("set_column_type_ui"), extra("custom_table_templates")], [None, []])


def rows_and_queries(site, all, _):
    says.part = "Extras of rows and queries"
    row = lambda name, path="/all/city/1.json": site.get(f"{path}?_extra={name}").json[name]
    with says("a row has database, table, primary_keys, primary_key_values without being asked"):
        page = site.get("/all/pair/x,2.json").json
        equal([page["database"], page["table"], page["primary_keys"], page["primary_key_values"]], ["all", "pair", ["a", "b"], ["x", "2"]])
        equal(sorted(page), sorted(["ok", "rows", "truncated", "database", "table", "primary_keys", "primary_key_values"]))
    with says("foreign_key_tables: sorted, column is this table's, other_column the other's, with count and link"):
        found = row("foreign_key_tables")
        equal([(one["other_table"], one["column"], one["other_column"], one["count"], one["link"]) for one in found],
              [("visit", "id", "born_in", 1, "/all/visit?born_in=1"), ("visit", "id", "city_id", 2, "/all/visit?city_id=1")])
        equal(row("foreign_key_tables", "/all/category/1.json")[0]["count"], 2)
        equal(row("foreign_key_tables", "/all/note/2.json"), [])
    with says("the link of foreign_key_tables leads to those rows"):
        for one in row("foreign_key_tables"):
            equal(len(site.get(one["link"].replace("?", ".json?")).rows), one["count"])
    for name in "columns query request database database_color private metadata render_cell column_types column_details primary_keys table debug".split():
        with says(f"a row has {name}"):
            equal(name in site.get(f"/all/city/1.json?_extra={name}").json, True)
    with says("a row's columns and query"):
        equal(row("columns")[:3], ["id", "name", "country"])
        query = row("query")
        equal(site.get("/all/-/query.json", {"sql": query["sql"], **query["params"]}).rows, all.rows("select * from city where id = 1"))
    with says("an extra of tables alone is unknown for a row"):
        equal(site.get("/all/city/1.json?_extra=count").json["error"], "Unknown _extra: count")
        equal(site.get("/all/city.json?_extra=foreign_key_tables").json["error"], "Unknown _extra: foreign_key_tables")
    with says("a query has columns, query, database, request, private, metadata, render_cell, extras, debug"):
        names = "columns query database database_color request private metadata render_cell extras debug".split()
        page = site.get("/all/-/query.json", {"sql": "select :x as y", "x": "5", "_extra": ",".join(names)}).json
        equal(sorted(set(names) - set(page)), [])
        equal([page["columns"], page["query"], page["database"]], [["y"], {"sql": "select :x as y", "params": {"x": "5"}}, "all"])
