internal import CPostgreSQL

extension PostgreSQLConnection {
  /// Asks once to be told of commits to tables that are watched. A standby tells nobody, and a pooler between may tell another client or none.
  func listen(nanoseconds: UInt64) async throws {
    guard isListening == nil else { return }
    guard !isShared else {
      isListening = false
      return
    }
    do {
      _ = try await answers(to: [PostgreSQLRequest("LISTEN \(WatchStatements.channel)")], nanoseconds: nanoseconds)
      isListening = true
    } catch let failure as PostgreSQLFailure where !failure.isDisconnection && !isBroken {
      isListening = false
    }
  }

  /// What the server has told by now, in its order: libpq has read it together with the answers (https://www.postgresql.org/docs/15/libpq-notify.html).
  func notifications() -> [String] {
    var texts: [String] = []
    while let text = nextNotification() { texts.append(text) }
    return texts
  }
}
