internal import CMicroHTTPD
internal import Glibc
internal import Logging
internal import Synchronization

/// The daemon's start and end.
extension ServerCore {
  /// libmicrohttpd's workers: those that take new connections, and those that were replaced, with what the two are told apart by.
  ///
  /// Unchecked: the pointers lead to what is safe to use from several threads, and the lock around this keeps one from being ended twice.
  struct Daemons: @unchecked Sendable {
    var current: OpaquePointer?
    var retired: [(daemon: OpaquePointer, generation: Int)] = []
  }

  /// Starts libmicrohttpd's workers, without a socket of its own. Those that were there before get no new connections, and end with
  /// their last one: a daemon keeps the certificate that it was started with.
  func startDaemon(certificate: (chain: [UInt8], key: [UInt8])?) throws(ServerError) {
    signal(SIGPIPE, SIG_IGN)
    var flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
      | MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_ITC.rawValue
    // One reference for the daemon's callbacks, given back when the daemon has stopped.
    let context = Unmanaged.passRetained(self).toOpaque()
    var options = options(context)
    var texts: [UnsafeMutablePointer<CChar>] = []
    if let certificate {
      flags |= MHD_USE_TLS.rawValue
      for (option, bytes) in [
        (MHD_OPTION.HTTPS_MEM_CERT, certificate.chain), (MHD_OPTION.HTTPS_MEM_KEY, certificate.key),
      ] {
        // libmicrohttpd parses both while it starts; the copies, ended with a NUL, are freed after that.
        guard let text = strndup(bytes.map { CChar(bitPattern: $0) }, bytes.count) else { continue }
        texts.append(text)
        options.append(MHD_OptionItem(option: option, value: 0, ptr_value: text))
      }
    }
    options.append(MHD_OptionItem(option: .END, value: 0, ptr_value: nil))
    let daemon = bridge_start_daemon(flags, Self.access, context, options)
    texts.forEach { free($0) }
    guard let daemon else {
      Unmanaged<ServerCore>.fromOpaque(context).release()
      let message = lastEngineMessage.withLock { $0 }
      throw certificate != nil ? .badCertificate(message) : .cannotStart(message)
    }
    // Both pointers stay good until their daemons are stopped, which the same lock stands before.
    daemons.withLock { daemons in
      guard let former = daemons.current else { return daemons.current = daemon }
      daemons.retired.append((former, generation.load(ordering: .relaxed)))
      daemons.current = daemon
      generation.add(1, ordering: .relaxed)
    }
  }

  /// The daemon that takes connections, and its generation.
  var currentDaemon: (OpaquePointer?, Int) {
    daemons.withLock { ($0.current, generation.load(ordering: .relaxed)) }
  }

  /// Ends the workers that were replaced and have no connection any more, on a thread of their own.
  func endRetiredDaemons() {
    let ended = daemons.withLock { daemons in
      guard !daemons.retired.isEmpty else { return [OpaquePointer]() }
      let ended = daemons.retired.filter { registry.isEmpty(ofGeneration: $0.generation) }
      daemons.retired.removeAll { retired in ended.contains { $0.generation == retired.generation } }
      return ended.map(\.daemon)
    }
    for daemon in ended {
      let retired = Daemons(current: daemon)
      guard startThread({ if let daemon = retired.current { self.stop(daemon) } }) else { return stop(daemon) }
    }
  }

  /// Ends all workers. Blocks until they have ended; no connection may be suspended.
  func stopDaemons() {
    let stopped = daemons.withLock { daemons in
      defer { daemons = Daemons() }
      return daemons
    }
    for daemon in stopped.retired.map(\.daemon) + [stopped.current].compactMap(\.self) { stop(daemon) }
    hasStopped.store(true, ordering: .releasing)
  }

  private func stop(_ daemon: OpaquePointer) {
    MHD_stop_daemon(daemon)
    // The reference that its callbacks had.
    Unmanaged.passUnretained(self).release()
  }

  private func options(_ context: UnsafeMutableRawPointer) -> [MHD_OptionItem] {
    func option(_ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil) -> MHD_OptionItem {
      MHD_OptionItem(option: option, value: value, ptr_value: pointer)
    }
    // A function pointer travels as an integer of the same size, as the option's documentation asks for.
    var options = [
      option(.EXTERNAL_LOGGER, unsafeBitCast(Self.engineMessage, to: Int.self), context),
      option(.CONNECTION_LIMIT, engineConnectionLimit),
      option(.CONNECTION_TIMEOUT, max(1, Int(configuration.idleTimeout.components.seconds) + 1)),
      option(.CONNECTION_MEMORY_LIMIT, max(configuration.connectionMemory, 4096)),
      // Before 1.0 being strict makes two headers of one answer.
      option(.STRICT_FOR_CLIENT, HTTPServer.libraryChecksLines ? 1 : 0),
      option(.URI_LOG_CALLBACK, unsafeBitCast(Self.requestLine, to: Int.self), context),
      option(.UNESCAPE_CALLBACK, unsafeBitCast(Self.unescape, to: Int.self), context),
      option(.NOTIFY_COMPLETED, unsafeBitCast(Self.completed, to: Int.self), context),
      option(.NOTIFY_CONNECTION, unsafeBitCast(Self.connectionChanged, to: Int.self), context),
    ]
    if configuration.workers > 1 { options.append(option(.THREAD_POOL_SIZE, configuration.workers)) }
    if let limit = configuration.connectionLimitPerAddress {
      options.append(option(.PER_IP_CONNECTION_LIMIT, max(limit, 1)))
    }
    return options
  }

  /// libmicrohttpd's own limit, which is never reached: 0.9.75 leaves a lock locked where it is, and no worker gets on from then on.
  ///
  /// It is divided evenly among the workers, and whichever worker has them, there are never more connections than places in the registry,
  /// and one for each worker that has reported the end of a connection and is about to count it off.
  private var engineConnectionLimit: Int { (connectionLimit + configuration.workers + 8) * configuration.workers }

  /// As many connections as were asked for and the limit of open files allows, with some left for files.
  var connectionLimit: Int {
    // Beyond a million, the limit of all workers together would not fit the integer that libmicrohttpd keeps it in.
    let wanted = min(max(configuration.connectionLimit, 1), 1 << 20)
    // Of files: databases, what is sent from the disk, and what each worker waits with.
    let others = 192 + configuration.workers * 4
    let available = raiseOpenFileLimit(to: wanted + others)
    return max(1, min(wanted, available - min(others, available / 2)))
  }
}
