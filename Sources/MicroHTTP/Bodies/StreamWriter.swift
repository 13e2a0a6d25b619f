/// The producing end of a streamed body. Several tasks may write; what one of them writes at once stays together.
public struct StreamWriter: Sendable {
  let pipe: StreamPipe
  let stopping: StopSignal

  /// Sends bytes. Waits while more than a buffer's worth is on its way, so a slow client slows its producer and no one else.
  /// - Throws: `CancellationError` when the client has gone or the server stops.
  public func write(_ bytes: [UInt8]) async throws { try await pipe.write(bytes) }

  /// Sends text as UTF-8. See `write(_:)`.
  public func write(_ text: String) async throws { try await pipe.write(text.utf8) }

  /// Whether the server is about to stop: a stream that could go on for ever should come to its end.
  public var isServerStopping: Bool { stopping.isGiven }

  /// Waits until the server is about to stop. It waits for streams as for all requests, no longer than its `drainTimeout`.
  /// - Throws: `CancellationError` when the client has gone.
  public func waitUntilServerStops() async throws { try await stopping.wait() }
}
