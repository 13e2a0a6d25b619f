"""“Facets”: counts against plain SQL, and their exact keys."""
from .says import equal, holds, says
from .server import argument


def results(site, path, name):
    return site.get(path).json["facet_results"]["results"][name]


def toggled(site, path, name, condition):
    """Each value's address filters by it, and finds as many rows as were counted."""
    for result in results(site, path, name)["results"]:
        equal(argument(result["toggle_url"], condition), [result["value"]])
        equal(len(site.get(result["toggle_url"]).rows), result["count"])


def facets(site, all, _):
    says.part = "Facets"
    counts = lambda facet: [(result["value"], result["count"]) for result in facet["results"]]
    with says("_facet=col counts the values, the most frequent first"):
        facet = results(site, "/all/city.json?_facet=country", "country")
        equal(counts(facet), all.lists("select country, count(*) from city where country is not null group by 1 order by 2 desc, 1"))
    with says("facet_results is {results: {name: …}, timed_out: []}"):
        found = site.get("/all/city.json?_facet=country").json["facet_results"]
        equal([sorted(found), list(found["results"]), found["timed_out"]], [["results", "timed_out"], ["country"], []])
    with says("a facet has name, type, results, truncated, hideable, toggle_url and no other key"):
        facet = results(site, "/all/city.json?_facet=country", "country")
        equal(sorted(facet), sorted(["name", "type", "results", "truncated", "hideable", "toggle_url"]))
        equal([facet["name"], facet["type"], facet["truncated"], facet["hideable"]], ["country", "column", False, True])
    with says("a value has value, label, count, toggle_url, selected and no other key"):
        for result in results(site, "/all/city.json?_facet=country", "country")["results"]:
            equal(sorted(result), ["count", "label", "selected", "toggle_url", "value"])
    with says("the label of a reference is that of the row referred to"):
        facet = results(site, "/all/visit.json?_facet=person_id", "person_id")
        equal([(result["value"], result["label"]) for result in facet["results"]], [(1, "Ada"), (2, "Bob"), (3, "Cy")])
    with says("the label of any other value is the value"):
        facet = results(site, "/all/many.json?_facet=word", "word")
        holds(all_are(result["label"] == result["value"] for result in facet["results"]), facet)
    with says("toggle_url of a value is a whole address that filters by it"):
        for result in results(site, "/all/city.json?_facet=country", "country")["results"]:
            holds(result["toggle_url"].startswith(site.address + "/all/city.json?"), result)
            equal(len(site.get(result["toggle_url"]).rows), result["count"])
    with says("selected says that it is filtered by already, and toggle_url then takes that away"):
        facet = results(site, "/all/city.json?_facet=country&country=US", "country")
        equal([(result["value"], result["selected"]) for result in facet["results"]], [("US", True)])
        equal(argument(facet["results"][0]["toggle_url"], "country"), [])
    with says("toggle_url of a facet is a path that takes the facet away"):
        facet = results(site, "/all/city.json?_facet=country&_size=1", "country")
        holds(facet["toggle_url"].startswith("/all/city.json?") and argument(facet["toggle_url"], "_facet") == [], facet)
    with says("several facets, with filters: each counts what the filters leave"):
        page = site.get("/all/many.json?_facet=word&_facet=kind&kind__lt=3&_size=1").json["facet_results"]["results"]
        equal(counts(page["word"]), all.lists("select word, count(*) from many where kind < 3 and word is not null group by 1 order by 2 desc, 1"))
        equal(counts(page["kind"]), all.lists("select kind, count(*) from many where kind < 3 group by 1 order by 2 desc, 1"))
    with says("_facet_array=col counts the elements"):
        facet = results(site, "/all/city.json?_facet_array=tags&id__in=1,2,3,4", "tags")
        equal(facet["type"], "array")
        equal(counts(facet), all.lists("select value, count(distinct city.id) from city, json_each(tags) where city.id in (1, 2, 3, 4) group by 1 order by 2 desc, 1"))
    with says("toggle_url of an element filters by __arraycontains"):
        toggled(site, "/all/city.json?_facet_array=tags&id__in=1,2,3,4", "tags", "tags__arraycontains")
    with says("_facet_date=col counts the days of times"):
        facet = results(site, "/all/city.json?_facet_date=founded", "founded")
        equal(facet["type"], "date")
        equal(counts(facet), all.lists("select date(founded), count(*) from city where date(founded) is not null group by 1 order by 2 desc, 1"))
    with says("toggle_url of a day filters by __date"):
        toggled(site, "/all/city.json?_facet_date=founded", "founded", "founded__date")
    with says("_facet_size=N, and truncated says that there are more"):
        facet = results(site, "/all/many.json?_facet=kind&_facet_size=3", "kind")
        equal(counts(facet), all.lists("select kind, count(*) from many group by 1 order by 2 desc, 1 limit 3"))
        equal([facet["truncated"], results(site, "/all/many.json?_facet=word&_facet_size=7", "word")["truncated"]], [True, False])
    with says("_facet_size=max"):
        equal(len(results(site, "/all/many.json?_facet=kind&_facet_size=max", "kind")["results"]), 40)
    with says("without _facet_size there are 30"):
        equal(len(results(site, "/all/many.json?_facet=kind", "kind")["results"]), 30)
    with says("_nofacet=1 leaves facets out, with empty results where they are asked for"):
        page = site.get("/all/city.json?_facet=country&_nofacet=1&_extra=facet_results").json
        equal(page["facet_results"], {"results": {}, "timed_out": []})
    with says("_facet of a column that isn't there is 400"):
        equal(site.get("/all/city.json?_facet=nope").status, 400)
    with says("one name, two kinds: the second has a number behind it"):
        found = site.get("/all/city.json?_facet=founded&_facet_date=founded").json["facet_results"]["results"]
        equal([(name, facet["type"]) for name, facet in found.items()], [("founded", "column"), ("founded_2", "date")])


def all_are(values):
    return not [value for value in values if not value]


def suggestions(site, all, _):
    says.part = "Suggested facets"
    suggested = lambda path: site.get(path).json["suggested_facets"]
    with says("suggested_facets names columns with few values, with an address that adds them"):
        found = {facet["name"]: facet for facet in suggested("/all/city.json?_extra=suggested_facets")}
        holds("country" in found, found)
        equal(argument(found["country"]["toggle_url"], "_facet"), ["country"])
        equal(site.get(found["country"]["toggle_url"]).status, 200)
    with says("suggested_facets: only where they make sense: no key, no column of single values"):
        names = [facet["name"] for facet in suggested("/all/many.json?_extra=suggested_facets")]
        holds("id" not in names and "word" in names, names)
    with says("suggested_facets doesn't name what is a facet already"):
        names = [(facet["name"], facet.get("type")) for facet in suggested("/all/city.json?_extra=suggested_facets&_facet=country")]
        holds(("country", None) not in names, names)
    with says("_nosuggest=1: none"):
        equal(suggested("/all/city.json?_extra=suggested_facets&_nosuggest=1"), [])
