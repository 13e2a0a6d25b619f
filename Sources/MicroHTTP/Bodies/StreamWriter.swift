/// The producing end of a streamed body.
public struct StreamWriter: Sendable {
  let pipe: StreamPipe

  /// Sends bytes. Waits while more than a buffer's worth is on its way, so a slow client slows its producer and no one else.
  /// - Throws: `CancellationError` when the client has gone or the server stops.
  public func write(_ bytes: [UInt8]) async throws { try await pipe.write(bytes) }

  /// Sends text as UTF-8. See `write(_:)`.
  public func write(_ text: String) async throws { try await pipe.write(text.utf8) }
}
