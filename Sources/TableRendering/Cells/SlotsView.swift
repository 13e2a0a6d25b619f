package import TableModel

/// A header, a footer or whatever else stands around rows as named values, for a nib that somebody has written.
package struct SlotsViewModel: SupplementaryViewModel {
  /// The values by the names that the nib may show; one that is left out shows nothing.
  package var values: [String: SlotContent]
  /// Which of the registered nibs draws it.
  package var variant: ViewVariant

  /// Values for the nib of a variant.
  package init(_ values: [String: SlotContent], variant: ViewVariant = .plain) {
    self.values = values
    self.variant = variant
  }

  /// The values as texts.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values.mapValues(\.words))
  }
}

/// Draws named values with a nib.
package struct SlotsCell: TableCell, Sendable {
  private let nib: Nib

  /// A nib that shows some of the given names.
  /// - Throws: `NibError` with the place of a name that isn't among them.
  package init(_ nib: Nib, names: [String]) throws(NibError) {
    for name in nib.slotNames where !names.contains(name) {
      throw nib.mistake(atSlot: name, "unknown value \(name); use one of: " + names.joined(separator: ", "))
    }
    self.nib = nib
  }

  /// Writes the values.
  package mutating func draw(_ view: SlotsViewModel, into html: inout ByteSink) {
    nib.draw(Source(values: nib.slotNames.map { view.values[$0] }), into: &html)
  }

  private struct Source: NibSource {
    let values: [SlotContent?]
    func isPresent(_ slot: Int) -> Bool { values[slot]?.isPresent ?? false }
    func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
      values[slot]?.write(context, into: &html)
    }
  }
}

extension SlotContent {
  /// The content as a text.
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let value): String(value)
    case .html(let html): html.description
    }
  }
}
