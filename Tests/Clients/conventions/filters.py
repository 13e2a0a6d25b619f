"""“Which rows: column filters”: every operator against plain SQL."""
from .says import equal, holds, says

# The operator, the column, the argument, and the condition that says the same in plain SQL.
OPERATORS = [
    ("exact", "name", "Berlin", "name = 'Berlin'"),
    ("exact", "name", "berlin", "0"),
    ("exact", "population", "9", "population = 9"),
    ("exact", "population", "9.0", "population = 9"),
    ("exact", "height", "1000", "height = 1000"),
    ("exact", "note", "0", "note = '0'"),
    ("exact", "note", "", "note = ''"),
    ("exact", "note", "O'Neill", "note = 'O''Neill'"),
    ("exact", "note", "line\nbreak", "note = 'line' || char(10) || 'break'"),
    ("not", "country", "US", "country <> 'US'"),
    ("not", "population", "9", "population <> 9"),
    ("contains", "name", "i", "name like '%i%'"),
    ("contains", "note", "100%", "note like '%100\\%%' escape '\\'"),
    ("contains", "note", "_u", "note like '%\\_u%' escape '\\'"),
    ("contains", "population", "19", "cast(population as text) like '%19%'"),
    ("notcontains", "name", "i", "name not like '%i%'"),
    ("startswith", "name", "m", "name like 'm%'"),
    ("startswith", "note", "_", "note like '\\_%' escape '\\'"),
    ("endswith", "name", "N", "name like '%n'"),
    ("endswith", "note", "\"", "note like '%\"'"),
    ("gt", "population", "139875", "population > 139875"),
    ("gt", "population", "1e6", "population > 1000000"),
    ("gt", "height", "-1", "height > -1"),
    ("gte", "population", "139875", "population >= 139875"),
    ("lt", "population", "10", "population < 10"),
    ("lt", "founded", "1776-06-29", "founded < '1776-06-29'"),
    ("lte", "height", "15", "height <= 15"),
    ("lte", "name", "Detroit", "name <= 'Detroit'"),
    ("like", "name", "%er%", "name like '%er%'"),
    ("like", "name", "_en%", "name like '_en%'"),
    ("notlike", "name", "%er%", "name not like '%er%'"),
    ("glob", "name", "[A-L]*", "name glob '[A-L]*'"),
    ("glob", "name", "*er*", "name glob '*er*'"),
    ("glob", "name", "Ten[*]", "name glob 'Ten[*]'"),
    ("in", "country", "US,IS", "country in ('US', 'IS')"),
    ("in", "country", "DE", "country in ('DE')"),
    ("in", "country", " US , IS ", "country in ('US', 'IS')"),
    ("in", "population", "9,10,11", "population in (9, 10, 11)"),
    ("in", "population", "[9, 10]", "population in (9, 10)"),
    ("in", "note", '["x,y", "0"]', "note in ('x,y', '0')"),
    ("in", "name", '["O\'Neill", "Berlin"]', "name in ('Berlin')"),
    ("notin", "country", "US,IS", "country not in ('US', 'IS')"),
    ("notin", "country", '["US", "IS"]', "country not in ('US', 'IS')"),
    ("notin", "population", "9,10", "population not in (9, 10)"),
    ("arraycontains", "tags", "bay", "json_valid(tags) and exists (select 1 from json_each(tags) where value = 'bay')"),
    ("arraycontains", "tags", "ba", "0"),
    ("arraynotcontains", "tags", "bay", "not coalesce(case when json_valid(tags) then exists (select 1 from json_each(tags) where value = 'bay') end, 0)"),
    ("date", "founded", "1781-09-04", "date(founded) = '1781-09-04'"),
    ("date", "founded", "1862-08-29", "date(founded) = '1862-08-29'"),
    ("date", "founded", "1701-07-24", "date(founded) = '1701-07-24'"),
    ("isnull", "country", "1", "country is null"),
    ("isnull", "note", "1", "note is null"),
    ("notnull", "population", "1", "population is not null"),
    ("isblank", "note", "1", "note is null or note = ''"),
    ("isblank", "founded", "1", "founded is null or founded = ''"),
    ("notblank", "note", "1", "note is not null and note <> ''"),
]
NAMES = ("exact not contains notcontains startswith endswith gt gte lt lte like notlike glob in notin arraycontains "
         "arraynotcontains date isnull notnull isblank notblank").split()


