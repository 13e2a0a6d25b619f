extension Request {
  /// How many seconds the client would rather wait than hear that it has the present answer already: `Prefer: wait=20` (RFC 7240 section
  /// 4.3). `nil` where it doesn't say, or says no whole number, and for requests that change something: those are carried out once, and at once.
  package var preferredWait: Int? {
    // Nearly nobody says so: then no string is made.
    guard isReading, context.withHeader("Prefer", { _ in true }) == true else { return nil }
    for preference in headerValues("Prefer").lazy.flatMap({ $0.split(separator: ",") }) {
      // What is said further of a preference means nothing for this one.
      let parts = preference.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingBlanks.equalsIgnoringCase("wait") else { continue }
      return Int(parts[1].trimmingBlanks).flatMap { $0 >= 0 ? $0 : nil }
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
