import Foundation

/// Holds JSON against a JSON Schema (draft 2020-12), as far as the site's own description of itself uses it.
struct SchemaCheck {
  /// The document that references lead into.
  let document: [String: Any]

  /// What is wrong with a value: a sentence each, with the way to it.
  func failures(_ value: Any, _ schema: [String: Any], at place: String = "$") -> [String] {
    var failures: [String] = []
    if let reference = schema["$ref"] as? String {
      guard let target = resolved(reference) else { return ["\(place): nothing is at \(reference)"] }
      failures += self.failures(value, target, at: place)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let found = choices.map { self.failures(value, $0, at: place) }
      if !found.contains(where: \.isEmpty) {
        failures.append("\(place): none of \(choices.count) fits: \(found.compactMap(\.first))")
      }
    }
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }) {
      if !types.contains(where: { Self.isOf(type: $0, value) }) { failures.append("\(place): is no \(types)") }
    }
    if let constant = schema["const"], !Self.areEqual(constant, value) {
      failures.append("\(place): is not \(constant)")
    }
    if let choices = schema["enum"] as? [Any], !choices.contains(where: { Self.areEqual($0, value) }) {
      failures.append("\(place): is none of \(choices)")
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      failures.append("\(place): doesn't match \(pattern)")
    }
    if let number = value as? NSNumber, !Self.isBoolean(number) {
      if let least = schema["minimum"] as? Double, number.doubleValue < least {
        failures.append("\(place): < \(least)")
      }
      if let most = schema["maximum"] as? Double, number.doubleValue > most { failures.append("\(place): > \(most)") }
    }
    if let list = value as? [Any] { failures += self.failures(in: list, schema, at: place) }
    if let object = value as? [String: Any] { failures += self.failures(in: object, schema, at: place) }
    return failures
  }

  private func failures(in list: [Any], _ schema: [String: Any], at place: String) -> [String] {
    var failures: [String] = []
    if let least = schema["minItems"] as? Int, list.count < least { failures.append("\(place): too few") }
    if let most = schema["maxItems"] as? Int, list.count > most { failures.append("\(place): too many") }
    guard let items = schema["items"] as? [String: Any] else { return failures }
    return failures + list.enumerated().flatMap { self.failures($0.element, items, at: "\(place)[\($0.offset)]") }
  }

  private func failures(in object: [String: Any], _ schema: [String: Any], at place: String) -> [String] {
    var failures: [String] = []
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      failures.append("\(place): \(name) is missing")
    }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    for (name, member) in object {
      if let known = properties[name] {
        failures += self.failures(member, known, at: "\(place).\(name)")
      } else if let others = schema["additionalProperties"] as? [String: Any] {
        failures += self.failures(member, others, at: "\(place).\(name)")
      } else if schema["additionalProperties"] as? Bool == false {
        failures.append("\(place): \(name) is not described")
      }
    }
    return failures
  }

  private func resolved(_ reference: String) -> [String: Any]? {
    var value: Any? = document
    for name in reference.split(separator: "/").dropFirst() { value = (value as? [String: Any])?[String(name)] }
    return value as? [String: Any]
  }

  private static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

  private static func isOf(type: String, _ value: Any) -> Bool {
    switch type {
    case "null": value is NSNull
    case "string": value is String
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "boolean": (value as? NSNumber).map(isBoolean) ?? false
    case "integer": (value as? NSNumber).map { !isBoolean($0) && $0.doubleValue == $0.doubleValue.rounded() } ?? false
    case "number": (value as? NSNumber).map { !isBoolean($0) } ?? false
    default: false
    }
  }

  private static func areEqual(_ one: Any, _ other: Any) -> Bool {
    guard let one = one as? NSObject, let other = other as? NSObject else { return false }
    return one == other
  }
}
