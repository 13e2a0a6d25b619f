internal import MicroHTTP
import TableArguments
package import TableRendering
import TextCoding

/// What a form sent: names and values in their order. JSON has the same names; objects within it are read as `values.title`.
package struct FormBody: Sendable {
  package private(set) var fields: [(name: String, value: String)]
  /// The bytes of the files that were chosen, by the names of their fields.
  package private(set) var files: [String: [UInt8]] = [:]
  /// The fields for files in which none was chosen.
  private(set) var emptyFiles: Set<String> = []
  /// Whether it was sent as JSON, so that the response is JSON.
  package private(set) var isJSON = false

  /// The fields of an address, which fill in a form.
  package init(_ fields: [(name: String, value: String)]) { self.fields = fields }

  /// The members of a JSON object.
  package init(_ object: [String: NibValue]) {
    fields = []
    isJSON = true
    add(object, within: "")
  }

  /// The fields of a body of the type `application/x-www-form-urlencoded` (URL Standard, section 5.1). Unlike an address, a body that would
  /// be read as something else than was meant is refused.
  /// - Throws: `HTTPProblem` 400 for a `%` that encodes nothing, and for what is no UTF-8.
  init(encoded body: [UInt8]) throws(HTTPProblem) {
    fields = []
    for part in body.split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = Self.decoded(part[..<equals]), let value = Self.decoded(part[equals...].dropFirst()) else {
        throw Self.unreadable("a % stands for itself as %25, and texts are percent-encoded UTF-8")
      }
      fields.append((name, value))
    }
  }

  /// The fields and files of a body of the type `multipart/form-data`.
  /// - Throws: `HTTPProblem` 400 for parts that can't be told from each other, have no name or are no UTF-8.
  init(parts request: Request) throws(HTTPProblem) {
    fields = []
    let parts: [FormPart]
    do { parts = try request.formParts() } catch {
      throw Self.unreadable("its parts can't be told apart, or have no name")
    }
    for part in parts {
      if let file = part.fileName {
        // A field without a file is sent with an empty name for it (HTML Standard, section "Constructing the entry list").
        if file.isEmpty, part.content.isEmpty {
          emptyFiles.insert(part.name)
        } else if files.updateValue(part.content, forKey: part.name) != nil {
          throw Self.unreadable("“\(part.name)” takes one file")
        }
      } else if let text = String(validating: part.content, as: UTF8.self) {
        fields.append((part.name, text))
      } else {
        throw Self.unreadable("“\(part.name)” is no UTF-8")
      }
    }
  }

  /// The last value of a name: a box that is ticked stands behind the value for one that isn't.
  package subscript(_ name: String) -> String? { fields.last { $0.name == name }?.value }

  /// All values of a name, in their order.
  package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Whether pasted rows have been looked at.
  package func isConfirmed() throws(HTTPProblem) -> Bool {
    if let flag = Bool(argument: self["confirm"] ?? "off") { return flag }
    throw HTTPProblem(status: 400, messages: ["\"confirm\" must be on or off"], heading: "This can't be pasted")
  }

  /// The names of the fields for files, with and without one.
  package var fileNames: [String] { files.keys.sorted() + emptyFiles.sorted() }

  private mutating func add(_ object: [String: NibValue], within prefix: String) {
    for (name, value) in object.sorted(by: { $0.key < $1.key }) { add(value, prefix + name) }
  }

  private mutating func add(_ value: NibValue, _ name: String) {
    switch value {
    case .null: fields.append((name, ""))
    case .boolean(let flag): fields.append((name, flag ? "true" : "false"))
    case .integer(let number): fields.append((name, String(number)))
    case .real(let number): fields.append((name, String(number)))
    case .text(let text): fields.append((name, text))
    case .list(let elements): for element in elements { add(element, name) }
    case .object(let object): add(object, within: name + ".")
    case .html: break
    }
  }

  static func unreadable(_ reason: String) -> HTTPProblem {
    HTTPProblem(
      status: 400, messages: ["The form can't be read: \(reason)"], heading: "This form can't be read")
  }

  /// A name or a value with `+` and percent-encoding undone; `nil` for what isn't encoded as forms are.
  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    PercentEncoding.decode(part, isForm: true).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
