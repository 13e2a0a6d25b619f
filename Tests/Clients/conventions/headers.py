"""“Other headers”."""
from .says import equal, holds, says

CORS = {
    "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "Authorization, Content-Type", "Access-Control-Expose-Headers": "Link",
    "Access-Control-Allow-Methods": "GET, POST, HEAD, OPTIONS", "Access-Control-Max-Age": "3600",
}
PATHS = ["/", "/.json", "/all", "/all.json", "/all/city", "/all/city.json", "/all/city.csv?_stream=on", "/all/city/1.json", "/all/-/query.json?sql=select+1",
         "/nope.json", "/all/city.json?nope=1", "/-/versions.json", "/all/typed/1.blob?_blob_column=bytes"]


def cors(site, all, _):
    says.part = "Other headers"
    for path in PATHS:
        with says(f"--cors adds its five headers: {path}"):
            answer = site.get(path, Origin="https://elsewhere.example")
            equal({name: answer[name] for name in CORS}, CORS)
    with says("--cors: a browser may ask first"):
        answer = site.send("OPTIONS", "/all/city/-/insert", Origin="https://elsewhere.example", Access_Control_Request_Method="POST")
        equal([answer.status // 100, {name: answer[name] for name in CORS}], [2, CORS])
    for path, alternate in (("/all/city", "/all/city.json"), ("/all/city?country=US&_sort=name", "/all/city.json?country=US&_sort=name"), ("/all", "/all.json"),
                            ("/all/city/1", "/all/city/1.json"), ("/all/-/query?sql=select+1", "/all/-/query.json?sql=select+1"), ("/", "/.json")):
        with says(f'pages carry Link: <….json>; rel="alternate"; type="application/json+datasette": {path}'):
            link = site.get(path)["Link"] or ""
            holds('rel="alternate"; type="application/json+datasette"' in link, link)
            address = link[1:link.index(">")].removeprefix(site.address)
            equal(address, alternate)
            equal(site.get(address).status, 200)


def no_cors(site, all, _):
    says.part = "Without --cors"
    with says("none of the five headers is there"):
        for path in PATHS:
            answer = site.get(path, Origin="https://elsewhere.example")
            equal([name for name in CORS if answer[name]], [])
