"""Texts of cells of every kind, and names of columns. A kind is a function of a generator of random numbers and a list of words."""
import math
import struct

NARROW = ["pen", "ink", "paper", "blue", "x", "of", "the", "Oslo", "42", "No. 7", "a=b", "50%", "O'Neil", "C:\\dir\\", "<b>", "&amp;", "#1",
          "{}", "~", "$", "null", "-", "_"]
CENTRAL = ["Müller", "Größe", "café", "naïve", "señor", "œuvre", "“word”", "it’s", "5 €", "Zoë", "Ærø", "™", "ÿ"]
LATIN = ["Müller", "Größe", "café", "naïve", "señor", "Zoë", "Ærø", "ÿ", "½", "«word»", "no\xa0break"]
WIDE = CENTRAL + ["日本語", "مرحبا", "שלום", "e\u0301", "🙂", "👩‍👩‍👧", "🇳🇴", "\U0010fffd", "\ufeff", "\u2028", "\x85", "\ufffd", "Ā", "ǆ", "नमस्ते", "\u202eabc"]
# Two bytes of Windows-1252 that are a character in UTF-8 too.
ALIKE = CENTRAL * 6 + ["Ã©", "Â°", "Ã¼"]
# The bytes that Windows-1252 doesn't use.
UNUSED = CENTRAL + ["\x81", "\x8d", "\x8f", "\x90", "\x9d"]
CONTROLS = NARROW + ["a\x00b", "\x00", "\x01", "\x0b", "\x0c", "\x1a", "\x1b[0m", "\x1c", "\x7f", "\x85", "\u2029"]
# Bytes that aren't UTF-8, as Python keeps them (PEP 383), and halves of characters of UTF-16.
DAMAGE = WIDE * 2 + ["caf\udce9", "\udc80", "\udcff\udcfe", "a\udce2\udc82b", "\udcf0\udc9f\udc99", "\udcc0\udcaf", "\udced\udca0\udc80"]
HALVES = WIDE * 2 + ["\ud83d", "\ude42", "\ude42\ud83d", "a\ud800b"]

SPELLINGS = ["1.10", "1.1", "1.00E+05", "-0", "0", "007", "+1", "1e400", "1e5", "12E4",
             "9999999999999999999", "-9223372036854775808", "9223372036854775807",
             "9223372036854775808", "NaN", "inf", "-Infinity", "0x10", ".5", "-.5", "5.", "1,000", " 7", "7 ", "1 000", "1_000", "0.1", "1e-5", "5e-324", "1E+2", "-1.5",
             "1.7976931348623157e+308", "0.30000000000000004", "123456789012345678901234567890.5", "-0.0", "0.0", "00", "0e0", "1.0e+0", "1e+400", "1e-400", "٣", "१"]
NUMERALS = ["1.10", "1.1", "1.00E+05", "-0", "0", ".5", "-.5", " 7", "7 ", "0.1", "1e-5", "5e-324", "1E+2", "1.7976931348623157e+308", "-0.0", "0.0", "1.0e+0", "1.5e3", "100.0",
            "123456789012345678901234567890.5", "0.30000000000000004", "9223372036854775807", "1e+15", "1e16", "0.00001", "123456789.123456789"]
DATES = ["2024-01-02", "2024-01-02T03:04:05Z", "2024-02-30", "02.01.2024", "1/2/24", "20240102", "12:30", "2024-01-02 03:04:05.123456+01:00", "1700000000", "0000-00-00"]
NULLS = ["", "", "NULL", "null", "NA", "N/A", "\\N", "-", "None", "nan"]


def words(random, alphabet, between=" "):
    return between.join(random.choices(alphabet, k=random.choice([1, 1, 2, 3, 5])))


def note(random, alphabet):
    return words(random, alphabet, random.choice([", ", "; ", "\t", "|", " \"", "\"\"", "\n", "\r\n", "\r", " ", ","]))


def double(random):
    """Any double."""
    while True:
        number = struct.unpack("d", random.randbytes(8))[0]
        if math.isfinite(number):
            return repr(number)


