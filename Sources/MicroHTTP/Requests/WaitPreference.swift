internal import TextCoding

/// What a client would rather do than hear that it has the present answer already: `Prefer: wait=20` (RFC 7240 section 4.3).
package struct WaitPreference: Sendable {
  /// How many seconds it would wait for another answer.
  package let seconds: Int
  /// Which state of the data it knows, if it would be told of other changes, too, by an answer that is the same as before: `wait=20; changes=1x2y`, a
  /// parameter (section 2) of our own, for clients that have several answers of one kind and wait for one of them. The state is one that was told
  /// by `Preference-Applied` (section 3); who knows none gives any other word.
  package let changes: String?
}

extension Request {
  /// Whether and how the client would wait. `nil` where it doesn't say, or says no whole number, and for requests that change something: those are
  /// carried out once, and at once.
  package var waitPreference: WaitPreference? {
    // Nearly nobody says so: then no string is made.
    guard isReading, context.withHeader("Prefer", { _ in true }) == true else { return nil }
    for preference in headerValues("Prefer").lazy.flatMap({ $0.split(separator: ",") }) {
      let parameters = preference.split(separator: ";").map { parameter in
        parameter.split(separator: "=", maxSplits: 1).map(\.trimmingBlanks)
      }
      guard let wait = parameters.first, wait.count == 2, wait[0].equalsIgnoringCase("wait") else { continue }
      guard let seconds = Int(wait[1]), seconds >= 0 else { return nil }
      let changes = parameters.dropFirst().first { $0.count == 2 && $0[0].equalsIgnoringCase("changes") }
      return WaitPreference(seconds: seconds, changes: changes.map { String($0[1]) })
    }
    return nil
  }

  /// Whether the client has the answer that an entity tag is of, as `If-None-Match` says (RFC 9110 section 13.1.2).
  package func has(_ entityTag: String) -> Bool {
    context.withHeader("If-None-Match") { EntityTag.isListed(entityTag, in: $0) } ?? false
  }

  /// Whether the server that it came to is about to stop, so that nobody should be kept waiting.
  package var isServerStopping: Bool { context.isServerStopping }

  /// Makes the time that has passed count as none of this request's: it was waited for something, as the client wished.
  package func restartTime() { context.restartTime() }
}
