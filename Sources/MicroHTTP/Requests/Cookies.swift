/// The cookies of a request (RFC 6265 §5.4).
struct Cookies {
  private let pairs: [(name: Substring, value: Substring)]

  init(fields: [String]) {
    pairs = fields.flatMap { field in
      field.split(separator: ";").compactMap { part in
        guard let equals = part.firstIndex(of: "=") else { return nil }
        var value = part[part.index(after: equals)...].trimmingBlanks
        if value.utf8.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
        return (part[..<equals].trimmingBlanks, value)
      }
    }
  }

  subscript(_ name: String) -> String? { pairs.first { $0.name == name }.map { String($0.value) } }
}
