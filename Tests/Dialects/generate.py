#!/usr/bin/env python3
"""Files of separated values in many dialects, encodings and states of repair; each is known by its dialect, a seed and a size.

usage: Tests/Dialects/generate.py DIALECT SEED BYTES FOLDER      writes one of them
"""
import gzip
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import cells  # noqa: E402

COMMON = ["integer", "price", "words", "note", "date", "sparse", "code", "decimal"]
TEXTS = ["words", "note", "word", "integer", "words"]


@dataclass
class Dialect:
    name: str
    delimiter: str = ","
    # minimal, all, texts (all but numbers), none
    quoting: str = "minimal"
    ends: tuple = ("\n",)
    encoding: str = "utf-8"
    mark: bool = False
    suffix: str = ".csv"
    kinds: list = field(default_factory=lambda: COMMON)
    words: list = field(default_factory=lambda: cells.NARROW + cells.WIDE)
    header: str = "plain"
    # Lines above the header: `titles` are to be listed as such.
    above: list = field(default_factory=list)
    numbered: bool = True
    ended: bool = True
    # Whether lines may be listed as not as expected.
    damaged: bool = False
    # What is done to lines: see `damage`.
    repair: str = ""
    # Whether spaces around quotes are no part of values.
    padded: bool = False
    # Rows at most.
    rows: int = 1 << 60
    members: bool = False
    # Whether the second half of a packed file lacks.
    cut: bool = False
    # Whether values of other kinds come behind many rows.
    late: bool = False


