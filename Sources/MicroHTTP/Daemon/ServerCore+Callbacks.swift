internal import CMicroHTTPD
internal import Glibc
internal import Logging
internal import Synchronization

/// The functions that libmicrohttpd calls.
///
/// Every context is the core, which is kept until the daemon has stopped. A request's state is its `Exchange`, held by
/// one reference from `requestLine` to `completed`; a connection's is its `ConnectionRecord`, from its start to its end.
extension ServerCore {
  typealias RequestLineCallback =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer?
  typealias UnescapeCallback =
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
    ) -> Int

  private static func core(_ context: UnsafeMutableRawPointer) -> ServerCore {
    Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  }

  /// The request line is there, untouched: the only moment when the raw target can be had.
  static let requestLine: RequestLineCallback = { context, target, connection in
    guard let context, let target, let connection, let record = bridge_socket_context(connection) else { return nil }
    // Daemon and connection hold core and record for longer than this call, so neither is retained.
    return Unmanaged<ServerCore>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
      Unmanaged<ConnectionRecord>.fromOpaque(record)._withUnsafeGuaranteedRef { record in
        Unmanaged.passRetained(core.begin(connection, record, target)).toOpaque()
      }
    }
  }

  /// Nothing is unescaped: the target is decoded here, once, after it was cut into segments.
  static let unescape: UnescapeCallback = { _, _, text in text.map { Int(strlen($0)) } ?? 0 }

  static let access: MHD_AccessHandlerCallback = { context, connection, _, method, version, data, size, state in
    guard let context, let method, let version, let size, let state = state?.pointee else { return .NO }
    // Daemon and request hold core and exchange for longer than this call, so neither is retained.
    return Unmanaged<ServerCore>.fromOpaque(context)._withUnsafeGuaranteedRef { core in
      Unmanaged<Exchange>.fromOpaque(state)._withUnsafeGuaranteedRef { exchange in
        switch exchange.phase {
        case .line: return core.receiveHeaders(exchange, method, version)
        case .headers, .body:
          guard size.pointee > 0 else { return core.run(exchange) }
          defer { size.pointee = 0 }
          return core.receiveBody(exchange, UnsafeRawBufferPointer(start: data, count: size.pointee))
        case .streaming:
          guard size.pointee > 0 else { return core.endBody(exchange) }
          defer { size.pointee = 0 }
          return core.passBody(exchange, UnsafeRawBufferPointer(start: data, count: size.pointee))
        case .running: return exchange.isDone ? core.sendAnswer(exchange) : .YES
        case .answered: return .NO
        }
      }
    }
  }

  static let completed: MHD_RequestCompletedCallback = { context, _, state, _ in
    guard let context, let held = state?.pointee else { return }
    state?.pointee = nil
    var exchange = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
    let isShared = !isKnownUniquelyReferenced(&exchange)
    // Whoever still holds the request can read it on: its headers leave the connection's memory before that goes away.
    if isShared { exchange.detachHeaders() }
    core(context).complete(exchange)
    if !isShared { exchange.record.keep(exchange) }
  }

  static let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, state, code in
    guard let context, let connection, let state else { return }
    let core = core(context)
    switch code {
    case .CONNECTION_NOTIFY_STARTED: state.pointee = Unmanaged.passRetained(core.open(connection)).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
      guard let record = state.pointee else { return }
      state.pointee = nil
      let ended = Unmanaged<ConnectionRecord>.fromOpaque(record).takeRetainedValue()
      ended.dropExchange()
      core.registry.end(ended)
    @unknown default: break
    }
  }

  static let engineMessage: MHD_LogCallback = { context, format, arguments in
    guard let context, let format, let arguments else { return }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer -> String in
      guard let start = buffer.baseAddress else { return "" }
      // vsnprintf ends what it writes with a NUL, inside the buffer.
      vsnprintf(start, buffer.count, format, arguments)
      return String(cString: start)
    }
    let core = core(context)
    let line = String(text.split(separator: "\n").joined(separator: " "))
    core.lastEngineMessage.withLock { $0 = line }
    core.logger.debug("libmicrohttpd: \(line)")
  }
}
