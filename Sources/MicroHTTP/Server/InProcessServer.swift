internal import Synchronization

/// Answers requests without a socket: the same checks, conditions and compression as over one.
package struct InProcessServer: Sendable {
  /// What came out.
  package struct Answer: Sendable {
    /// How it went.
    package var status: Status
    /// The fields, with a `Content-Length` where the body's length is known.
    package var headers: [Header]
    /// The body, complete.
    package var body: [UInt8]
  }

  private let core: ServerCore

  /// Makes one around a handler.
  package init(configuration: HTTPServer.Configuration = HTTPServer.Configuration(), handler: any Handler) {
    core = ServerCore(configuration, handler)
  }

  /// Answers one request; errors become answers.
  package func respond(
    _ method: Method = .get, _ target: String, headers: [Header] = [], body: [UInt8] = []
  ) async -> Answer {
    let fields = headers.map { (name: $0.name.description, value: $0.value) }
    let context = RequestContext(target: .none, headers: .copied(fields))
    let request = Request(context: context, method: method)
    let response = await response(to: request, target, body)
    return await collect(form(of: response, for: request), request)
  }

  private func response(to request: Request, _ target: String, _ body: [UInt8]) async -> Response {
    do {
      request.context.restart(try RequestTarget(target))
    } catch { return error.response }
    if let error = ServerCore.methodRefusal(request.method) { return error.response }
    if let error = core.place(request.context) { return error.response }
    guard body.count <= core.configuration.maximumBodySize else {
      return core.handler.refusal(core.bodyTooLarge, of: request)
    }
    request.context.body = body
    if let ready = core.readyAnswer(request) { return ready }
    return await core.answer(request)
  }

  private func form(of response: Response, for request: Request) -> Representation {
    var source = response
    if case .prepared(let prepared) = response.body.storage {
      source = prepared.source
      source.headers.append(contentsOf: response.headers)
    }
    let traits = ResponseTraits(source, core.configuration.compression)
    let negotiation = Negotiation(traits, status: source.status, request: request)
    return Representation(source, traits, negotiation, core.compressor)
  }

  private func collect(_ form: Representation, _ request: Request) async -> Answer {
    var bytes: [UInt8] = []
    var isComplete = true
    switch form.body {
    case .stream(let produce):
      if request.method != .head { isComplete = await read(produce, of: request, into: &bytes) }
    default: bytes = form.body.collected
    }
    guard isComplete else { return Answer(status: .internalServerError, headers: [], body: []) }
    var headers = form.headers
    if case .stream = form.body {
    } else if !form.status.forbidsBody {
      headers.append(Header(.contentLength, "\(bytes.count)"))
    }
    return Answer(status: form.status, headers: headers, body: request.method == .head ? [] : bytes)
  }

  /// Runs a stream to its end. False: it failed, which over a socket cuts the connection.
  private func read(
    _ produce: @escaping @Sendable (StreamWriter) async throws -> Void, of request: Request, into bytes: inout [UInt8]
  ) async -> Bool {
    let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let pipe = StreamPipe { waker.yield() }
    let core = core
    let task = Task {
      do {
        try await produce(StreamWriter(pipe: pipe, stopping: core.stopping))
        pipe.finish()
      } catch {
        core.report(error, while: "streaming a response", request.id)
        pipe.finish(failed: true)
      }
    }
    defer { task.cancel() }
    var wake = wakes.makeAsyncIterator()
    while true {
      let (reading, piece) = pipe.readPiece()
      switch reading {
      case .bytes: bytes += piece
      case .parked: await wake.next()
      case .end: return true
      case .failed: return false
      }
    }
  }
}

extension StreamPipe {
  /// Reads up to 32 KiB as an array.
  fileprivate func readPiece() -> (Reading, [UInt8]) {
    var reading = Reading.end
    let piece = [UInt8](unsafeUninitializedCapacity: 32 * 1024) { buffer, count in
      reading = read(into: UnsafeMutableRawBufferPointer(buffer)) { true }
      if case .bytes(let number) = reading { count = number }
    }
    return (reading, piece)
  }
}
