extension HTMLPosition {
  /// Why a value can't stand here.
  struct Refusal: Error { var message: String }

  /// How a value is written here. - Throws: `Refusal` where it could break out, or where quoting would not help.
  func context(isRaw: Bool) throws(Refusal) -> NibContext {
    switch state {
    case .text: return isRaw ? .markup : .text
    case .comment, .declaration:
      if isRaw || state == .declaration {
        throw Refusal(message: "comments and declarations can't contain tags; remove the tag")
      }
      return .text
    case .rawText: return try rawTextContext(isRaw: isRaw)
    case .quotedValue:
      if isRaw { throw Refusal(message: "attributes can't contain markup; write {{name}}") }
      return try attributeContext()
    case .beforeValue, .unquotedValue:
      throw Refusal(message: "put the value of the attribute in quotes: \(attribute)=\"{{name}}\"")
    case .tagOpen, .endTagOpen, .tagName:
      throw Refusal(message: "the name of an element can't come from a value; use sections")
    case .betweenAttributes, .attributeName, .afterAttributeName:
      throw Refusal(message: "the name of an attribute can't come from a value; use sections")
    }
  }

  private var attribute: String { String(decoding: attributeName, as: UTF8.self) }

  private func rawTextContext(isRaw: Bool) throws(Refusal) -> NibContext {
    let element = String(decoding: tagName, as: UTF8.self)
    // In these two, entities are read and tags are not.
    guard element == "title" || element == "textarea" else {
      throw Refusal(
        message: "<\(element)> can't contain values, because escaping has no effect there; use an attribute or text"
      )
    }
    if isRaw { throw Refusal(message: "<\(element)> can't contain markup; write {{name}}") }
    return .text
  }

  private func attributeContext() throws(Refusal) -> NibContext {
    if attribute.hasPrefix("on") || attribute == "style" || attribute == "srcdoc" {
      throw Refusal(
        message:
          "\(attribute)=\"…\" can't contain values, because browsers run it as code; use a class or another attribute")
    }
    guard holdsAddress else { return .text }
    switch progress {
    case .opening: return .address
    case .uncertain:
      throw Refusal(
        message: "a value or section comes before it in \(attribute)=\"…\"; put a / ? or # between them")
    case .literal, .settled:
      guard startsCode else { return .text }
      let start = String(decoding: addressStart, as: UTF8.self)
      throw Refusal(
        message: "\(attribute)=\"\(start)\" followed by a value could be run as code; start it with / or https://")
    }
  }

  /// Whether the attribute is one that browsers follow.
  var holdsAddress: Bool { Self.addresses.contains(attribute) }

  /// Whether the literal start of the address is a scheme that browsers run, or could become one.
  var startsCode: Bool {
    let start = String(decoding: addressStart, as: UTF8.self).lowercased()
    guard !start.isEmpty else { return false }
    return start.utf8.contains { $0 <= 0x20 }
      || Self.schemes.contains { start.hasPrefix($0) || progress == .literal && $0.hasPrefix(start) }
  }

  private static let schemes = ["javascript:", "vbscript:", "data:"]
  private static let addresses: Set<String> = [
    "href", "src", "action", "formaction", "poster", "data", "cite", "background", "manifest", "longdesc", "ping",
    "xlink:href",
  ]
}
