"""“How many”: sizes and tokens of pages, and the limits of a request."""
from .says import equal, holds, says
from .server import argument


def walked(site, path, back=False):
    """The first values of all rows, page by page, by the addresses that the pages give."""
    values, address, pages = [], path, 0
    while address and pages < 400:
        page = site.get(address).json
        pages += 1
        values = values + [list(row.values())[0] for row in page["rows"]]
        address = page["previous_url" if back else "next_url"]
    return values


def sizes(site, all, chinook):
    says.part = "Pages"
    with says("_size=N"):
        equal(site.get("/all/many.json?_size=7").rows, all.rows("select * from many order by id limit 7"))
    with says("without _size: the default page size"):
        equal(len(site.get("/all/many.json").rows), site.get("/-/settings.json").json["default_page_size"])
    with says("_size=max: the maximum"):
        equal(len(site.get("/chinook/Track.json?_size=max").rows), site.get("/-/settings.json").json["max_returned_rows"])
    with says("_size above the maximum: 400"):
        equal(site.get("/chinook/Track.json?_size=1001").status, 400)
    for size in ("-1", "x", "1.5", "99999999999999999999"):
        with says(f"_size={size} is 400"):
            equal(site.get(f"/all/many.json?_size={size}").status, 400)
    with says("_size=0 answers no rows and all extras"):
        page = site.get("/all/many.json?_size=0&_extra=count,columns,query&_facet=kind").json
        equal([page["rows"], page["next"], page["count"], page["columns"]], [[], None, 250, ["id", "kind", "word"]])
        holds(len(page["facet_results"]["results"]["kind"]["results"]) == 30, page)
        equal(site.get("/all/many.csv?_size=0").csv, [["id", "kind", "word"]])
    for query in ("", "_sort=word", "_sort_desc=word", "_sort=kind&_sort_desc=word", "kind__lt=20&_sort_desc=kind", "word__isnull=1"):
        order = {"": "id", "_sort=word": "word, id", "_sort_desc=word": "word desc, id desc", "_sort=kind&_sort_desc=word": "kind, word desc, id desc",
                 "kind__lt=20&_sort_desc=kind": "kind desc, id desc", "word__isnull=1": "id"}[query]
        where = {"kind__lt=20&_sort_desc=kind": "kind < 20", "word__isnull=1": "word is null"}.get(query, "1")
        with says(f"_next=token leads through all rows once: {query or 'own order'}"):
            expected = all.column(f"select id from many where {where} order by {order}")
            equal(walked(site, f"/all/many.json?{query}&_size=17"), expected)
    with says("_next walks compound and text keys"):
        equal(walked(site, "/all/odd.json?_size=3"), all.column("select key from odd order by key"))
        equal(walked(site, "/all/pair.json?_size=1&_nocol=value"), all.column("select a from pair order by a, b"))
        equal(walked(site, "/all/triple.json?_size=1"), all.column("select c from triple order by a, b, c"))
    with says("_next is a keyset token: a row that comes before the page moves nothing"):
        first = site.get("/all/many.json?_size=5&_sort=word").json
        holds(first["next"] and argument(first["next_url"], "_next") == [first["next"]], first)
        second = site.get(f"/all/many.json?_size=5&_sort=word&_next={first['next']}").rows
        equal(second, all.rows("select * from many order by word, id limit 5 offset 5"))
    with says("next is null on the last page"):
        equal(site.get("/all/city.json?_size=10").json["next"], None)
        equal(site.get("/all/city.json?_size=9").json["next"] is None, False)
    with says("next_url is an absolute URL"):
        holds(site.get("/all/many.json").json["next_url"].startswith(site.address + "/all/many.json?"))
    with says("a token of another table, sort or filter is 400"):
        token = site.get("/all/many.json?_size=5&_sort=word").json["next"]
        for path in ("/all/many.json?_size=5&_next=", "/all/city.json?_size=5&_sort=name&_next=", "/all/many.json?kind=1&_sort=word&_next="):
            equal(site.get(path + token).status, 400)
    with says("a token that nobody gave is 400"):
        equal(site.get("/all/many.json?_next=7").status, 400)
    with says("ours: previous and previous_url lead back"):
        second = site.get(site.get("/all/many.json?_size=100").json["next_url"]).json
        equal(site.get(second["previous_url"]).rows, all.rows("select * from many order by id limit 100"))
        equal(site.get("/all/many.json").json["previous"], None)


def limits(site, all, _):
    says.part = "Limits of a request"
    slow = "/all/-/query.json?sql=with+recursive+n(i)+as+(select+1+union+all+select+i%2B1+from+n)+select+count(*)+from+n"
    with says("_timelimit=ms is taken: a query over it is 400 naming the limit"):
        answer = site.get(slow + "&_timelimit=40")
        equal(answer.status, 400)
        holds("40" in answer.json["error"] or "0.04" in answer.json["error"], answer.json)
    with says("_timelimit of a table"):
        equal(site.get("/all/city.json?_timelimit=5000").rows, all.rows("select * from city"))
        answer = site.get("/all/city.json", {"_timelimit": "40", "_where": "(with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n) > 0"})
        equal(answer.status, 400)
    with says("_timelimit that is no number is 400"):
        equal(site.get("/all/city.json?_timelimit=x").status, 400)
    with says("_ttl=seconds: Cache-Control: max-age"):
        equal(site.get("/all/city.json?_ttl=60")["Cache-Control"], "max-age=60")
        equal(site.get("/all/-/query.json?sql=select+1&_ttl=60")["Cache-Control"], "max-age=60")
    with says("_ttl=0: no-cache"):
        equal(site.get("/all/city.json?_ttl=0")["Cache-Control"], "no-cache")
    with says("count comes with count_truncated"):
        page = site.get("/all/many.json?_extra=count&_size=1").json
        equal([page["count"], page["count_truncated"]], [250, False])
    with says("count is null with _nocount=1"):
        equal(site.get("/all/many.json?_extra=count&_nocount=1&_size=1").json["count"], None)
    for yes, no in (("on", "off"), ("true", "false"), ("1", "0")):
        with says(f"booleans are {yes} and {no}"):
            equal(site.get(f"/all/many.json?_extra=count&_nocount={yes}&_size=1").json["count"], None)
            equal(site.get(f"/all/many.json?_extra=count&_nocount={no}&_size=1").json["count"], 250)
