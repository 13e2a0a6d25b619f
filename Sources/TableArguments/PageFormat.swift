/// The formats that a page answers in.
package enum PageFormat: String, Hashable, Sendable, CaseIterable {
  case html, json, csv, ndjson, text

  /// The media type of the answer (RFC 9110 section 8.3).
  package var contentType: String {
    switch self {
    case .html: "text/html; charset=utf-8"
    case .json: "application/json"
    case .csv: "text/csv; charset=utf-8"
    case .ndjson: "application/x-ndjson"
    case .text: "text/plain; charset=utf-8"
    }
  }

  /// What a path ends with that asks for the format; `nil` for pages, which need none.
  package var suffix: String? {
    switch self {
    case .html: nil
    case .json: ".json"
    case .csv: ".csv"
    case .ndjson: ".ndjson"
    case .text: ".txt"
    }
  }

  /// Whether it holds nothing but rows, so that only tables and queries have it.
  package var isRowsOnly: Bool { self == .csv || self == .ndjson || self == .text }

  /// The format that the last name of a path asks for. Names themselves are written with `~2E` for a dot, so a dot is always a suffix.
  package init?(suffixOf name: String) {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let format = Self.allCases.first { format in format.suffix.map { name.hasSuffix($0) } ?? false }
    guard let format else { return nil }
    self = format
  }
}
