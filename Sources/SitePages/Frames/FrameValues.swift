import TableArguments
package import TableModel
import TableRendering

/// What a request fills the open places of a frame with.
package struct FrameValues: Sendable {
  /// The values that columns are compared with, as they are and as they stand in an address.
  fileprivate let values: [(plain: String, encoded: String)]
  fileprivate let names: [String?]
  /// The place of the page as an argument; empty for the first page.
  fileprivate let place: String

  /// - Parameters:
  ///   - values: as many as the frame's arguments leave open.
  ///   - names: what the rows are called that the values refer to, in the places of the values; none where none refers to one.
  package init(_ values: [String], names: [String?] = [], at position: PagePosition) {
    self.values = values.map { ($0, ValueSpelling.encoded.text($0)) }
    self.names = names
    var place = QueryText()
    if let item = position.item { place.append(item.name, item.value) }
    self.place = place.text
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

  /// Hands on what is written there, piece by piece.
  func write(_ filling: FrameValues, _ append: (String) -> Void) {
    switch self {
    case .value(let number, .plain): append(filling.values[number].plain)
    case .value(let number, .encoded): append(filling.values[number].encoded)
    case .value(let number, .encodedTwice): append(ValueSpelling.encoded.text(filling.values[number].encoded))
    case .name(let number):
      append((filling.names.indices.contains(number) ? filling.names[number] : nil) ?? filling.values[number].plain)
    case .firstPlace: write(filling.place, behind: "?", append)
    case .furtherPlace: write(filling.place, behind: "&", append)
    }
  }

  private func write(_ place: String, behind mark: String, _ append: (String) -> Void) {
    guard !place.isEmpty else { return }
    append(mark)
    append(place)
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
    guard !parts.isEmpty else { return rest }
    var text = ""
    text.reserveCapacity(parts.reduce(rest.utf8.count) { $0 + $1.before.utf8.count + Self.usualBytes })
    for part in parts {
      text += part.before
      part.slot.write(filling) { text += $0 }
    }
    text += rest
    return text
  }

  /// Writes it as an address, piece by piece: its beginning, a path of this site, decides where it leads. Anything else is looked at as a
  /// whole.
  func writeAddress(_ filling: FrameValues, into html: inout ByteSink) {
    guard (parts.first?.before ?? rest).utf8.first == UInt8(ascii: "/") else { return html.address(filled(filling)) }
    for part in parts {
      html.text(part.before)
      part.slot.write(filling) { html.text($0) }
    }
    html.text(rest)
  }

  /// As many as a place of a page takes, and most values.
  private static let usualBytes = 48
}
