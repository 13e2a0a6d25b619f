"""“Which rows”: _search, _where, _through, and what is refused where SQL isn't allowed."""
import json

from .says import equal, holds, says


def searches(site, all, _):
    says.part = "Search, _where, _through"
    found = lambda query: [row["id"] for row in site.get("/all/article.json", query).rows]
    fts = lambda words: all.column("select rowid from article_fts where article_fts match ? order by rowid", words)
    with says("_search=words uses the full-text index"):
        equal(found({"_search": "weasel"}), fts("weasel"))
        equal(found({"_search": "fox"}), fts("fox"))
    with says("_search: words are ANDed"):
        equal(found({"_search": "fox weasel"}), fts('"fox" AND "weasel"'))
        equal(found({"_search": "fox weasel nothing"}), [])
    for words, expected in (('"', None), ("C++", [3]), ("AND", [2, 3]), ("NOT OR", [3]), ("fox*", None), ("title:fox", []), ("don't", [3]), ("(", None), ("-fox", None)):
        with says(f"_search: words are escaped: {words}"):
            answer = site.get("/all/article.json", {"_search": words})
            equal(answer.status, 200)
            if expected is not None:
                equal([row["id"] for row in answer.rows], expected)
    with says("_searchmode=raw hands the index its own syntax"):
        equal(found({"_search": "weas*", "_searchmode": "raw"}), fts("weas*"))
        equal(found({"_search": "fox NOT news", "_searchmode": "raw"}), fts("fox NOT news"))
        equal(found({"_search": "title : fox", "_searchmode": "raw"}), fts("title : fox"))
    with says("_searchmode=raw with a mistake in that syntax is 400"):
        answer = site.get("/all/article.json", {"_search": '"', "_searchmode": "raw"})
        equal(answer.status, 400)
        holds("_searchmode=raw" in answer.json["error"], answer.json)
    with says("_search_COLUMN=words searches one column"):
        equal(found({"_search_title": "fox"}), fts("title : fox"))
        equal(found({"_search_body": "weasel"}), fts("body : weasel"))
        equal(found({"_search_title": "weasel", "_search_body": "brown"}), [1])
    with says("_search_COLUMN of a column that isn't there is 400"):
        equal(site.get("/all/article.json?_search_nope=x").status, 400)
    with says("_search works without an index, for all words"):
        equal([row["id"] for row in site.get("/all/city.json", {"_search": "los ang"}).rows], [2])
    with says("_search and filters join with AND"):
        equal(found({"_search": "fox", "id__gt": "1"}), [2])
    with says("_where=SQL fragment"):
        where = "population > 100 and (country = 'IS' or name like 'B%')"
        equal(site.get("/all/city.json", {"_where": where}).rows, all.rows(f"select * from city where {where} order by id"))
    with says("several _where join with AND"):
        equal(site.get("/all/city.json", [("_where", "id > 2"), ("_where", "id < 5 or id = 9"), ("country__not", "US")]).rows,
              all.rows("select * from city where id > 2 and (id < 5 or id = 9) and country <> 'US' order by id"))
    with says("_where with a mistake is 400 in the database's own words"):
        answer = site.get("/all/city.json", {"_where": "nope = 1"})
        equal(answer.status, 400)
        holds(answer.json["error"].endswith("no such column: nope"), answer.json)
    for fragment in ("1) or (1", "1; delete from city", "1 --", "id in (select id from city) ) union select 1, 2, 3, 4, 5, 6, 7, 8 --"):
        with says(f"_where is a condition and nothing else: {fragment}"):
            answer = site.get("/all/city.json", {"_where": fragment})
            holds(answer.status == 400 or answer.rows == all.rows("select * from city order by id"), answer.text)
    with says('_through={"table","column","value"}: rows of a join table that refer here'):
        through = json.dumps({"table": "visit", "column": "person_id", "value": "2"})
        equal(site.get("/all/city.json", {"_through": through}).rows,
              all.rows("select * from city where id in (select city_id from visit where person_id = 2)"))
        person = json.dumps({"table": "visit", "column": "city_id", "value": "1"})
        equal(site.get("/all/person.json", {"_through": person}).rows,
              all.rows("select * from person where id in (select person_id from visit where city_id = 1)"))
    for through in ("x", "{}", '{"table": "nope", "column": "a", "value": "1"}', '{"table": "visit", "column": "nope", "value": "1"}',
                    '{"table": "note", "column": "rank", "value": "1"}'):
        with says(f"_through that means nothing is 400: {through}"):
            equal(site.get("/all/city.json", {"_through": through}).status, 400)


def without_sql(site, all, _):
    says.part = "Where SQL isn't allowed"
    with says("_where is refused"):
        answer = site.get("/all/city.json", {"_where": "id = 1"})
        holds(answer.status in (400, 403) and answer.json["ok"] is False, answer.text)
    with says("/-/query is 403"):
        equal(site.get("/all/-/query.json?sql=select+1").status, 403)
    with says("filters, search and _through work all the same"):
        equal(site.get("/all/city.json?id=1").rows, all.rows("select * from city where id = 1"))
        equal([row["id"] for row in site.get("/all/article.json?_search=brown").rows], [1])
    with says("/{database}.json has allow_execute_sql false"):
        equal(site.get("/all.json").json["allow_execute_sql"], False)