def dialects():
    D, crlf, mixed = Dialect, ("\r\n",), ("\n", "\r\n", "\r")
    little, big, central = "utf-16-le", "utf-16-be", dict(encoding="windows-1252", words=cells.NARROW + cells.CENTRAL, header="narrow")
    half = cells.NARROW * 3 + cells.WIDE
    return [
        D("comma"), D("comma, all quoted", quoting="all", ends=crlf), D("comma, texts quoted", quoting="texts"), D("comma, CR", ends=("\r",)),
        D("comma, mixed line ends", ends=mixed, ended=False), D("comma, UTF-8 mark", mark=True, ends=crlf), D("comma, quoted header behind a mark", mark=True, quoting="all"),
        D("semicolon", delimiter=";", ends=crlf, mark=True), D("semicolon, all quoted", delimiter=";", quoting="all", ended=False),
        D("semicolon, decimal commas", delimiter=";", ends=crlf, **central | dict(kinds=["word", "comma price", "integer"])),
        D("semicolon, one decimal comma", delimiter=";", kinds=["comma price"], **central), D("semicolon, lists in texts", delimiter=";", kinds=["list"]),
        D("tab, lists in texts", delimiter="\t", suffix=".txt", kinds=["list"], encoding=little, mark=True, ends=crlf),
        D("bar, lists in texts", delimiter="|", kinds=["word", "list"]),
        D("tab", delimiter="\t", suffix=".tsv"), D("tab, texts quoted", delimiter="\t", suffix=".tab", quoting="texts", ends=("\r",)), D("tab in .csv", delimiter="\t"),
        D("tab in .txt, UTF-16", delimiter="\t", suffix=".txt", encoding=little, mark=True, ends=crlf), D("bar", delimiter="|", suffix=".psv"),
        D("bar in .csv, all quoted", delimiter="|", quoting="all", ends=mixed), D("bar, UTF-16 BE without mark", delimiter="|", encoding=big, words=half),
        D("comma, UTF-16 without mark", encoding=little, words=half, ends=crlf), D("comma, UTF-16 BE, mixed", encoding=big, mark=True, quoting="all", ends=mixed),
        D("semicolon, UTF-16", delimiter=";", encoding=little, mark=True, ended=False),
        D("comma, Latin-1", encoding="latin-1", words=cells.NARROW + cells.LATIN), D("tab, Windows-1252", delimiter="\t", suffix=".tsv", ends=crlf, **central),
        D("Windows-1252 like UTF-8", damaged=True, **central | dict(words=cells.NARROW + cells.ALIKE)), D("Windows-1252, unused", **central | dict(words=cells.UNUSED)),
        D("packed", suffix=".csv.gz"), D("packed, UTF-16", delimiter="\t", suffix=".tsv.gz", encoding=big, mark=True),
        D("packed, members", delimiter=";", suffix=".csv.gz", members=True),
        D("packed, cut", suffix=".csv.gz", cut=True, damaged=True),
        D("packed, cut, ragged often", suffix=".csv.gz", cut=True, damaged=True, repair="often", kinds=["integer"]),
        D("names twice", header="same", ends=crlf), D("names empty", header="empty", delimiter=";"), D("names odd", header="odd"),
        D("names spaced", header="spaced", delimiter="\t"),
        D("names like numbers", header="alike", kinds=["word", "words", "words"], numbered=False),
        D("names of years", header="years", kinds=["word", "integer", "price"], numbered=False),
        D("names of years, four digits", header="years", kinds=["word", "thousands", "thousands"], numbered=False),
        D("no header", header="none"), D("no header, semicolon", header="none", delimiter=";", quoting="all"),
        D("titles", above=["Report", "", "\"All, of it\""], damaged=True), D("titles, filled", above=["Report;;;;;;;;", ";;;;;;;;"], delimiter=";", damaged=True),
        D("comments", above=["# made by a tool, today", "#", "# from, there"], damaged=True, ends=crlf),
        D("sep=;", above=["sep=;"], delimiter=";", ends=crlf), D("sep=^", above=["sep=^"], delimiter="^", **central),
        D("empty lines", repair="empty lines", ends=mixed), D("surplus, empty", repair="surplus", delimiter=";"), D("surplus, empty, also header", repair="surplus all"),
        D("ragged, short", repair="short", damaged=True), D("ragged, long", repair="long", delimiter=";", damaged=True),
        D("ragged, UTF-16", repair="short long", encoding=little, mark=True, ends=mixed, damaged=True), D("ragged, often", repair="often", damaged=True, quoting="all"),
        D("spaces around quotes", padded=True, repair="padding", quoting="all"), D("spaces in values", kinds=["spaced", "words", "spaced", "integer"], delimiter=";"),
        D("numbers of every spelling", kinds=["spelling", "numeral", "real", "big", "huge", "exponent", "decimal", "double", "half"]),
        D("numbers quoted", kinds=sorted(cells.NUMBERS), quoting="all"),
        D("other values late", kinds=sorted(cells.NUMBERS), late=True), D("dates and nulls", kinds=["any date", "date", "null", "boolean", "nothing", "null"], delimiter="|"),
        D("long fields", kinds=["words", "long", "integer"]), D("records over 1 MB", kinds=["word", "longest", "integer"], delimiter=";", damaged=True),
        D("quotes over 1 MB", kinds=["word", "many lines", "integer"], damaged=True), D("UTF-8, damaged", words=cells.NARROW + cells.DAMAGE, damaged=True, kinds=TEXTS),
        D("UTF-16, halves", words=cells.NARROW + cells.HALVES, damaged=True, encoding=little, mark=True, kinds=TEXTS),
        D("quotes not doubled", repair="loose", damaged=True),
        D("quotes not doubled, often", repair="loose lines", damaged=True, kinds=["word", "integer", "words"], quoting="all"),
        D("quote left open", repair="open", damaged=True, kinds=["words", "integer"]), D("quotes within", kinds=["inches", "integer", "inches"], quoting="none"),
        D("one column", kinds=["word"], numbered=False, quoting="all"), D("one column of numbers", kinds=["sparse"], numbered=False, words=cells.NARROW),
        D("wide", kinds=["integer", "word", "sparse", "price"] * 100),
        D("wide as can be", kinds=["integer"] * 1999), D("names of 400 kB", kinds=["integer", "word"] * 50, header="long", delimiter=";"),
        D("control characters", words=cells.CONTROLS, kinds=TEXTS),
        D("formulas", kinds=["formula", "words", "formula"], quoting="texts"), D("few rows", rows=3), D("few rows, semicolon", rows=3, delimiter=";", ended=False),
        D("few rows, tab", rows=2, delimiter="\t", encoding=big, mark=True),
    ]


@dataclass
class Made:
    """A file, and what its reader has to know of it."""
    path: Path
    dialect: Dialect
    seed: int
    byte_count: int = 0
    width: int = 0
    # Lines above the header, and those among them that are to be listed.
    above: int = 0
    told: list = field(default_factory=list)


