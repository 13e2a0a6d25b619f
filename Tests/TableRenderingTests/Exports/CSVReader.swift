/// Reads CSV by the letter of RFC 4180, for tests: it shares nothing with the writer.
enum CSVReader {
  /// A field: what it holds, and whether it stood in quotes.
  struct Field: Equatable {
    var text: String
    var isQuoted: Bool
  }

  struct Malformed: Error { var position: Int }

  static func records(_ csv: [UInt8]) throws -> [[Field]] {
    var records: [[Field]] = []
    var record: [Field] = []
    var at = 0
    while at < csv.count {
      var bytes: [UInt8] = []
      let isQuoted = csv[at] == UInt8(ascii: "\"")
      if isQuoted {
        at += 1
        while true {
          guard at < csv.count else { throw Malformed(position: at) }
          if csv[at] == UInt8(ascii: "\"") {
            at += 1
            guard at < csv.count, csv[at] == UInt8(ascii: "\"") else { break }
          }
          bytes.append(csv[at])
          at += 1
        }
      } else {
        while at < csv.count, ![0x22, 0x2C, 0x0A, 0x0D].contains(csv[at]) {
          bytes.append(csv[at])
          at += 1
        }
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed(position: at) }
      record.append(Field(text: text, isQuoted: isQuoted))
      guard at < csv.count else { throw Malformed(position: at) }
      if csv[at] == UInt8(ascii: ",") {
        at += 1
        // A line may end with an empty field; the loop reads it next.
        if at < csv.count { continue }
        throw Malformed(position: at)
      }
      guard csv[at] == 0x0D, at + 1 < csv.count, csv[at + 1] == 0x0A else { throw Malformed(position: at) }
      at += 2
      records.append(record)
      record = []
    }
    guard record.isEmpty else { throw Malformed(position: at) }
    return records
  }
}
