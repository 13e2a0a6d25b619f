internal import TextCoding

/// A condition on one value, made ready once for all rows. It means what the same filter means to a database
/// (`SQLTables`, `RowCondition+Filter`).
struct ValueCondition: Sendable {
  /// Whether a value meets it. Throws where that takes more steps than there are.
  let isMet: @Sendable (RecordValue, inout WorkSteps) throws -> Bool

  private init(_ isMet: @escaping @Sendable (RecordValue, inout WorkSteps) throws -> Bool) { self.isMet = isMet }

  /// A condition that takes a step.
  private init(_ isMet: @escaping @Sendable (RecordValue) -> Bool) {
    self.isMet = { value, steps in
      try steps.take()
      return isMet(value)
    }
  }

  /// - Throws: `TableError.badRequest` for the wrong number of values, or a pattern that is too long.
  init(_ filter: ColumnFilter, comparison: ColumnComparison) throws(TableError) {
    switch filter.condition.arity {
    case .none: self = Self.blankness(filter.condition)
    case .list: self = Self.list(filter.values, comparison, isNegated: filter.condition == .notin)
    case .one:
      guard let text = filter.values.first, filter.values.count == 1 else {
        throw .badRequest("The condition “\(filter.condition.rawValue)” takes one value.")
      }
      self = try Self.comparison(filter.condition, text, comparison)
    }
  }

  /// Met by texts that hold another text.
  static func containing(_ text: String) throws(TableError) -> ValueCondition {
    try pattern(PatternMatcher(containing: text), text)
  }

  private static func blankness(_ condition: ColumnFilter.Condition) -> ValueCondition {
    switch condition {
    case .isnull: ValueCondition { $0 == .null }
    case .isblank: ValueCondition { $0 == .null || $0 == .text("") }
    case .notblank: ValueCondition { $0 != .null && $0 != .text("") }
    default: ValueCondition { $0 != .null }
    }
  }

  private static func list(_ texts: [String], _ comparison: ColumnComparison, isNegated: Bool) -> ValueCondition {
    let wanted = texts.flatMap { comparison.forms(of: $0) }
    return ValueCondition { value, steps in
      try steps.take(1 + wanted.count)
      if value == .null { return isNegated && wanted.isEmpty }
      return wanted.contains { $0.compare(value) == 0 } != isNegated
    }
  }

  private static func comparison(
    _ condition: ColumnFilter.Condition, _ text: String, _ comparison: ColumnComparison
  ) throws(TableError) -> ValueCondition {
    switch condition {
    case .not:
      let forms = comparison.forms(of: text)
      return ValueCondition { value in value != .null && !forms.contains { $0.compare(value) == 0 } }
    case .gt: return order(text, comparison) { $0 > 0 }
    case .gte: return order(text, comparison) { $0 >= 0 }
    case .lt: return order(text, comparison) { $0 < 0 }
    case .lte: return order(text, comparison) { $0 <= 0 }
    case .contains: return try pattern(PatternMatcher(containing: text), text)
    case .notcontains: return try pattern(PatternMatcher(containing: text), text, isNegated: true)
    case .startswith: return try pattern(PatternMatcher(beginningWith: text), text)
    case .endswith: return try pattern(PatternMatcher(endingWith: text), text)
    case .like: return try pattern(PatternMatcher(like: text), text)
    case .notlike: return try pattern(PatternMatcher(like: text), text, isNegated: true)
    case .glob: return try pattern(PatternMatcher(glob: text), text)
    case .arraycontains, .arraynotcontains:
      let forms = ColumnComparison.asEither.forms(of: text)
      let isNegated = condition == .arraynotcontains
      return ValueCondition { value, steps in
        try steps.take(1 + value.weight)
        return value.arrayElements.contains { element in forms.contains { $0.compare(element) == 0 } } != isNegated
      }
    case .date: return ValueCondition { $0.day == text }
    default:
      let forms = comparison.forms(of: text)
      return ValueCondition { value in value != .null && forms.contains { $0.compare(value) == 0 } }
    }
  }

  /// A null stands in no order to anything.
  private static func order(
    _ text: String, _ comparison: ColumnComparison, _ isMet: @escaping @Sendable (Int) -> Bool
  ) -> ValueCondition {
    let limit = comparison.ordered(text)
    return ValueCondition { $0 != .null && isMet($0.compare(limit)) }
  }

  /// Whether it is negated or not, a null meets no condition about texts. Bytes hold no text.
  private static func pattern(
    _ pattern: PatternMatcher, _ text: String, isNegated: Bool = false
  ) throws(TableError) -> ValueCondition {
    guard text.utf8.count <= PatternMatcher.byteLimit else {
      throw .badRequest("The search text is too long: at most \(PatternMatcher.byteLimit) bytes.")
    }
    return ValueCondition { value, steps in
      try steps.take()
      return switch value {
      case .null: false
      case .blob: isNegated
      case .integer, .real, .text: try pattern.matches(value.description) { try steps.take() } != isNegated
      }
    }
  }
}

extension ColumnComparison {
  /// What a text is equal to.
  func forms(of text: String) -> [RecordValue] {
    switch self {
    case .asText: [.text(text)]
    case .asNumber: [RecordValue(numberIn: text) ?? .text(text)]
    case .asEither: [.text(text)] + (RecordValue(numberIn: text).map { [$0] } ?? [])
    }
  }

  /// What a text stands for in an order.
  func ordered(_ text: String) -> RecordValue {
    self == .asText ? .text(text) : RecordValue(numberIn: text) ?? .text(text)
  }
}

extension RecordValue {
  /// Whether it is a JSON array.
  var isArray: Bool { array != nil }

  /// The elements of a JSON array that are values themselves, without nulls; none for anything else.
  var arrayElements: [RecordValue] {
    (array ?? []).compactMap { element in
      switch element {
      case .boolean(let value): .integer(value ? 1 : 0)
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .text(text)
      case .null, .list, .object: nil
      }
    }
  }

  private var array: [JSONValue]? {
    guard case .text(let text) = self, text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "["),
      case .list(let elements)? = try? JSONValue(json: text)
    else { return nil }
    return elements
  }

  /// The steps that it takes to read it whole.
  var weight: Int { if case .text(let text) = self { text.utf8.count / 8 } else { 0 } }

  /// The day of a moment, in UTC; `nil` for anything else.
  var day: String? {
    guard case .text(let text) = self else { return nil }
    return CalendarDay.number(ofMoment: text).map(CalendarDay.text)
  }
}