class Generator:
    def __init__(self, dialect, seed):
        self.dialect = dialect
        self.random = random.Random(f"{dialect.name} {seed}")
        kinds = dialect.kinds
        if len(kinds) < 50:
            # Not all of the dialect's columns, but the first two.
            kinds = kinds[:2] + self.random.sample(kinds[2:], self.random.randint(min(1, len(kinds[2:])), len(kinds[2:])))
        self.kinds = kinds
        self.width = len(kinds) + dialect.numbered + (2 if dialect.repair == "surplus all" else 0)

    def quoted(self, text, is_number=False):
        d = self.dialect
        if d.quoting == "all" or (d.quoting == "texts" and not is_number) or (d.quoting == "minimal" and any(c in text for c in d.delimiter + "\"\r\n")):
            return "\"" + text.replace("\"", "\"\"") + "\""
        return text

    def row(self, kinds):
        """A record behind its number, with the end of its line."""
        d = self.dialect
        texts = [self.quoted(cells.KINDS[kind](self.random, d.words), kind in cells.NUMBERS) for kind in kinds]
        if d.repair == "padding":
            texts = [self.random.choice(["", " ", "   "]) + text + self.random.choice(["", " "]) for text in texts]
        text = d.delimiter.join(texts)
        return (d.delimiter if d.numbered else "") + self.damage(text) + self.random.choice(d.ends)

    def damage(self, text):
        d, chance = self.dialect, self.random.random()
        if d.repair == "empty lines":
            return text + "".join(self.random.choices(d.ends, k=self.random.choice([0, 0, 0, 1, 2])))
        if d.repair.startswith("surplus"):
            return text + d.delimiter * (2 if "all" in d.repair else self.random.choice([0, 1, 1, 3]))
        if d.repair == "often" and chance < .3:
            return text + d.delimiter + self.random.choice(["\"more\"", "\"\""])
        # Above this, one in so many rows of the pool; few of a large file, since no more than 10,000 are listed.
        if chance > .02:
            return text
        if "short" in d.repair and chance < .01:
            return text.split(d.delimiter)[0].strip("\"").split("\n")[0].split("\r")[0]
        if "long" in d.repair:
            return text + d.delimiter + "more" + d.delimiter + "and, \"more\""
        if d.repair == "loose":
            return text + d.delimiter + "\"5\" screen\""
        if d.repair == "loose lines":
            return text[:-1] + "\"x" if chance < .01 else "\"5\"x" + text[1:]
        if d.repair == "open":
            return "\"" + text.replace("\"", "")
        return text

    def write(self, path, size):
        d, choose = self.dialect, self.random
        made = Made(path, d, 0, width=self.width)
        count = max(8, min(6000, size // 40)) if "long" not in str(self.kinds) and len(self.kinds) < 50 else 60
        pool = [self.row(self.kinds) for _ in range(count)]
        late = [self.row(choose.choices(list(cells.KINDS)[:-3], k=len(self.kinds))) for _ in range(3)] if d.late else []
        number = 0
        mean = sum(map(len, pool)) / len(pool) + 4
        with open(path, "wb") as raw:
            file = gzip.open(raw, "wb", 1) if d.suffix.endswith(".gz") else raw

            def put(text):
                data = encoded(text, d.encoding)
                made.byte_count += len(data)
                file.write(data)

            def numbers(rows):
                nonlocal number
                if not d.numbered:
                    return "".join(rows)
                first = number
                number += len(rows)
                mark = "\"" if d.quoting == "all" else ""
                return "".join([f"{mark}{position}{mark}{row}" for position, row in enumerate(rows, first)])

            if d.mark:
                put("\ufeff")
            for position, line in enumerate(d.above):
                put(line + choose.choice(d.ends))
                if line.strip(d.delimiter) and not line.startswith("sep="):
                    made.told.append(position + 1)
            made.above = len(d.above)
            if d.header != "none":
                texts = [self.quoted(name) for name in cells.names(choose, d.header, len(self.kinds) + d.numbered)]
                put(d.delimiter.join(texts) + (d.delimiter * 2 if d.repair == "surplus all" else "") + choose.choice(d.ends))
            limit = choose.randint(0, d.rows) if d.rows < 1000 else d.rows
            while made.byte_count < size and number < limit:
                rows = choose.choices(pool, k=int(max(1, min(1000, limit - number, (size - made.byte_count) / mean))))
                if late and made.byte_count > size * .7:
                    rows, late = rows + late, []
                put(numbers(rows))
                if d.members and choose.random() < .3:
                    file.close()
                    file = gzip.open(raw, "wb", 1)
            if not d.ended and limit > 0:
                put(numbers([pool[0].rstrip("\r\n")]))
            if file is not raw:
                file.close()
            if d.cut:
                raw.truncate(raw.tell() // 2)
        return made


def encoded(text, encoding):
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        if encoding == "windows-1252":
            return b"".join(c.encode("latin-1" if 0x7F < ord(c) < 0xA0 else encoding) for c in text)
        return text.encode(encoding, "surrogateescape" if encoding == "utf-8" else "surrogatepass")


def make(folder, name, dialect, seed, size):
    made = Generator(dialect, seed).write(Path(folder) / (name + dialect.suffix), size)
    made.seed = seed
    return made


if __name__ == "__main__":
    print(make(sys.argv[4], "made", next(d for d in dialects() if d.name == sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
