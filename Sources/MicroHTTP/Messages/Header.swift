/// One header field of a response.
///
/// Neither name nor value can carry a line break, so no value can forge another header or a second response.
public struct Header: Sendable, Hashable {
  /// What the field is called.
  public let name: HeaderName
  /// What the field says, free of control characters.
  public let value: String

  /// Makes a field. CR, LF, NUL and other control characters in the value become spaces (RFC 9110 §5.5).
  public init(_ name: HeaderName, _ value: String) {
    self.name = name
    self.value = value.isFieldValue ? value : value.withControlsAsSpaces
  }

  /// Makes a field, or refuses a value with a control character in it.
  package init?(checked name: HeaderName, _ value: String) {
    guard value.isFieldValue else { return nil }
    self.name = name
    self.value = value
  }
}

extension [Header] {
  /// The value of the first field with a name.
  public subscript(_ name: HeaderName) -> String? {
    // Looked at where they lie: copies would be counted by two references each.
    for place in indices where self[place].name == name { return self[place].value }
    return nil
  }

  /// Whether a field with a name is there.
  package func contains(_ name: HeaderName) -> Bool { self[name] != nil }

  /// Replaces every field of that name by this one.
  public mutating func set(_ name: HeaderName, _ value: String) {
    removeAll { $0.name == name }
    append(Header(name, value))
  }
}

extension String {
  /// Whether it is free of control characters.
  fileprivate var isFieldValue: Bool {
    var value = self
    return value.withUTF8 { UnsafeRawBufferPointer($0).areFieldValueBytes }
  }

  fileprivate var withControlsAsSpaces: String {
    String(decoding: utf8.map { $0.isFieldValueByte ? $0 : UInt8(ascii: " ") }, as: UTF8.self)
  }
}
