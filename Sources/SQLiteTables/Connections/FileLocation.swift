internal import TableModel

/// Where a database file is, and what SQLite has to be told to open it.
struct FileLocation: Sendable {
  /// The absolute path.
  let path: String
  /// Whether nobody changes the file.
  let isImmutable: Bool
  /// What rows are called, for whoever reads the schema of the file.
  let labelColumns = TableChoices<[String]>()
  /// Indexes that are chosen for what the schema doesn't say they are of, for whoever reads it.
  let searchIndexes = TableChoices<ChosenSearchIndex>()

  /// What SQLite opens. Absolute paths are never taken for URIs, so any character may stand in them; `immutable` can only be
  /// said by a URI, in which `%`, `?` and `#` have meanings (https://sqlite.org/uri.html).
  var address: String {
    guard isImmutable else { return path }
    var uri = "file://"
    let digits = Array("0123456789ABCDEF")
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return uri + "?immutable=1"
  }
}
