/// What a column's name says of its values. The values themselves have the last word.
struct ColumnNameHints: Sendable {
  private let name: ColumnWords

  init(_ name: String) { self.name = ColumnWords(name) }

  /// A number by which something is found or called, and that nobody adds up: `album_id`, `postal_code`, `phone`.
  var isIdentifier: Bool {
    guard let last = name.words.last, let first = name.words.first, !name.has(Self.counting) else { return false }
    if last == "id" || first == "id" || name.has(Self.identifiers) { return true }
    if name.words.count > 1, name.ends(with: ["no", "nr", "num", "number", "key", "ref", "code"]) { return true }
    if last == "code" { return true }
    // `userid`, but not `paid`.
    return last.count > 4 && last.hasSuffix("id") && !Self.wordsInID.contains { last.hasSuffix($0) }
  }

  /// A year, or a year with its month.
  var isYear: Bool { name.has(["year", "years", "yr", "jahr", "season", "vintage"]) }
  var isMonth: Bool { name.has(["month", "yearmonth", "period", "ym", "yyyymm", "monat"]) }
  /// A day or a moment.
  var isTime: Bool {
    name.has(Self.times) || (name.words.count > 1 && name.ends(with: ["at", "on", "ts", "dt"])) || name.words == ["ts"]
  }
  /// How much or how many, which is neither a year nor a day.
  var isQuantity: Bool { name.has(Self.counting) || name.has(Self.money) }
  /// An amount of money.
  var isMoney: Bool { (name.has(Self.money) && !name.has(Self.notMoney)) || currency != nil }

  /// The currency that a name such as `price_usd` tells. A column that is called so alone may be a rate of exchange.
  var currency: String? {
    guard name.words.count > 1, !name.has(Self.notMoney),
      let word = name.words.last(where: Self.currencies.contains) ?? (name.ends(with: ["euro", "euros"]) ? "eur" : nil)
    else { return nil }
    return word.uppercased()
  }

  var isPercent: Bool { name.has(["percent", "percentage", "pct", "prozent"]) && !name.has(["per"]) }

  var isBytes: Bool {
    guard !name.has(["per", "second", "sec", "rate", "id", "avg"]) else { return false }
    return name.has(["bytes", "filesize", "bytecount"]) || name.words.suffix(2) == ["file", "size"]
      || name.words.suffix(2) == ["byte", "size"] || name.words.suffix(2) == ["byte", "count"]
  }

  var isMilliseconds: Bool {
    !name.has(["per"]) && name.ends(with: ["milliseconds", "millis", "millisecond", "msec", "ms"])
  }

  var isSeconds: Bool {
    guard !name.has(["per"]) else { return false }
    return name.ends(with: ["seconds", "secs"])
      || (name.words.count > 1 && name.ends(with: ["sec", "s"]) && name.has(["duration", "length", "time", "runtime"]))
  }

  private static let identifiers: Set<String> = [
    "zip", "zipcode", "postcode", "postalcode", "plz", "phone", "telephone", "tel", "fax", "mobile", "cellphone",
    "phonenumber", "isbn", "issn", "ean", "upc", "gtin", "asin", "sku", "barcode", "iban", "bic", "vin", "ssn", "ein",
    "fips", "geoid", "geonameid", "uid", "uuid", "guid", "oid", "pid", "rowid", "objectid", "imei", "mmsi", "imo",
    "siren", "siret", "doi", "pmid", "orcid", "serial", "port",
  ]
  /// A name with one of these tells how many, not which.
  private static let counting: Set<String> = ["count", "counts", "total", "sum", "avg", "average", "qty", "quantity"]
  private static let wordsInID = [
    "paid", "bid", "grid", "solid", "valid", "fluid", "liquid", "rapid", "humid", "covid", "droid", "void", "raid",
    "said", "braid", "hybrid", "orchid", "pyramid", "asteroid", "steroid", "centroid", "squid", "cuboid", "afraid",
    "timid", "vivid", "lipid", "hominid", "amid", "ovoid", "medicaid", "splendid", "candid", "placid", "stupid",
  ]
  private static let times: Set<String> = [
    "date", "datetime", "time", "timestamp", "day", "created", "updated", "modified", "deleted", "published", "expires",
    "expiry", "epoch", "unixtime", "since", "until", "birthday", "birthdate", "dob", "mtime", "ctime", "atime", "datum",
    "seen", "login", "started", "finished", "ended", "start", "end",
  ]
  private static let money: Set<String> = [
    "price", "amount", "total", "subtotal", "cost", "costs", "fee", "fees", "balance", "revenue", "salary", "wage",
    "tax", "vat", "freight", "payment", "paid", "budget", "income", "profit", "rent", "fare", "tip", "charge",
    "charges", "refund", "deposit", "debit", "credit", "discount", "sales", "spent", "turnover", "expense", "expenses",
    "unitprice", "listprice", "msrp", "preis", "betrag",
  ]
  private static let notMoney: Set<String> = [
    "rate", "ratio", "percent", "pct", "percentage", "count", "id", "quantity", "qty", "volume", "index", "score",
    "type", "kind", "code", "date", "per", "share", "change", "rank", "number", "hours", "minutes", "days", "points",
  ]
  private static let currencies: Set<String> = [
    "usd", "eur", "gbp", "chf", "jpy", "cny", "inr", "cad", "aud", "nzd", "sek", "nok", "dkk", "pln", "czk", "huf",
    "brl", "mxn", "zar", "krw", "hkd", "sgd", "ils", "thb", "rub", "uah",
  ]
}
