package import SitePages
package import TextCoding

/// Bodies that say how tables are to be changed; the members of their objects keep their order.
package enum SchemaBody {
  /// - Throws: `HTTPProblem` 400 for a body that is no JSON object.
  package static func members(_ body: [UInt8]) throws(HTTPProblem) -> [(key: String, value: JSONValue)] {
    let value: JSONValue
    do { value = try JSONValue(sentJSON: body) } catch { throw failure("Invalid JSON: \(error.description)") }
    guard case .object(let members) = value else { throw failure("JSON must be a dictionary") }
    return members
  }

  /// - Throws: `HTTPProblem` 400 for what is neither true nor false.
  package static func flag(_ value: JSONValue?, _ name: String) throws(HTTPProblem) -> Bool {
    switch value {
    case nil: return false
    case .boolean(let flag)?: return flag
    default: throw failure("\"\(name)\" must be a boolean")
    }
  }

  static func text(_ value: JSONValue?, _ name: String) throws(HTTPProblem) -> String? {
    switch value {
    case nil, .null?: return nil
    case .text(let text)?: return text
    default: throw failure("\(name) must be a string")
    }
  }

  package static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This can't be changed")
  }

  /// The rows of a body that stores some, with their members in order: of `row`, `rows` or `update`.
  /// - Throws: `HTTPProblem` 400 for a body that is no JSON object.
  package static func rows(_ body: [UInt8]) throws(HTTPProblem) -> [[(key: String, value: JSONValue)]] {
    var rows: [[(key: String, value: JSONValue)]] = []
    for (name, value) in try members(body) where ["row", "rows", "update"].contains(name) {
      switch value {
      case .object(let members): rows.append(members)
      case .list(let elements):
        for case .object(let members) in elements { rows.append(members) }
      default: break
      }
    }
    return rows
  }
}
