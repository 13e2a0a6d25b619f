import TableArguments
package import TableModel
import TableRendering

/// What a request fills the open places of a frame with.
package struct FrameValues: Sendable {
  /// The values that columns are compared with.
  fileprivate let values: [String]
  fileprivate let names: [String?]
  fileprivate let position: PagePosition

  /// - Parameters:
  ///   - values: as many as the frame's arguments leave open.
  ///   - names: what the rows are called that the values refer to, in the places of the values; none where none refers to one.
  package init(_ values: [String], names: [String?] = [], at position: PagePosition) {
    self.values = values
    self.names = names
    self.position = position
  }
}

/// An open place of a frame.
enum FrameSlot: Sendable, Hashable {
  case value(Int, ValueSpelling)
  /// What the row is called that a value refers to, else the value.
  case name(Int)
  /// The place of the page as the first argument of an address, or a further one.
  case firstPlace, furtherPlace

  /// All of a frame that leaves so many values open.
  static func all(values count: Int) -> [FrameSlot] {
    let values = (0..<count).flatMap { number in
      ValueSpelling.allCases.map { FrameSlot.value(number, $0) } + [.name(number)]
    }
    return values + [.firstPlace, .furtherPlace]
  }

  /// What stands in its place in what a frame is made of.
  fileprivate var marker: String {
    switch self {
    case .value(let number, let spelling): spelling.text(FrameArguments.marker(number))
    case .name(let number): FrameArguments.nameMarker(number)
    case .firstPlace: FrameArguments.firstPlace
    case .furtherPlace: FrameArguments.furtherPlace
    }
  }

  /// What it is called in a nib.
  var name: String { "\(self)" }

  /// What is written there.
  func text(_ filling: FrameValues) -> String {
    switch self {
    case .value(let number, let spelling): spelling.text(filling.values[number])
    case .name(let number):
      (filling.names.indices.contains(number) ? filling.names[number] : nil) ?? filling.values[number]
    case .firstPlace: "".with(filling.position.items)
    case .furtherPlace: "?".with(filling.position.items).replacing("?", with: "", maxReplacements: 1)
    }
  }
}

extension [FrameSlot] {
  /// What becomes a slot where a nib shows it.
  var markers: [NibMarker] { compactMap { NibMarker($0.marker, slot: $0.name) } }
}

/// A text of a frame outside of its nib.
struct FrameText: Sendable {
  /// What stands before each open place, and which that is.
  private var parts: [(before: String, slot: FrameSlot)] = []
  private var rest: String

  init(_ text: String, _ slots: [FrameSlot]) {
    rest = text
    while true {
      let found = slots.compactMap { slot in rest.firstRange(of: slot.marker).map { (range: $0, slot: slot) } }
      guard let first = found.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return }
      parts.append((String(rest[..<first.range.lowerBound]), first.slot))
      rest = String(rest[first.range.upperBound...])
    }
  }

  /// The text with everything filled in.
  func filled(_ filling: FrameValues) -> String {
    parts.isEmpty ? rest : parts.reduce(into: "") { $0 += $1.before + $1.slot.text(filling) } + rest
  }
}
