package import MicroHTTP
import Synchronization

/// A connection to a live server, for tests that care about connections: keep-alive, pipelining, hostile bytes.
package final class TestConnection: Sendable {
  private let socket: ClientSocket
  /// What came and was not yet understood.
  private let received = Mutex<[UInt8]>([])

  private init(_ socket: ClientSocket) { self.socket = socket }

  /// Connects.
  package static func open(_ address: BoundAddress) async throws -> TestConnection {
    // Connecting to this machine does not wait.
    TestConnection(try ClientSocket(address))
  }

  /// Sends bytes as they are.
  /// - Throws: `TestClientError.notConnected` if the server has closed.
  package func send(_ bytes: [UInt8]) async throws {
    let socket = socket
    guard try await ClientSocket.blocking({ socket.send(bytes) }) else { throw TestClientError.notConnected }
  }

  /// Sends text as it is.
  package func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// Waits for the next answer.
  /// - Parameter method: what was asked, since an answer to `HEAD` has no body.
  package func response(to method: Method = .get, within time: Duration = .seconds(60)) async throws -> TestResponse {
    let end = ContinuousClock.now + time
    var isEnded = false
    while true {
      let (response, rest) = try ResponseParser.parse(received.withLock { $0 }, to: method, isEnded: isEnded)
      if let response {
        received.withLock { $0 = rest }
        return response
      }
      guard !isEnded else { throw TestClientError.malformedResponse("The connection ended within an answer.") }
      switch try await receive(until: end) {
      case .bytes(let bytes): received.withLock { $0 += bytes }
      case .end: isEnded = true
      case .timedOut: throw TestClientError.timedOut
      }
    }
  }

  /// Everything that comes until the server closes, or until nothing came for a while.
  package func everything(quietFor time: Duration = .milliseconds(300)) async throws -> (bytes: [UInt8], isClosed: Bool)
  {
    var bytes = received.withLock { $0 }
    received.withLock { $0 = [] }
    while true {
      switch try await receive(until: .now + time) {
      case .bytes(let more): bytes += more
      case .end: return (bytes, true)
      case .timedOut: return (bytes, false)
      }
    }
  }

  /// Whether the server closes the connection in time; what it sends before that is dropped.
  package func closes(within time: Duration) async throws -> Bool {
    let end = ContinuousClock.now + time
    while true {
      switch try await receive(until: end) {
      case .bytes: continue
      case .end: return true
      case .timedOut: return false
      }
    }
  }

  /// Some bytes of what has come, or nil if the server has closed.
  package func bytes(upTo limit: Int, within time: Duration = .seconds(60)) async throws -> [UInt8]? {
    let socket = socket
    switch try await ClientSocket.blocking({ socket.receive(upTo: limit, within: time) }) {
    case .bytes(let bytes): return bytes
    case .end: return nil
    case .timedOut: throw TestClientError.timedOut
    }
  }

  /// Makes the kernel keep as little unread as it can.
  package func shrinkReceiveBuffer() { socket.shrinkReceiveBuffer() }

  /// Says that nothing more will be sent.
  package func shutdownWriting() { socket.shutdownWriting() }

  /// Closes.
  package func close() { socket.close() }

  private func receive(until end: ContinuousClock.Instant) async throws -> ClientSocket.Received {
    let socket = socket
    return try await ClientSocket.blocking { socket.receive(within: max(.zero, end - .now)) }
  }
}
