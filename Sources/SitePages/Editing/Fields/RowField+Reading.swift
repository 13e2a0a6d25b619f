package import TableModel
import TableRendering
import TextCoding

extension RowField {
  /// The names under which a form sends a field: names of columns may be any text, so that they stand behind a word of ours.
  package var valueName: String { Self.valueName(of: column.name) }
  package static func valueName(of column: String) -> String { "value." + column }
  package var nullName: String { "null." + column.name }
  package var originalName: String { "was." + column.name }

  /// Takes over what a form sent; a field that it hasn't stays as it is.
  package mutating func read(_ form: FormBody) {
    if let was = form[originalName], was.first == "#", let digest = RowVersion(String(was.dropFirst())) {
      self.was = Original(digest: digest)
    } else if let was = form[originalName], let kind = was.first, kind == "=" || kind == "-" {
      self.was = Original(text: Self.lines(String(was.dropFirst())), isNull: kind == "-")
    }
    if control == .file {
      bytes = form.files[valueName]
      isNull = bytes == nil && (form[nullName] != nil || was?.isNull != false)
      return
    }
    // Null alone is a value too.
    guard control != .fixed, let sent = form[valueName] ?? form[nullName].map({ _ in "" }) else { return }
    // A row that is referred to is chosen, by its key or its name.
    text = (kind ?? .choice([])).value(Self.lines(sent), replacing: was?.text)
    isNull = text.isEmpty && (!takesEmptyText || form[nullName] != nil)
  }

  /// What stood there, as the form carries it along.
  var originalText: String? {
    was.map { was in was.digest.map { "#" + $0.description } ?? (was.isNull ? "-" : "=") + was.text }
  }

  /// Browsers send every line end as two characters (HTML Standard, section "Constructing the entry list").
  private static func lines(_ text: String) -> String { text.replacing("\r\n", with: "\n") }

  /// The value to be stored, or what is wrong with it. References are looked up by whoever has the table.
  package func value() -> Result<RecordValue, FieldProblem> {
    if isNull { return isOptional ? .success(.null) : .failure(FieldProblem("A value is required.")) }
    switch control {
    case .file: return bytes.map { .success(.blob($0)) } ?? .failure(FieldProblem("Choose a file."))
    case .value(let kind):
      return kind.problem(with: text).map { .failure(FieldProblem($0)) } ?? .success(kind.recordValue(text))
    case .reference, .fixed: return .success(.text(text))
    }
  }
}

/// What is wrong with a field, for the person who fills it in.
package struct FieldProblem: Error {
  package let text: String
  package init(_ text: String) { self.text = text }
}
