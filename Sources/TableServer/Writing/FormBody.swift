internal import MicroHTTP

/// What a form sent: names and values in their order.
struct FormBody: Sendable {
  private(set) var fields: [(name: String, value: String)]
  /// The bytes of the files that were chosen, by the names of their fields.
  private(set) var files: [String: [UInt8]] = [:]

  /// Whether a request is a form's, by the type of its body.
  static func isSent(in request: Request) -> Bool {
    let type = mediaType(request)
    return type == "application/x-www-form-urlencoded" || type == "multipart/form-data"
  }

  /// - Throws: `PageFailure` 400 for a form in parts whose parts can't be told from each other.
  init(_ request: Request) throws(PageFailure) {
    if Self.mediaType(request) == "multipart/form-data" {
      guard let boundary = Self.boundary(request), let parts = Self.parts(request.body, boundary) else {
        throw PageFailure(
          status: 400, messages: ["The parts of the form can't be told apart"], heading: "This form can't be read")
      }
      (fields, files) = parts
    } else {
      fields = QueryItems(String(decoding: request.body, as: UTF8.self)).map { ($0.name, $0.value) }
    }
  }

  /// The fields of an address, which fill in a form.
  init(_ fields: [(name: String, value: String)]) { self.fields = fields }

  /// The last value of a name: a box that is ticked stands behind the value for one that isn't.
  subscript(_ name: String) -> String? { fields.last { $0.name == name }?.value }

  /// All values of a name, in their order.
  func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  private static func mediaType(_ request: Request) -> String {
    let type = request.header("Content-Type")?.prefix { $0 != ";" }.lowercased() ?? ""
    return type.split(separator: " ").first.map(String.init) ?? ""
  }

  // MARK: Parts (RFC 7578)

  private static func boundary(_ request: Request) -> [UInt8]? {
    let parameters = request.header("Content-Type")?.split(separator: ";").dropFirst() ?? []
    for parameter in parameters {
      let text = parameter.drop { $0 == " " }
      guard text.lowercased().hasPrefix("boundary=") else { continue }
      let value = text.dropFirst("boundary=".count).filter { $0 != "\"" }
      return value.isEmpty || value.utf8.count > 70 ? nil : Array(("--" + value).utf8)
    }
    return nil
  }

  private static func parts(_ body: [UInt8], _ boundary: [UInt8]) -> (
    fields: [(name: String, value: String)], files: [String: [UInt8]]
  )? {
    var fields: [(name: String, value: String)] = []
    var files: [String: [UInt8]] = [:]
    var rest = body[...]
    guard rest.starts(with: boundary) else { return nil }
    rest = rest.dropFirst(boundary.count)
    while rest.starts(with: [0x0D, 0x0A]) {
      rest = rest.dropFirst(2)
      guard let head = rest.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]),
        let end = rest[head.upperBound...].firstRange(of: [0x0D, 0x0A] + boundary)
      else { return nil }
      let description = String(decoding: rest[..<head.lowerBound], as: UTF8.self)
      if let file = parameter("filename", description) {
        // A field without a file is sent with an empty name for it (HTML Standard, section "Constructing the entry list").
        if !file.isEmpty, let name = parameter("name", description) {
          files[name] = Array(rest[head.upperBound..<end.lowerBound])
        }
      } else if let name = parameter("name", description) {
        fields.append((name, String(decoding: rest[head.upperBound..<end.lowerBound], as: UTF8.self)))
      }
      rest = rest[end.upperBound...]
    }
    return rest.starts(with: Array("--".utf8)) ? (fields, files) : nil
  }

  /// A parameter such as the name in `Content-Disposition: form-data; name="…"`; quotes and line ends in it are percent-encoded by browsers.
  private static func parameter(_ parameter: String, _ head: String) -> String? {
    for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
      guard let start = line.firstRange(of: "; \(parameter)=\"") else { return nil }
      let name = line[start.upperBound...].prefix { $0 != "\"" }
      return String(name.replacing("%22", with: "\"").replacing("%0D%0A", with: "\r\n"))
    }
    return nil
  }
}
