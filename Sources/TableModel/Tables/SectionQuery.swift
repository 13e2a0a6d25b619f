/// What the rows of a table are put together by: a column, or what its values begin with.
package struct SectionKey: Sendable, Hashable {
  /// Which part of a value makes the section.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    /// The whole value.
    case value
    /// The first letter of a text, without regard to the case of ASCII letters.
    case letter
    /// The year, the month or the day of a time, which are the first 4, 7 or 10 characters of its text.
    case year, month, day
  }

  /// The position of the column in the schema's `columns`.
  package var column: Int
  /// Which part of its values.
  package var part: Part

  /// Sections by a column.
  package init(column: Int, part: Part = .value) {
    self.column = column
    self.part = part
  }

  /// Which section a row belongs to, as the engine of its database would say it.
  package func section(of record: Record) -> RecordValue {
    let value = record[column]
    guard part != .value, value != .null else { return value }
    guard case .text(let text) = value else { return .text(start(of: value.description)) }
    return .text(start(of: text))
  }

  private func start(of text: String) -> String {
    var scalars = String.UnicodeScalarView(text.unicodeScalars.prefix(length))
    if part == .letter, let first = scalars.first, ("a"..."z").contains(first) {
      scalars = String.UnicodeScalarView(String(first).uppercased().unicodeScalars)
    }
    return String(scalars)
  }

  /// Characters of a value that make its section.
  package var length: Int {
    switch part {
    case .value: .max
    case .letter: 1
    case .year: 4
    case .month: 7
    case .day: 10
    }
  }
}

/// A question about the sections of all rows of a selection.
package struct SectionQuery: Sendable, Hashable {
  /// What makes the sections.
  package var key: SectionKey
  /// The order of the rows, which begins with the sections' column.
  package var sort: [SortTerm]
  /// Of which rows.
  package var selection: RowSelection
  /// Columns whose numbers are added up.
  package var sums: [Int]

  /// A question about sections.
  package init(_ key: SectionKey, sort: [SortTerm], selection: RowSelection = .everything, sums: [Int] = []) {
    self.key = key
    self.sort = sort
    self.selection = selection
    self.sums = sums
  }
}

/// What is known of one section.
package struct SectionSummary: Sendable {
  /// What its rows have in common.
  package var section: RecordValue
  /// What the row that `section` refers to is called, where it refers to one.
  package var label: String?
  /// How many rows it has.
  package var count: Int
  /// For each column asked for, the sum of its numbers and how many there are.
  package var sums: [(sum: Double, count: Int)]
  /// The page that its first row begins.
  package var start: PagePosition

  /// What is known of a section.
  package init(
    section: RecordValue, label: String? = nil, count: Int, sums: [(sum: Double, count: Int)], start: PagePosition
  ) {
    self.section = section
    self.label = label
    self.count = count
    self.sums = sums
    self.start = start
  }
}
