/// What a column of a file is declared as, which SQLite itself takes as a hint at most.
struct DeclaredType {
  /// As it is written.
  let text: String
  private let name: String
  private let arguments: [Int]

  init(_ text: String) {
    self.text = text
    let parts = text.uppercased().split(separator: "(", maxSplits: 1)
    name = String(parts.first ?? "").trimmed
    arguments =
      parts.dropFirst().first.map {
        $0.prefix { $0 != ")" }.split(separator: ",").compactMap { Int(String($0).trimmed) }
      } ?? []
  }

  var isDecimal: Bool { textForm == nil && (name.hasPrefix("NUMERIC") || name.hasPrefix("DECIMAL") || name == "MONEY") }
  var isBoolean: Bool { name == "BOOL" || name == "BOOLEAN" }
  var isJSON: Bool { name.hasPrefix("JSON") }

  /// Digits in all, and behind the point.
  var precision: (Int, Int)? {
    guard isDecimal, let first = arguments.first, (1...1000).contains(first) else { return nil }
    let scale = arguments.dropFirst().first ?? 0
    return (0...first).contains(scale) ? (first, scale) : nil
  }

  /// Characters of a text at most.
  var characterLimit: Int? {
    guard name.contains("CHAR"), let first = arguments.first, (1...10_485_760).contains(first) else { return nil }
    return first
  }

  /// The form of texts that the type asks for.
  var textForm: ValueForm? {
    switch name {
    case "DATE": .date
    case "DATETIME", "TIMESTAMP", "TIMESTAMP WITHOUT TIME ZONE": .timestamp
    case "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ": .zonedTimestamp
    case "UUID": .uuid
    case "NUMERIC TEXT": .spelledDecimal
    default: nil
    }
  }

  /// What a column is that has no values.
  var emptyForm: (form: ValueForm, type: String) {
    if let textForm, let type = textForm.typeName { return (textForm, type) }
    if isBoolean { return (.boolean, "boolean") }
    if isDecimal { return (.decimal, precision.map { "numeric(\($0.0),\($0.1))" } ?? "numeric") }
    if name.contains("INT") { return (.integer, "bigint") }
    if let characterLimit { return (.text, "character varying(\(characterLimit))") }
    if name.contains("BLOB") { return (.bytes, "bytea") }
    if ["REAL", "FLOA", "DOUB"].contains(where: name.contains) { return (.real, "double precision") }
    return (.text, "text")
  }
}
