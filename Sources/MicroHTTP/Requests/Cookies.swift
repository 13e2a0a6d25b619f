/// The cookies of a request (RFC 6265 §5.4), looked through when one is asked for.
struct Cookies {
  /// The values of the `Cookie` fields.
  let fields: [String]

  /// The value of the first cookie with that name, without the quotes around it. O(length of the fields).
  subscript(_ name: String) -> String? {
    for field in fields {
      var rest = field.utf8[...]
      while !rest.isEmpty {
        let part = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest[part.endIndex...].dropFirst()
        let spelled = part.prefix { $0 != UInt8(ascii: "=") }
        guard spelled.endIndex < part.endIndex, Self.trim(spelled).elementsEqual(name.utf8) else { continue }
        return Self.text(part[spelled.endIndex...].dropFirst())
      }
    }
    return nil
  }

  private static func trim(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    var bytes = bytes.drop(while: \.isBlank)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    return bytes
  }

  private static func text(_ value: Substring.UTF8View) -> String {
    let value = trim(value)
    let quote = UInt8(ascii: "\"")
    let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
    return String(Substring(isQuoted ? value.dropFirst().dropLast() : value))
  }
}
