"""“Rows without a declared key”."""
from .says import equal, says


def rowids(site, all, _):
    says.part = "Rows without a declared key"
    rows = all.rows("select rowid, * from note")
    with says("rowid is first in every row"):
        equal(site.get("/all/note.json").rows, rows)
        equal([list(row) for row in site.get("/all/note.json").rows], [["rowid", "text", "rank"]] * 3)
    with says("rowid is first in every shape"):
        equal(site.get("/all/note.json?_shape=arrays").rows, [list(row.values()) for row in rows])
        equal(site.get("/all/note.json?_shape=array").json, rows)
        equal(site.get("/all/note.json?_shape=arrayfirst").json, [2, 5, 9])
        equal(site.get("/all/note.json?_shape=array&_nl=on").text.split("\n")[0], '{"rowid":2,"text":"second","rank":7}')
    with says("rowid is first in CSV"):
        equal(site.get("/all/note.csv").csv, [["rowid", "text", "rank"]] + [[str(value) for value in row.values()] for row in rows])
    with says("rowid is usable in filters"):
        equal(site.get("/all/note.json?rowid=5").rows, rows[1:2])
        equal(site.get("/all/note.json?rowid__gt=2").rows, rows[1:])
    with says("rowid is usable in sorts"):
        equal(site.get("/all/note.json?_sort_desc=rowid").rows, rows[::-1])
        equal(site.get("/all/note.json?_sort=rank").rows, sorted(rows, key=lambda row: row["rank"]))
    with says("rowid stays whatever columns are chosen"):
        equal(site.get("/all/note.json?_col=rank").rows, all.rows("select rowid, rank from note"))
    with says("_extra=columns has it, _extra=primary_keys stays []"):
        page = site.get("/all/note.json?_extra=columns,primary_keys").json
        equal([page["columns"], page["primary_keys"]], [["rowid", "text", "rank"], []])
    with says("a row's own page has it"):
        row = site.get("/all/note/9.json").json
        equal([row["rows"], row["primary_keys"], row["primary_key_values"]], [rows[2:], ["rowid"], ["9"]])
    with says("ours: _shape=object is keyed by rowid"):
        equal(site.get("/all/note.json?_shape=object").json, {str(row["rowid"]): row for row in rows})
    for path in ("/all/pair/x.json", "/all/pair/x,1,2.json", "/all/note/1,2.json", "/all/city/1,2.json", "/all/city/1,2"):
        with says(f"the wrong number of key parts is 400: {path}"):
            equal(site.get(path).status, 400)
