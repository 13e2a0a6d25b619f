/// One event for an `EventSource` (HTML Standard, section "Server-sent events").
public struct ServerSentEvent: Sendable, Hashable {
  /// What it says; may have several lines.
  package var data: String
  /// What it is called; `message` for clients if nothing is said.
  package var name: String?
  /// What the client sends as `Last-Event-ID` when it comes back.
  package var id: String?
  /// How long the client waits before it comes back.
  package var retry: Duration?

  /// Makes an event.
  public init(_ data: String, name: String? = nil, id: String? = nil, retry: Duration? = nil) {
    self.data = data
    self.name = name
    self.id = id
    self.retry = retry
  }

  /// The event as it is sent. Line ends in name and id are left out, since they would begin another field.
  var text: String {
    var text = ""
    if let name { text += "event: \(name.filter { !$0.isNewline })\n" }
    if let id { text += "id: \(id.filter { !$0.isNewline })\n" }
    if let retry { text += "retry: \(retry.nanoseconds / 1_000_000)\n" }
    for line in data.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" })
    {
      text += "data: \(line)\n"
    }
    return text + "\n"
  }
}

/// The producing end of a stream of events. Several tasks may send.
public struct EventWriter: Sendable {
  let stream: StreamWriter

  /// Sends an event; waits while the client is behind.
  /// - Throws: `CancellationError` when the client has gone or the server stops.
  public func send(_ event: ServerSentEvent) async throws { try await stream.write(event.text) }

  /// Sends an event that says no more than this.
  public func send(_ data: String) async throws { try await send(ServerSentEvent(data)) }
}

extension Response {
  /// Events that are sent while `produce` runs. It is cancelled when the client has gone, and when the server is about to stop: then the
  /// stream ends, and the client comes back to whoever serves next.
  /// - Parameter heartbeat: how often something is sent where nothing happens, so that proxies keep the connection and a client that has gone is
  ///   noticed.
  public static func events(
    heartbeat: Duration = .seconds(20), _ produce: @escaping @Sendable (EventWriter) async throws -> Void
  ) -> Response {
    let body = Body.stream(contentType: "text/event-stream") { stream in
      try await withThrowingTaskGroup { group in
        group.addTask { try await produce(EventWriter(stream: stream)) }
        group.addTask { try await stream.waitUntilServerStops() }
        group.addTask {
          while true {
            try await stream.write(":\n\n")
            try await Task.sleep(for: heartbeat)
          }
        }
        defer { group.cancelAll() }
        _ = try await group.next()
      }
    }
    return Response(headers: [Header(.cacheControl, "no-store"), Header("X-Accel-Buffering", "no")], body: body)
  }
}
