"""“CSV”."""
from .says import equal, holds, says


def text(value):
    """A value as CSV writes it."""
    return "" if value is None else str(value)


def csv(site, all, chinook):
    says.part = "CSV"
    lines = lambda rows: [[text(value) for value in row] for row in rows]
    with says("Content-Type: text/csv; charset=utf-8"):
        equal(site.get("/all/city.csv")["Content-Type"], "text/csv; charset=utf-8")
    with says("CRLF line ends, a header row"):
        equal(site.get("/all/person.csv").text, "id,name\r\n1,Ada\r\n2,Bob\r\n3,Cy\r\n")
    with says("RFC 4180 quoting: every value comes back as it was"):
        found = site.get("/all/city.csv")
        equal(found.csv[1:], lines(all.lists("select * from city order by id")))
        holds('"a 100% ""city"""' in found.text and '"x,y"' in found.text and '"line\nbreak"' in found.text, found.text)
    with says("an empty text is not null"):
        equal(site.get("/all/city.csv?_col=note&id__in=1,2").text, 'id,note\r\n1,""\r\n2,\r\n')
    with says("_header=off omits it"):
        equal(site.get("/all/person.csv?_header=off").text, "1,Ada\r\n2,Bob\r\n3,Cy\r\n")
    with says("_stream=on: every matching row"):
        equal(site.get("/chinook/Track.csv?_stream=on&GenreId=1").csv[1:],
              lines(chinook.lists("select * from Track where GenreId = 1 order by TrackId")))
        equal(len(site.get("/all/many.csv?_stream=on").csv), 251)
    with says("_stream=on keeps sort, search and columns"):
        equal(site.get("/all/many.csv?_stream=on&_sort_desc=word&_col=word").csv[1:], lines(all.lists("select id, word from many order by word desc, id desc")))
        equal([row[0] for row in site.get("/all/article.csv?_stream=on&_search=fox").csv[1:]], ["1", "2"])
    with says("without _stream: one page, the next in the header Link"):
        answer = site.get("/all/many.csv?_size=100")
        equal(len(answer.csv), 101)
        equal([row[0] for row in site.get(answer.links["next"]).csv[1:]], [str(number) for number in range(101, 201)])
    with says("_dl=on as a download"):
        answer = site.get("/all/person.csv?_dl=on")
        holds(answer["Content-Disposition"].startswith("attachment") and "person.csv" in answer["Content-Disposition"], answer.headers)
        equal(site.get("/all/person.csv")["Content-Disposition"], None)
    with says("_labels=on adds COLUMN_label columns"):
        equal(site.get("/all/visit.csv?_labels=on").csv,
              [["id", "city_id", "city_id_label", "born_in", "born_in_label", "person_id", "person_id_label"]]
              + lines(all.lists("""select v.id, city_id, c.name, born_in, b.name, person_id, p.name from visit v left join city c on c.id = city_id
                  left join city b on b.id = born_in left join person p on p.id = person_id order by v.id""")))
    with says("_label= adds its column"):
        equal(site.get("/all/visit.csv?_label=person_id&_col=person_id&_size=1").csv, [["id", "person_id", "person_id_label"], ["1", "1", "Ada"]])
    with says("labels fall back to the key"):
        equal(site.get("/all/category.csv?_labels=on&id=2").csv[1], ["2", "1", "all", "some"])
        equal(site.get("/all/odd_reference.csv?_labels=on").csv[1:],
              [["1", "1", "1", "7", "7"], ["2", "9", "9", "", ""], ["3", "2", "two", "", ""]])
    with says("BLOBs by a link that answers the bytes"):
        rows = site.get("/all/typed.csv?_col=bytes").csv
        equal(rows[1], ["1", site.address + "/all/typed/1.blob?_blob_column=bytes"])
        for row in rows[1:]:
            if row[1]:
                equal(site.get(row[1]).body, all.column("select bytes from typed where id = ?", row[0])[0])
        equal(rows[3], ["3", ""])
    with says("a query as CSV"):
        equal(site.get("/all/-/query.csv?sql=select+*+from+city").csv[1:], lines(all.lists("select * from city")))
    with says("big integers, reals and infinities"):
        equal(site.get("/all/typed.csv?_col=whole&id__lt=4").csv[1:], [["1", "9007199254740993"], ["2", str(-2**63)], ["3", str(2**63 - 1)]])
        equal(site.get("/all/city.csv?_col=height&id__in=2,3,10").csv[1:], [["2", "93.5"], ["3", "200.0"], ["10", "1000.0"]])
