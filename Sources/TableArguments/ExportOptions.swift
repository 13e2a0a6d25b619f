/// What the query arguments of an export ask for beside its rows.
package struct ExportOptions: Sendable, Equatable {
  /// Whether the names of the columns stand above the rows; `_header=off`.
  package var hasHead = true
  /// Whether all rows that match are wanted instead of a page of them; `_stream=on`.
  package var isStream = false
  /// Whether the answer is for the disk; `_dl=on`.
  package var isDownload = false
  /// Whether spreadsheets are kept from taking texts for formulas; `_safe=on`.
  package var isSafe = false
  /// Whether CSV has a column of labels beside each reference; `_labels=on`.
  package var hasLabels = false

  /// The defaults.
  init() {}

  /// - Throws: `ArgumentErrors` with a sentence for each that is neither on nor off.
  package init(_ arguments: [(name: String, value: String)]) throws(ArgumentErrors) {
    var errors: [String] = []
    for (name, value) in arguments {
      guard let option = Self.option(name) else { continue }
      if let flag = Bool(argument: value) {
        self[keyPath: option] = flag
      } else {
        errors.append("\(name) must be on or off")
      }
    }
    guard errors.isEmpty else { throw ArgumentErrors(messages: errors) }
  }

  private static func option(_ name: String) -> WritableKeyPath<ExportOptions, Bool>? {
    switch name {
    case "_header": \.hasHead
    case "_stream": \.isStream
    case "_dl": \.isDownload
    case "_safe": \.isSafe
    case "_labels": \.hasLabels
    default: nil
    }
  }

  /// The arguments that the next page is asked for with.
  package var items: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if !hasHead { items.append(("_header", "off")) }
    if isSafe { items.append(("_safe", "on")) }
    if hasLabels { items.append(("_labels", "on")) }
    if isDownload { items.append(("_dl", "on")) }
    return items
  }
}
