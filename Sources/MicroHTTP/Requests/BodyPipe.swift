internal import Synchronization

/// The buffer between a connection, which brings a body in pieces, and the handler that reads it.
final class BodyPipe: Sendable, Abortable {
  private struct State {
    var pieces: [[UInt8]] = []
    var count = 0
    /// Whether the connection is suspended until the handler has read.
    var isParked = false
    var isComplete = false
    var failure: HTTPError?
    var isClosed = false
    var reader: CheckedContinuation<[UInt8]?, any Error>?
  }

  private let state = Mutex(State())
  private let highWater = 256 * 1024
  private let resume: @Sendable () -> Void

  /// - Parameter resume: resumes the connection. Called under the lock, as `park` is, so that the two come in order.
  init(resume: @escaping @Sendable () -> Void) { self.resume = resume }

  /// Hands in a piece. If there is more than the handler reads, calls `park`, which suspends the connection.
  /// - Returns: false if nobody reads any more.
  func add(_ piece: [UInt8], park: () -> Void) -> Bool {
    let (reader, isOpen) = state.withLock { state -> (CheckedContinuation<[UInt8]?, any Error>?, Bool) in
      guard !state.isClosed, state.failure == nil else { return (nil, false) }
      if let reader = state.reader.take() { return (reader, true) }
      state.pieces.append(piece)
      state.count += piece.count
      if state.count >= highWater {
        state.isParked = true
        park()
      }
      return (nil, true)
    }
    reader?.resume(returning: piece)
    return isOpen
  }

  /// The body is complete, or it can't be any more.
  func end(_ failure: HTTPError? = nil) {
    let reader = state.withLock { state in
      if !state.isComplete { state.failure = state.failure ?? failure }
      state.isComplete = failure == nil || state.isComplete
      unpark(&state)
      return state.reader.take()
    }
    if let failure { reader?.resume(throwing: failure) } else { reader?.resume(returning: nil) }
  }

  /// The handler reads no more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.pieces = []
      state.count = 0
      unpark(&state)
    }
  }

  func abort() { end(HTTPError(.serviceUnavailable, "The server is stopping.")) }

  /// The next pieces, joined, or `nil` at the end.
  /// - Throws: `HTTPError` if the client doesn't send the rest, `CancellationError`.
  func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<[UInt8]?, any Error>? = state.withLock { state in
          if !state.pieces.isEmpty {
            let bytes = state.pieces.count == 1 ? state.pieces[0] : Array(state.pieces.joined())
            state.pieces = []
            state.count = 0
            unpark(&state)
            return .success(bytes)
          }
          if let failure = state.failure { return .failure(failure) }
          if state.isComplete { return .success(nil) }
          if Task.isCancelled || state.isClosed || state.reader != nil { return .failure(CancellationError()) }
          state.reader = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.withLock { $0.reader.take() }?.resume(throwing: CancellationError())
    }
  }

  private func unpark(_ state: inout State) {
    guard state.isParked else { return }
    state.isParked = false
    resume()
  }
}
