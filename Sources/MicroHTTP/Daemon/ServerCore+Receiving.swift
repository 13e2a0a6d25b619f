internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A request's way in.
extension ServerCore {
  /// How long a connection may be idle where nearly all places are taken, in nanoseconds: those who have read a page leave theirs to others.
  private static let crowdedIdle: UInt64 = 1_000_000_000

  func open(_ connection: OpaquePointer) -> ConnectionRecord {
    let descriptor = bridge_descriptor(connection)
    let record = ConnectionRecord(
      connection, isSecure: configuration.tls != nil, counters: counters(for: descriptor), stopping: stopping)
    record.setDeadline(.after(limits.header))
    registry.begin(record)
    return record
  }

  func begin(
    _ connection: OpaquePointer, _ record: ConnectionRecord, _ text: UnsafePointer<CChar>
  ) -> Exchange {
    record.isIdle = false
    record.setDeadline(.after(limits.header))
    record.counters.started.add(1, ordering: .relaxed)
    var target = RequestTarget.none
    var refusal: TargetError?
    let length = strlen(text)
    do {
      // The target lies in the connection's buffer, ends with a NUL, and is copied here.
      target = try RequestTarget(
        bytes: UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length))
    } catch {
      refusal = error
    }
    hideArguments(text)
    let exchange = record.takeExchange(for: connection, target)
    exchange.refusal = refusal?.response
    exchange.rawTarget = UnsafeBufferPointer(start: text, count: length)
    return exchange
  }

  /// Ends the target after its `?`, in place, so that libmicrohttpd does not take the query apart: it does so again for
  /// nothing, and before 1.0 a query with more arguments than fit in the connection's memory is never answered at all.
  ///
  /// The buffer is the connection's own, which libmicrohttpd itself cuts at the `?` right after this call.
  private func hideArguments(_ target: UnsafePointer<CChar>) {
    guard let question = strchr(target, Int32(UInt8(ascii: "?"))), question[1] != 0 else { return }
    question[1] = 0
  }

  /// The headers are complete. An answer now closes the connection, which is right for a refusal and for nothing else.
  func receiveHeaders(
    _ exchange: Exchange, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
  ) -> MHD_Result {
    exchange.phase = .headers
    exchange.method = Method(c: method)
    var validator = RequestValidator()
    if let error = validator.check(
      exchange.connection, method: method, version: version, target: exchange.rawTarget)
    {
      exchange.refusal = error.response
    } else if let error = Self.methodRefusal(exchange.method) {
      exchange.refusal = error.response
    } else if let error = place(exchange) {
      exchange.refusal = error.response
    } else if validator.announcesBody, handler.readsBody(of: Request(context: exchange, method: exchange.method)) {
      beginBody(exchange)
    } else if let length = validator.contentLength, length > configuration.maximumBodySize {
      exchange.refusal = tooLargeAnswer(exchange)
    }
    exchange.hasChunks = validator.hasChunks
    if let refusal = exchange.refusal {
      exchange.response = refusal
      return sendAnswer(exchange, closes: true)
    }
    if exchange.phase == .streaming { return .YES }
    // Room is made for what is sent, not for what is only announced.
    if let length = validator.contentLength, length > 0 { exchange.body.reserveCapacity(min(length, 64 * 1024)) }
    // Where there is no body, the next call comes at once, and starts the handler.
    if validator.announcesBody { exchange.record.setDeadline(.after(limits.body)) }
    return .YES
  }

  static func methodRefusal(_ method: Method) -> HTTPError? {
    switch method {
    case .other(let name) where name.isEmpty || !name.utf8.allSatisfy(\.isTokenByte):
      HTTPError(.badRequest, "The method is not a token.")
    // Of no resource (RFC 9110 section 9.1). TRACE, which many scanners send, is one more method that an address doesn't have: nobody's
    // probe makes a fault of the server.
    case .other("CONNECT"): HTTPError(.notImplemented, "\(method) isn't supported.")
    default: nil
    }
  }

  private func tooLargeAnswer(_ exchange: Exchange) -> Response {
    handler.refusal(bodyTooLarge, of: Request(context: exchange, method: exchange.method))
  }

  var bodyTooLarge: HTTPError {
    let advice = configuration.bodySizeAdvice.isEmpty ? "" : " " + configuration.bodySizeAdvice
    return HTTPError(
      .contentTooLarge, "The body exceeds the limit of \(configuration.maximumBodySize) bytes.\(advice)")
  }

  /// Keeps a piece of the body. Of a body that turns out too long, or for which there is no memory, some more is read and dropped, so that
  /// the client gets to read its answer; then the connection is cut.
  func receiveBody(_ exchange: Exchange, _ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    exchange.phase = .body
    if exchange.drainedBytes == 0, exchange.body.count + bytes.count <= configuration.maximumBodySize {
      if takeBodyMemory(bytes.count) {
        exchange.bodyShare += bytes.count
        exchange.body.append(contentsOf: bytes)
        return .YES
      }
      exchange.isBodyUnkept = true
    }
    exchange.body = []
    exchange.drainedBytes += bytes.count
    return exchange.drainedBytes <= 1 << 20 ? .YES : .NO
  }

  private func takeBodyMemory(_ bytes: Int) -> Bool {
    let limit = max(configuration.bodyMemory, configuration.maximumBodySize)
    guard bodyBytes.add(bytes, ordering: .relaxed).newValue > limit else { return true }
    bodyBytes.subtract(bytes, ordering: .relaxed)
    return false
  }

  private var noMemoryForBody: HTTPError {
    HTTPError(
      .serviceUnavailable, "The server has too many request bodies in memory; try again in a moment.",
      headers: [Header(.retryAfter, "1")])
  }

  /// The request is complete: what is ready is sent; otherwise the handler starts here, and if it finishes without
  /// suspending, its answer is sent from here too.
  func run(_ exchange: Exchange) -> MHD_Result {
    guard exchange.drainedBytes == 0 else {
      exchange.response =
        exchange.isBodyUnkept
        ? handler.refusal(noMemoryForBody, of: Request(context: exchange, method: exchange.method))
        : tooLargeAnswer(exchange)
      return sendAnswer(exchange, closes: true)
    }
    let request = Request(context: exchange, method: exchange.method)
    if let response = readyAnswer(request) { return send(response, to: request, exchange) }
    exchange.phase = .running
    exchange.record.setDeadline(.none)
    let task = Task.immediate {
      bridge_make_task_room(Self.taskRoom)
      exchange.finish(await self.answer(request))
    }
    if exchange.isDone { return sendAnswer(exchange) }
    exchange.task = task
    return waitForHandler(exchange)
  }

  /// Bytes that the asynchronous calls of a handler take together. A task takes a kilobyte at a time, which is as much as one such call or two
  /// need, so that a page would take some twenty blocks.
  private static let taskRoom = 56 * 1024

  /// Suspends the connection until the handler has finished.
  func waitForHandler(_ exchange: Exchange) -> MHD_Result {
    guard suspensions.add(exchange) else {
      exchange.abort()
      // Whoever came first, the answer is there or about to be; there is nothing to wait for any more.
      return exchange.isDone ? sendAnswer(exchange) : .NO
    }
    MHD_suspend_connection(exchange.connection)
    exchange.park()
    return .YES
  }

  func complete(_ exchange: Exchange) {
    if let pipe = exchange.bodyPipe {
      suspensions.remove(pipe)
      pipe.end(HTTPError(.badRequest, "The client closed the connection before its request was complete."))
    }
    if let task = exchange.task {
      suspensions.remove(exchange)
      task.cancel()
    }
    bodyBytes.subtract(exchange.bodyShare, ordering: .relaxed)
    exchange.bodyShare = 0
    let record = exchange.record
    record.isIdle = true
    record.setDeadline(.after(registry.isCrowded ? min(limits.idle, Self.crowdedIdle) : limits.idle))
    let counters = record.counters
    metrics.count(exchange)
    counters.completed.add(1, ordering: .releasing)
    logAccess(exchange)
  }
}

extension Method {
  /// The method of a request line, without a string for those that have a case.
  init(c name: UnsafePointer<CChar>) {
    self =
      switch name[0] {
      case 0x47 where strcmp(name, "GET") == 0: .get
      case 0x48 where strcmp(name, "HEAD") == 0: .head
      default: Method(String(cString: name))
      }
  }
}
