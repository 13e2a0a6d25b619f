internal import CMicroHTTPD
internal import Logging
internal import Synchronization

/// An answer's way out.
extension ServerCore {
  /// Queues the exchange's response. On the worker that owns the connection.
  func sendAnswer(_ exchange: Exchange, closes: Bool = false) -> MHD_Result {
    guard let response = exchange.response.take() else { return .NO }
    if exchange.task != nil { suspensions.remove(exchange) }
    return send(response, to: Request(context: exchange, method: exchange.method), exchange, closes: closes)
  }

  func send(
    _ response: Response, to request: Request, _ exchange: Exchange, closes: Bool = false
  ) -> MHD_Result {
    exchange.phase = .answered
    // A connection of a daemon that is to end gets this answer still.
    let isRetired = exchange.record.generation != generation.load(ordering: .relaxed)
    let closes = closes || exchange.hasChunks || isRetired || stopping.isGiven
    if case .prepared(let prepared) = response.body.storage {
      return send(prepared, adding: response.headers, to: request, exchange, closes)
    }
    let traits = ResponseTraits(response, configuration.compression)
    let negotiation = Negotiation(traits, status: response.status, request: request)
    return send(Representation(response, traits, negotiation, compressor), exchange, closes)
  }

  private func send(
    _ prepared: PreparedResponse, adding headers: [Header], to request: Request, _ exchange: Exchange, _ closes: Bool
  ) -> MHD_Result {
    let traits = prepared.traits(configuration.compression)
    let negotiation = Negotiation(traits, status: prepared.source.status, request: request)
    if !closes, headers.isEmpty, prepared.isKeepable,
      let kept = prepared.form(
        negotiation, { CachedRepresentation(Representation(prepared.source, traits, negotiation, preparedCompressor)) })
    {
      return queue(exchange, kept.status, kept.handle, bodySize: kept.bodySize)
    }
    var source = prepared.source
    source.headers.append(contentsOf: headers)
    return send(Representation(source, traits, negotiation, compressor), exchange, closes)
  }

  private func send(_ form: Representation, _ exchange: Exchange, _ closes: Bool) -> MHD_Result {
    var size = 0
    var stream: StreamSource?
    switch form.body {
    case .stream(let produce): stream = StreamSource(exchange, self, produce)
    case .file(let file): size = file.count
    default: size = Body(form.body).knownMemorySize ?? 0
    }
    let closes = closes || form.endsWithChunk(for: exchange.method)
    guard let handle = ResponseHandle.make(form, stream: stream, closes: closes) else {
      logger.error("No memory or file descriptors left for a response.")
      // A file needs a descriptor; to say that there is none needs nothing. What is not that small either cuts the connection.
      guard form.status != .serviceUnavailable else { return .NO }
      let refusal = HTTPError(
        .serviceUnavailable, "The server has too many files open at the moment.", headers: [Header(.retryAfter, "1")])
      return send(Representation(refusal), exchange, closes)
    }
    // The queue holds a reference of its own.
    defer { MHD_destroy_response(handle) }
    return queue(exchange, UInt32(form.status.code), handle, bodySize: size)
  }

  private func queue(
    _ exchange: Exchange, _ status: UInt32, _ handle: OpaquePointer, bodySize: Int
  ) -> MHD_Result {
    exchange.sentStatus = UInt16(truncatingIfNeeded: status)
    exchange.bodyBytes = exchange.method == .head ? 0 : bodySize
    exchange.record.setDeadline(.after(limits.response + UInt64(bodySize) * limits.nanosecondsPerByte))
    return MHD_queue_response(exchange.connection, status, handle)
  }
}