KINDS = {
    "integer": lambda random, alphabet: str(random.randint(-1000, 100000)),
    "big": lambda random, alphabet: str(random.choice([1, -1]) * random.randint(1 << 40, (1 << 63) - 1)),
    "huge": lambda random, alphabet: str(random.randint(1 << 60, 1 << 66)),
    "price": lambda random, alphabet: f"{random.random() * 1000:.2f}",
    "comma price": lambda random, alphabet: f"{random.random() * 1000:.2f}".replace(".", ","),
    "decimal": lambda random, alphabet: f"{random.random() * 100:.{random.randint(0, 6)}f}",
    "real": lambda random, alphabet: repr(random.random() * 10 ** random.randint(-12, 20)),
    "double": lambda random, alphabet: double(random),
    "15 digits": lambda random, alphabet: f"{random.random() * 10 ** random.randint(-9, 16):.15g}",
    "17 digits": lambda random, alphabet: f"{random.random() * 10 ** random.randint(-9, 16):.17g}",
    "12 decimals": lambda random, alphabet: f"{random.random() * 10 ** random.randint(-6, 6):.12f}",
    "half": lambda random, alphabet: f"{random.randint(-99, 99) / 2:g}",
    "numeral": lambda random, alphabet: random.choice(NUMERALS),
    "thousands": lambda random, alphabet: str(random.randint(1000, 9999)),
    "exponent": lambda random, alphabet: f"{random.random() * 10 ** random.randint(-9, 9):.3{random.choice('eE')}}",
    "spelling": lambda random, alphabet: random.choice(SPELLINGS),
    "code": lambda random, alphabet: f"{random.randint(0, 99999):05}",
    "boolean": lambda random, alphabet: random.choice(["true", "false"]),
    "date": lambda random, alphabet: f"{random.randint(1900, 2100)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}",
    "any date": lambda random, alphabet: random.choice(DATES),
    "null": lambda random, alphabet: random.choice(NULLS),
    "sparse": lambda random, alphabet: str(random.randint(0, 99)) if random.random() < .1 else "",
    "nothing": lambda random, alphabet: "",
    "word": lambda random, alphabet: random.choice(alphabet),
    "words": words,
    "list": lambda random, alphabet: f"{random.choice(alphabet)}, {random.choice(alphabet)}",
    "note": note,
    "inches": lambda random, alphabet: f"{random.randint(1, 30)}\" {random.choice(alphabet)}",
    "spaced": lambda random, alphabet: random.choice([" ", "  ", ""]) + words(random, alphabet) + random.choice(["", " ", "\t ", "   "]),
    "formula": lambda random, alphabet: random.choice("=+-@") + words(random, alphabet),
    "long": lambda random, alphabet: note(random, alphabet) * random.randint(50, 3000),
    # As long as a record may be, with the others of its row; and longer.
    "longest": lambda random, alphabet: "0123456789abcde " * random.choice([1, 1, 1, 1, 60_000, 65_400, 66_000]),
    "many lines": lambda random, alphabet: "0123456789abcd\"\n" * random.choice([1, 1, 1, 1, 1, 1, 1, 50_000, 66_000]),
}
NUMBERS = {"integer", "big", "price", "decimal", "real", "double", "15 digits", "17 digits", "12 decimals", "half", "numeral", "exponent", "sparse"}


def names(random, kind, width):
    """The words of a header."""
    plain = [f"{random.choice(['name', 'note', 'Größe', 'total', 'a b', 'x'])}{number}" for number in range(width)]
    if kind == "narrow":
        return [f"c{number}" for number in range(width)]
    if kind == "long":
        return [name * 700 for name in plain]
    if kind == "same":
        return [random.choice(["a", "A", "b", "a_2", "é", "É", "column_3"]) for _ in range(width)]
    if kind == "empty":
        # Lines with one word are titles.
        return plain[:2] + [random.choice(["", " ", name]) for name in plain[2:]]
    if kind == "odd":
        return [name + random.choice([", x", "; y", "\ty", "|", " \"z\"", "\nlow", "\r\nlow", "'", "🙂", "%", "/", "__gt"]) for name in plain]
    if kind == "spaced":
        return [random.choice([" ", "", "\xa0"]) + name + random.choice(["", "  "]) for name in plain]
    if kind == "alike":
        return ["name"] + [random.choice(["nan", "inf", "infinity", "0x1F"]) for _ in plain[1:]]
    if kind == "years":
        return ["name"] + [str(1990 + number) for number in range(1, width)]
    return plain
