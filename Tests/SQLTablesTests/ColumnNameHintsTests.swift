import Testing

@testable import SQLTables

struct ColumnNameHintsTests {
  @Test(arguments: [
    ("AlbumId", ["album", "id"]), ("album_id", ["album", "id"]), ("ISBNCode", ["isbn", "code"]),
    ("isbn13", ["isbn", "13"]),
    ("customerID", ["customer", "id"]), ("Straße-Nr.", ["straße", "nr"]), ("ABC漢字", ["abc漢字"]),
    ("ÄÖÜWert", ["äöü", "wert"]), ("", []), ("__", []), ("price", ["price"]),
  ])
  func namesAreMadeOfWords(name: String, words: [String]) { #expect(ColumnWords(name).words == words) }

  @Test(arguments: [
    "id", "AlbumId", "id_customer", "zip", "postal_code", "phone", "order_no", "userid", "house_number", "date_key",
  ])
  func numbersByWhichSomethingIsCalledAreIdentifiers(name: String) { #expect(ColumnNameHints(name).isIdentifier) }

  @Test(arguments: ["paid", "bid", "grid", "id_count", "number", "no", "covid", "nokia", "median", "key", "quantity"])
  func othersAreNone(name: String) { #expect(!ColumnNameHints(name).isIdentifier) }

  @Test func currenciesNeedAnAmount() {
    #expect(ColumnNameHints("price_usd").currency == "USD" && ColumnNameHints("AmountEUR").currency == "EUR")
    for name in ["usd", "usd_rate", "eur_count", "tried"] { #expect(ColumnNameHints(name).currency == nil, "\(name)") }
  }

  @Test func ratesAreNoAmounts() {
    #expect(ColumnNameHints("UnitPrice").isMoney && ColumnNameHints("Total").isMoney)
    for name in ["tax_rate", "price_index", "cost_type"] { #expect(!ColumnNameHints(name).isMoney, "\(name)") }
    #expect(!ColumnNameHints("bytes_per_second").isBytes && ColumnNameHints("Bytes").isBytes)
  }
}
