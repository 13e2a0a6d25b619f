import TableArguments
import Testing
import TextCoding

@Suite struct FilteredAddressTests {
  private static let texts = ["id", "a b", "näme", "_x", "a__lt", "a=b&c", "100%", "+", "", "日本"]

  @Test(arguments: ["/shop/orders", "/shop/orders?_x=1", "/"], texts)
  func itAsksForTheSameAsArgumentsThatArePutBehindTheAddress(table: String, column: String) {
    let address = FilteredAddress(of: table, columns: [column])
    for value in Self.texts + ["7", "-1.5e300"] {
      let whole = table.with([(FilterArgument.name(of: column), value)])
      #expect(address.filled([value]).utf8.elementsEqual(whole.utf8))
    }
  }

  @Test func everyColumnHasItsValue() {
    let address = FilteredAddress(of: "/shop/lines", columns: ["order", "_no"])
    #expect(address.filled(["7", "a b"]) == "/shop/lines?order=7&_no__exact=a+b")
    #expect(address.filled(["8", "ü"]) == "/shop/lines?order=8&_no__exact=%C3%BC")
    let narrowed = FilteredAddress(of: "/shop/lines?_x=1", columns: ["a", "b"])
    #expect(narrowed.filled(["1", "2"]) == "/shop/lines?_x=1&a=1&b=2")
  }
}
