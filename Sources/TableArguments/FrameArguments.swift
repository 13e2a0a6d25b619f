import TableModel
import TextCoding

/// What the frame of a page is made of: the arguments of a table's page, and markers in place of the values that columns are compared with.
///
/// Two pages that differ in these values alone have one frame, so that whoever asks for what nobody has asked for yet doesn't wait for all
/// menus and links to be made. A class, so that frames share it by one reference.
package final class FrameArguments: Sendable {
  /// The arguments of the first page.
  package let arguments: PageArguments
  /// How many values are left open.
  package let valueCount: Int
  private let hash: Int

  private init(_ arguments: PageArguments, valueCount: Int) {
    self.arguments = arguments
    self.valueCount = valueCount
    hash = arguments.hashValue
  }

  /// Those of a frame that is good for these very arguments.
  package convenience init(_ arguments: PageArguments) {
    var arguments = arguments
    arguments.query.position = .first
    self.init(arguments, valueCount: 0)
  }

  /// Those of a frame that is good for all values, and the values of these arguments.
  static func opened(_ arguments: PageArguments) -> (frame: FrameArguments, values: [String]) {
    var opened = arguments
    var values: [String] = []
    for (place, filter) in arguments.query.selection.filters.enumerated() where filter.hasOneValue {
      guard let value = filter.values.first else { continue }
      opened.query.selection.filters[place].values = [marker(values.count)]
      values.append(value)
    }
    return (FrameArguments(opened, valueCount: values.count), values)
  }

  /// What stands for a value: nothing that a visitor could have written, or that a table could be called.
  package static func marker(_ number: Int) -> String { "\u{10FFFD}\(key)x\(number)\u{10FFFD}" }

  /// What stands for what the row is called that a value refers to.
  package static func nameMarker(_ number: Int) -> String { "\u{10FFFD}\(key)c\(number)\u{10FFFD}" }

  /// What stands for the place of the page, at the end of an address without other arguments and of one with others: after `?`, after `&`.
  package static let firstPlace = "\u{10FFFD}\(key)f\u{10FFFD}", furtherPlace = "\u{10FFFD}\(key)n\u{10FFFD}"

  private static let key = String(UInt64.random(in: .min ... .max), radix: 36)
}

extension FrameArguments: Hashable {
  package static func == (one: FrameArguments, other: FrameArguments) -> Bool {
    one === other || (one.hash == other.hash && one.arguments == other.arguments)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// How a value stands in the text of a frame.
package enum ValueSpelling: String, CaseIterable, Sendable {
  case plain
  /// In an address.
  case encoded
  /// In an address that stands in another one.
  case encodedTwice

  /// The value in this spelling.
  package func text(_ value: String) -> String {
    switch self {
    case .plain: value
    case .encoded: PercentEncoding.encodeForm(value)
    case .encodedTwice: PercentEncoding.encodeForm(PercentEncoding.encodeForm(value))
    }
  }
}

extension ColumnFilter {
  /// Whether it is compared with one value, which a frame leaves open.
  package var hasOneValue: Bool { condition.arity == .one && !values.isEmpty }
}
