/// A body, piece by piece: as it comes in for a handler that reads it itself, in one piece for all others. To be read once, by one task.
public struct BodyPieces: AsyncSequence, Sendable {
  let context: RequestContext

  /// Where the reading is.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let pipe: BodyPipe?
    var collected: [UInt8]

    /// The next piece, of no particular size. While it isn't asked for the client has to wait.
    /// - Throws: `HTTPError` if the client doesn't send the rest, `CancellationError`.
    public mutating func next() async throws -> [UInt8]? {
      if let pipe { return try await pipe.next() }
      guard !collected.isEmpty else { return nil }
      defer { collected = [] }
      return collected
    }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pipe: context.bodyPipe, collected: context.body) }
}

extension Request {
  /// The body while it comes in; see `Handler.readsBody(of:)`.
  public var bodyPieces: BodyPieces { BodyPieces(context: context) }
}
