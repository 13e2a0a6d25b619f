internal import CMicroHTTPD

/// A body's way to a handler that reads it itself.
extension ServerCore {
  /// The handler begins with what comes next: the first piece, or the end of the request.
  func beginBody(_ exchange: Exchange) {
    let connection = ConnectionHandle(exchange.connection)
    exchange.phase = .streaming
    exchange.record.setDeadline(.after(limits.body))
    exchange.bodyPipe = BodyPipe { MHD_resume_connection(connection.pointer) }
  }

  private func start(_ exchange: Exchange, _ pipe: BodyPipe) {
    guard exchange.task == nil else { return }
    let request = Request(context: exchange, method: exchange.method)
    guard suspensions.add(pipe) else { return pipe.abort() }
    exchange.task = Task.immediate {
      exchange.finish(await self.answer(request))
      pipe.close()
    }
  }

  /// Passes on a piece. What the handler doesn't want any more is dropped, up to a limit, so that the client gets to read its answer: one can't
  /// be sent before the request is complete.
  func passBody(_ exchange: Exchange, _ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    guard let pipe = exchange.bodyPipe else { return .NO }
    start(exchange, pipe)
    exchange.record.setDeadline(.after(limits.body))
    let isTaken = pipe.add(Array(bytes)) {
      // While the handler thinks, no clock runs against the client.
      exchange.record.setDeadline(.none)
      MHD_suspend_connection(exchange.connection)
    }
    if !isTaken { exchange.drainedBytes += bytes.count }
    return exchange.drainedBytes <= 1 << 20 ? .YES : .NO
  }

  /// The request is complete.
  func endBody(_ exchange: Exchange) -> MHD_Result {
    guard let pipe = exchange.bodyPipe else { return .NO }
    start(exchange, pipe)
    pipe.end()
    suspensions.remove(pipe)
    exchange.phase = .running
    exchange.record.setDeadline(.none)
    return exchange.isDone ? sendAnswer(exchange, closes: exchange.drainedBytes > 0) : waitForHandler(exchange)
  }
}