def operators(site, all, _):
    says.part = "Column filters"
    with says("each operator of the list is tried"):
        equal(sorted({operator for operator, *_ in OPERATORS}), sorted(NAMES))
    for operator, column, value, condition in OPERATORS:
        with says(f"?{column}__{operator}={value!r} is {condition}"):
            answer = site.get("/all/city.json", {f"{column}__{operator}": value, "_extra": "count"})
            equal(answer.rows, all.rows(f"select * from city where {condition} order by id"))
            equal(answer.json["count"], len(answer.rows))
    with says("?column=value is exact"):
        equal(site.get("/all/city.json?name=Berlin").rows, all.rows("select * from city where name = 'Berlin'"))
    with says("filters join with AND"):
        equal(site.get("/all/city.json?country=US&population__gt=100&name__contains=o").rows,
              all.rows("select * from city where country = 'US' and population > 100 and name like '%o%' order by id"))
    with says("the same filter twice is AND as well"):
        equal(site.get("/all/city.json?population__gt=9&population__gt=100000&name__contains=a&name__contains=s").rows,
              all.rows("select * from city where population > 100000 and name like '%a%' and name like '%s%' order by id"))
    with says("a column whose name begins with _ needs an explicit operator"):
        path = "/all/table~2Fwith~2Fslashes~2Ecsv.json"
        equal([row["id"] for row in site.get(path + "?_hidden__exact=h4").rows], [4])
        equal([row["id"] for row in site.get(path + "?_sort__exact=2").rows], [3])
        equal([row["_sort"] for row in site.get(path + "?_sort=_sort").rows], [1, 2])
        equal(site.get(path + "?_hidden=h4").status == 200 and len(site.get(path + "?_hidden=h4").rows), 2)
    with says("a column with slashes, dots or spaces in its name"):
        path = "/all/table~2Fwith~2Fslashes~2Ecsv.json"
        equal([row["id"] for row in site.get(path, {"col.with/dots": "dotted"}).rows], [3])
        equal([row["id"] for row in site.get(path, {"a b__contains": "the"}).rows], [4])
    with says("a number compared with a numeric column compares as a number"):
        equal(site.get("/all/city.json?population__gt=9&population__lt=11&_shape=arrayfirst").json, [10])
        equal(site.get("/all/many.json?kind__lt=10&_extra=count&_size=0").json["count"],
              all.column("select count(*) from many where kind < 10")[0])
    with says("a whole number beyond 2^53 is compared with all its digits"):
        equal(site.get("/all/typed.json?whole=9007199254740993&_shape=arrayfirst").json, [1])
        equal(site.get("/all/typed.json?whole=9007199254740992&_shape=arrayfirst").json, [])
        equal(site.get("/all/typed.json?whole__gt=9007199254740992&_shape=arrayfirst").json, [1, 3])
    with says("a value of a filter is never SQL"):
        equal(site.get("/all/city.json", {"name": "x' or '1'='1"}).rows, [])
        equal(site.get("/all/city.json", {"country__in": "US') or ('1'='1"}).rows, [])
    with says("filters work for views"):
        equal(site.get("/all/city_names.json?name__startswith=N").rows, all.rows("select * from city_names where name like 'n%'"))
    for query, words in (("nope=1", "nope"), ("name__nope=1", "nope"), ("nope__gt=1", "nope"), ("_nope__exact=1", "_nope")):
        with says(f"an unknown column or operator is 400: {query}"):
            answer = site.get(f"/all/city.json?{query}")
            equal(answer.status, 400)
            holds(words in answer.json["error"], answer.json)
