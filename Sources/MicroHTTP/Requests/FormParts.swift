internal import TextCoding

/// One part of a form that is sent in parts (RFC 7578).
public struct FormPart: Sendable, Hashable {
  /// The name of the form's field.
  public var name: String
  /// What the client calls the file, if it is one.
  public var fileName: String?
  /// What the client says that it is.
  public var contentType: String?
  /// What it holds.
  public var content: [UInt8]
}

extension Request {
  /// The parts of a `multipart/form-data` body, in their order.
  /// - Throws: `HTTPError` 415 for another content type, 400 for parts that can't be told from each other,
  ///   or have no name in UTF-8.
  public func formParts() throws(HTTPError) -> [FormPart] {
    let type = header("Content-Type") ?? ""
    guard type.prefix(while: { $0 != ";" }).trimmingBlanks.equalsIgnoringCase("multipart/form-data"),
      let boundary = Self.parameter("boundary", of: type), 1...70 ~= boundary.utf8.count
    else { throw HTTPError(.unsupportedMediaType, "Send a form, with Content-Type: multipart/form-data.") }
    return try Self.parts(of: body, between: Array("--".utf8) + Array(boundary.utf8))
  }

  private static func parts(of body: [UInt8], between boundary: [UInt8]) throws(HTTPError) -> [FormPart] {
    let line = Array("\r\n".utf8)
    var parts: [FormPart] = []
    var rest = body[...]
    guard rest.starts(with: boundary) else { throw malformed }
    rest = rest.dropFirst(boundary.count)
    while rest.starts(with: line) {
      // The empty line after the head; a part without a head begins with it.
      guard let head = rest.firstRange(of: line + line),
        let end = rest[head.upperBound...].firstRange(of: line + boundary),
        let fields = String(
          validating: rest.dropFirst(2)[..<max(head.lowerBound, rest.startIndex + 2)], as: UTF8.self),
        let part = part(fields, rest[head.upperBound..<end.lowerBound])
      else { throw malformed }
      parts.append(part)
      rest = rest[end.upperBound...]
    }
    guard rest.elementsEqual("--".utf8) || rest.elementsEqual("--\r\n".utf8) else { throw malformed }
    return parts
  }

  private static func part(_ head: String, _ content: ArraySlice<UInt8>) -> FormPart? {
    var fields: [String: String] = [:]
    for line in head.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].trimmingBlanks)
    }
    guard let disposition = fields["content-disposition"], let name = parameter("name", of: disposition) else {
      return nil
    }
    return FormPart(
      name: name, fileName: parameter("filename", of: disposition), contentType: fields["content-type"],
      content: Array(content))
  }

  /// A parameter of a field. Browsers percent-encode quotes and line ends in names (HTML Standard, section "Multipart form data").
  private static func parameter(_ name: String, of field: String) -> String? {
    var isQuoted = false
    let pieces = field.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
    for piece in pieces.dropFirst() {
      guard let equals = piece.firstIndex(of: "="), piece[..<equals].trimmingBlanks.equalsIgnoringCase(name) else {
        continue
      }
      let value = piece[piece.index(after: equals)...].trimmingBlanks
      let isWhole = value.utf8.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
      return (isWhole ? String(value.dropFirst().dropLast()) : String(value))
        .replacing("%22", with: "\"").replacing("%0D%0A", with: "\r\n")
    }
    return nil
  }

  private static var malformed: HTTPError { HTTPError(.badRequest, "Malformed multipart form.") }
}
