/// What a handler wants done after an event: changes of the table, words for the visitor, a way on.
public struct EventOutcome: Sendable {
  /// Changes of the table, made as one: all of them, or none if one of them can't be. They can be undone by the visitor.
  public var edits: [TableEdit] = []
  /// One or two sentences for the visitor.
  public var message: String?
  /// A path or an address to go on to; `nil` stays on the page.
  public var destination: String?
  /// Whether nothing was done, for the reason that `message` gives.
  package var isRefused = false

  /// Nothing more is to be done.
  public static let nothing = EventOutcome()

  /// Says something.
  public static func message(_ message: String) -> EventOutcome { EventOutcome(message: message) }
  /// Changes the table.
  public static func edits(_ edits: [TableEdit], _ message: String? = nil) -> EventOutcome {
    EventOutcome(edits: edits, message: message)
  }
  /// Redirects to another page. An address that isn't http, https, mailto or relative is not followed.
  public static func redirect(to destination: String, _ message: String? = nil) -> EventOutcome {
    EventOutcome(message: message, destination: destination)
  }
  /// Says why nothing is done.
  public static func refused(_ reason: String) -> EventOutcome { EventOutcome(message: reason, isRefused: true) }
}
