import TableModel

/// What a slot of a row's nib shows.
enum RecordSlot: Sendable, Hashable {
  /// The key as paths hold it.
  case key
  /// The path of the row's page.
  case address
  /// ` checked` where the row is chosen.
  case chosen
  /// How deep the row is in a tree, before its title.
  case level
  /// A column within the link to the row.
  case title(Int)
  /// A column, by its type.
  case value(Int)
  /// A column as plain text, for nibs that people write.
  case plain(Int)
  /// Part of what a column says, for nibs that people write.
  case derived(Int, Part)

  /// What a nib can show of a value.
  enum Part: String, Sendable, CaseIterable {
    case initials, time, date
  }

  /// What a name in a nib that somebody has written means; `nil` if it is no column of the table.
  /// - Parameter value: the column that `value` is, in the nib of one column.
  init?(_ name: String, _ schema: RecordSchema, value: Int? = nil) {
    if let value, name == "value" {
      self = .plain(value)
    } else if let value, let part = Part.allCases.first(where: { name == "value." + $0.rawValue }) {
      self = .derived(value, part)
    } else if let column = schema.columns.firstIndex(where: { $0.name == name }) {
      self = .plain(column)
    } else if name == "row-key" {
      self = .key
    } else if name == "row-link" {
      self = .address
    } else if let part = Part.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }),
      let column = schema.columns.firstIndex(where: { $0.name == name.dropLast(part.rawValue.count + 1) })
    {
      self = .derived(column, part)
    } else {
      return nil
    }
  }
}

extension RecordSlot.Part {
  /// Writes the part; nothing where the value has none.
  @inline(never) func write(_ field: RecordField, _ row: RecordRow, into html: inout ByteSink) {
    guard field.isText else { return }
    let text = row.stored(field)
    switch self {
    case .initials:
      let words = String(decoding: text.part(0..<min(text.count, 200)), as: UTF8.self).split(
        whereSeparator: \.isWhitespace)
      var letters = words.first.map { String($0.prefix(1)) } ?? ""
      if words.count > 1, let last = words.last { letters += last.prefix(1) }
      html.text(letters.uppercased())
    case .date: html.text(text.part(0..<min(text.count, 10)))
    case .time:
      // Behind the day and a `T` or a space: hours and minutes.
      guard text.count >= 16, text[10] == 0x54 || text[10] == 0x20 else { return }
      html.text(text.part(11..<16))
    }
  }
}
