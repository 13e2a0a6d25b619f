/// A response made once and sent many times, without a copy: each of its forms (plain or compressed, whole or
/// "not modified") is made when it is first asked for, and kept.
package final class PreparedResponse: Sendable {
  let source: Response
  private let plain = LazyValue<CachedRepresentation>()
  private let compressed = LazyValue<CachedRepresentation>()
  private let plainNotModified = LazyValue<CachedRepresentation>()
  private let compressedNotModified = LazyValue<CachedRepresentation>()
  private let traits = LazyValue<KeptTraits>()

  init(_ response: Response) {
    if case .prepared(let prepared) = response.body.storage, response.headers.isEmpty {
      source = prepared.source
    } else {
      source = response
    }
  }

  /// Whether its forms can be kept: its bytes are in memory.
  var isKeepable: Bool { source.body.knownMemorySize != nil }

  /// The traits under the compression of the first server that asked; a response is not shared between unlike servers.
  func traits(_ compression: HTTPServer.Compression) -> ResponseTraits {
    traits.value { KeptTraits(ResponseTraits(source, compression)) }?.traits ?? ResponseTraits(source, compression)
  }

  /// The form kept for a negotiation, made now if it is the first. Two threads may both make it; one of the two is kept.
  func form(_ negotiation: Negotiation, _ make: () -> CachedRepresentation?) -> CachedRepresentation? {
    switch (negotiation.isCompressed, negotiation.isNotModified) {
    case (false, false): plain.value(make)
    case (true, false): compressed.value(make)
    case (false, true): plainNotModified.value(make)
    case (true, true): compressedNotModified.value(make)
    }
  }
}

private final class KeptTraits: Sendable {
  let traits: ResponseTraits
  init(_ traits: ResponseTraits) { self.traits = traits }
}
