/// A field of a row's form: what can be entered, and the control for it.
public struct EditField: Sendable, Hashable {
  /// Which control a field has.
  public enum Kind: Sendable, Hashable {
    case text, longText
    /// JSON.
    case json
    case number
    /// A number without a fraction.
    case integer
    case date
    /// A day and a time.
    case timestamp
    case boolean
    /// One of these.
    case choice([String])
  }

  /// Tells fields apart; stands in forms, JSON and the first line of pasted tables.
  package var name: String
  /// What its label says.
  package var title: String
  /// Which control it has.
  package var kind: Kind
  /// Whether something must be entered.
  package var isRequired: Bool
  /// What stands in the field of a new row.
  package var initial: String
  /// How long what is entered can be, in UTF-16 units. Pages say so of what is longer; they never cut it unseen.
  package var maximumLength: Int

  /// A field. Its title is the name unless given.
  public init(
    _ name: String, title: String? = nil, _ kind: Kind = .text, isRequired: Bool = false, initial: String = "",
    maximumLength: Int = 10_000
  ) {
    self.name = name
    self.title = title ?? name
    self.kind = kind
    self.isRequired = isRequired
    self.initial = initial
    self.maximumLength = maximumLength
  }

  /// What is wrong with a value before anybody looks at the whole row; `nil` if it suits the field.
  package func problem(with value: String) -> String? {
    if value.isEmpty { return isRequired ? "\(title) is required" : nil }
    guard value.utf16.count <= maximumLength else { return "\(title) takes at most \(maximumLength) characters" }
    return kind.problem(with: value)
  }

  /// What a field of the kind `boolean` says; `nil` if it is neither yes nor no.
  public static func boolean(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "1", "true", "on", "yes": true
    case "0", "false", "off", "no", "": false
    default: nil
    }
  }
}

/// What is wrong with what was entered: a sentence for each field.
public struct FieldErrors: Error, Sendable, Equatable {
  /// Sentences by the names of fields.
  public var messages: [String: String]
  /// What is wrong with the row as a whole; `nil` for nothing.
  public var message: String?

  /// Sentences by the names of fields.
  public init(_ messages: [String: String]) { self.messages = messages }

  /// What is wrong with the row as a whole.
  public init(_ message: String) {
    messages = [:]
    self.message = message
  }

  /// Every sentence, those of the fields in the order of their names.
  package var sentences: [String] {
    (message.map { [$0] } ?? []) + messages.sorted { $0.key < $1.key }.map(\.value)
  }
}
