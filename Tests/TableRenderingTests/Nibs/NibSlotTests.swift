import SeededNumbers
import Testing

@testable import TableRendering

/// Fills slots by name.
struct NamedSource: NibSource {
  let nib: Nib
  let values: [String: SlotContent]
  func isPresent(_ slot: Int) -> Bool { values[nib.slotNames[slot]]?.isPresent ?? false }
  func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    values[nib.slotNames[slot]]?.write(context, into: &html)
  }
}

extension Nib {
  func string(slots: [String: SlotContent]) -> String {
    written { write(NamedSource(nib: self, values: slots), into: &$0) }
  }
}

@Test func slotsAreNamedInOrderOfAppearance() throws {
  let nib = try Nib("{{b}}{{#a}}{{b}}{{c.d}}{{/a}}{{> p}}", partials: ["p": "{{e}}"])
  #expect(nib.slotNames == ["b", "a", "c.d", "e"])
}

@Test func flatNibsShowSectionsByPresence() throws {
  let nib = try Nib("<p>{{#a}}[{{a}}]{{/a}}{{^a}}none{{/a}}</p>")
  #expect(nib.string(slots: ["a": .text("<")]) == "<p>[&lt;]</p>")
  #expect(nib.string(slots: [:]) == "<p>none</p>")
  #expect(nib.string(slots: ["a": .boolean(false)]) == "<p>none</p>")
}

@Test func aSlotThatIsShownOftenSaysTheSameEverywhere() throws {
  let nib = try Nib("<a href=\"{{u}}\" title=\"{{u}}\">{{u}}</a>{{#v}}{{u}}{{/v}}{{{u}}}")
  let shown = "<a href=\"/x?a&amp;b\" title=\"/x?a&amp;b\">/x?a&amp;b</a>/x?a&amp;b"
  #expect(nib.string(slots: ["u": .text("/x?a&b")]) == shown)
  // Refused as an address, and still shown as text.
  #expect(nib.string(slots: ["u": .text("data:x")]) == "<a href=\"\" title=\"data:x\">data:x</a>data:x")
}

@Test func manyRepeatedSlotsAreAllShown() throws {
  let names = (0..<12).map { "n\($0)" }
  let source = names.map { "{{\($0)}}" }.joined() + "|" + names.map { "{{\($0)}}" }.joined()
  let slots = Dictionary(uniqueKeysWithValues: names.map { ($0, SlotContent.text($0)) })
  #expect(try Nib(source).string(slots: slots) == names.joined() + "|" + names.joined())
}

@Test func flatAndTreeFillingAgree() throws {
  var generator = SeededGenerator(seed: 10)
  let pieces = [
    "{{a}}", "{{b}}", "<i>", "</i>", "{{#a}}x{{b}}{{/a}}", "{{^b}}y{{a}}{{/b}}", " text ",
    "<a href=\"{{a}}\">{{b}}</a>", "{{{b}}}",
  ]
  for _ in 0..<500 {
    let source = (0..<8).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    let nib = try Nib(source)
    let values: [(SlotContent?, NibValue)] = [
      (nil, nil), (.text("a<b"), "a<b"), (.integer(7), 7), (.html("<b>"), .html("<b>")),
    ]
    guard let a = values.randomElement(using: &generator), let b = values.randomElement(using: &generator) else {
      continue
    }
    var slots: [String: SlotContent] = [:]
    slots["a"] = a.0
    slots["b"] = b.0
    #expect(nib.string(slots: slots) == nib.string(["a": a.1, "b": b.1]), "\(source)")
  }
}
