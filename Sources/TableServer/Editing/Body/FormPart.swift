/// One part of a form that is sent in parts (RFC 7578).
struct FormPart {
  enum Content {
    case text(String)
    case file([UInt8])
    /// A field for a file in which none was chosen.
    case noFile
  }

  let name: String
  let content: Content

  /// The parts of a body, in their order.
  /// - Throws: `HTTPProblem` 400 for parts that can't be told from each other, have no name or are no UTF-8.
  static func all(of body: [UInt8], boundary: [UInt8]) throws(HTTPProblem) -> [FormPart] {
    let boundary = Array("--".utf8) + boundary
    let line: [UInt8] = [0x0D, 0x0A]
    var parts: [FormPart] = []
    var rest = body[...]
    guard rest.starts(with: boundary) else { throw inseparable }
    rest = rest.dropFirst(boundary.count)
    while rest.starts(with: line) {
      rest = rest.dropFirst(2)
      guard let head = rest.firstRange(of: line + line),
        let end = rest[head.upperBound...].firstRange(of: line + boundary)
      else { throw inseparable }
      parts.append(try FormPart(head: rest[..<head.lowerBound], rest[head.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    guard rest.elementsEqual("--".utf8) || rest.elementsEqual("--\r\n".utf8) else { throw inseparable }
    return parts
  }

  private init(head: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>) throws(HTTPProblem) {
    guard let description = String(validating: head, as: UTF8.self), let name = Self.parameter("name", description)
    else { throw FormBody.unreadable("a part of it has no name") }
    self.name = name
    if let file = Self.parameter("filename", description) {
      // A field without a file is sent with an empty name for it (HTML Standard, section "Constructing the entry list").
      self.content = file.isEmpty && content.isEmpty ? .noFile : .file(Array(content))
      return
    }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw FormBody.unreadable("“\(name)” is no UTF-8")
    }
    self.content = .text(text)
  }

  private static var inseparable: HTTPProblem { FormBody.unreadable("its parts can't be told apart") }

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
