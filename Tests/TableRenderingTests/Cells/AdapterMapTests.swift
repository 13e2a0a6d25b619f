import TableModel
import Testing

@testable import TableRendering

@Test func aViewModelFindsItsAdapter() throws {
  let map = try AdapterMap.messages()
  #expect(map[TextMessage(1, "a", "b")]?.reuseIdentifier == "TextMessageCell")
  #expect(map[ImageMessage(id: 1, address: "")]?.reuseIdentifier == "ImageMessageCell")
  #expect(map[ImageMessage(id: 1, address: "")]?.preferredHeight == 120)
  #expect(map[TitleViewModel("x")]?.reuseIdentifier == "TitleCell")
}

private struct Stranger: CellViewModel { let id: RowKey = 1 }

@Test func anUnregisteredViewModelHasNoAdapter() throws {
  #expect(try AdapterMap.messages()[Stranger()] == nil)
}

private struct Half: OutletCell {
  @Outlet var author: String
  func configure(with message: TextMessage) {}
}

@Test func aSlotThatTheCellDoesNotFillIsRefused() throws {
  var map = AdapterMap()
  let error = try #require(throws: RegistrationError.self) {
    try map.register(Half.self, nib: Nib("{{author}}{{text}}", named: "half.html"))
  }
  #expect(error == .unfilledSlot(cell: "Half", nib: "half.html", slot: "text"))
  #expect(
    error.description.contains("Half") && error.description.contains("half.html")
      && error.description.contains("@Outlet var text"))
}

@Test func anOutletThatTheNibLacksIsRefused() throws {
  var map = AdapterMap()
  let error = try #require(throws: RegistrationError.self) {
    try map.register(Half.self, nib: Nib("x", named: "half.html"))
  }
  #expect(error == .missingSlot(cell: "Half", nib: "half.html", outlet: "author"))
}

@Test func aBrokenNibIsRefused() throws {
  var map = AdapterMap()
  #expect(throws: NibError.self) { try map.register(Half.self, nib: "{{author}") }
  #expect(map.adapters.count == 1)
}

@Test func aRecursiveNibIsRefused() throws {
  var map = AdapterMap()
  let nib = try Nib("{{> a}}", partials: ["a": "{{author}}{{#author}}{{> a}}{{/author}}"])
  #expect(throws: RegistrationError.recursiveNib(cell: "Half", nib: "nib")) { try map.register(Half.self, nib: nib) }
}

private struct OtherTextCell: OutletCell {
  @Outlet var author: String
  func configure(with message: TextMessage) { author = message.author }
}

@Test func twoCellsForOneViewModelAreRefused() throws {
  var map = try AdapterMap.messages()
  #expect(
    throws: RegistrationError.repeatedViewModel(
      viewModel: "TextMessage", variant: .plain, first: "TextMessageCell", second: "OtherTextCell")
  ) { try map.register(OtherTextCell.self, nib: "{{author}}") }
}

@Test func twoCellsUnderOneIdentifierAreRefused() throws {
  var map = try AdapterMap.messages()
  #expect(throws: RegistrationError.self) {
    try map.register(CellAdapter(reuseIdentifier: "TextMessageCell", variant: ViewVariant(1)) { ImageMessageCell() })
  }
}

@Test func variantsHaveCellsOfTheirOwn() throws {
  var map = try AdapterMap.messages()
  try map.register(OtherTextCell.self, nib: "other {{author}}", variant: ViewVariant(2))
  var message = TextMessage(1, "a", nil)
  #expect(map[message]?.reuseIdentifier == "TextMessageCell")
  message.variant = ViewVariant(2)
  #expect(map[message]?.reuseIdentifier == "OtherTextCell")
  // A variant that nobody registered is drawn plainly.
  message.variant = ViewVariant(3)
  #expect(map[message]?.reuseIdentifier == "TextMessageCell")
}

private struct LoudTitleCell: TableCell {
  func draw(_ title: TitleViewModel, into html: inout ByteSink) { html.text(title.title.uppercased()) }
}

@Test func theCellOfTitlesCanBeReplacedOnce() throws {
  var map = AdapterMap()
  try map.register(CellAdapter { LoudTitleCell() })
  #expect(map[TitleViewModel("x")]?.reuseIdentifier == "LoudTitleCell")
  #expect(throws: RegistrationError.self) {
    try map.register(CellAdapter(reuseIdentifier: "again") { LoudTitleCell() })
  }
}

@Test func manyTypesFindTheirSlots() {
  func types<T>(_ type: T.Type, _ depth: Int) -> [ObjectIdentifier] {
    [ObjectIdentifier(type)] + (depth == 0 ? [] : types(T?.self, depth - 1) + types([T].self, depth - 1))
  }
  let keys = Array(Set(types(Int.self, 7)))
  var slots = TypeSlots()
  for (number, key) in keys.enumerated() { slots.insert(key, number) }
  #expect(keys.count > 200)
  #expect(keys.enumerated().allSatisfy { slots[$0.element] == $0.offset })
  #expect(slots[ObjectIdentifier(String.self)] == nil)
}
