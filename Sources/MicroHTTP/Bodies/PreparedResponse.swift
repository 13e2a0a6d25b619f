internal import Synchronization

/// A response made once and sent many times, without a copy: each of its forms (plain or compressed, whole or
/// "not modified") is made when it is first asked for, and kept.
public final class PreparedResponse: Sendable {
  let source: Response
  private let forms = Forms()

  /// One place for each form that a negotiation can come to.
  private struct Forms: ~Copyable, Sendable {
    let plain = AtomicLazyReference<KeptForm>()
    let compressed = AtomicLazyReference<KeptForm>()
    let plainNotModified = AtomicLazyReference<KeptForm>()
    let compressedNotModified = AtomicLazyReference<KeptForm>()
  }

  private let traits = AtomicLazyReference<KeptTraits>()

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
    if let kept = traits.load() { return kept.traits }
    return traits.storeIfNil(KeptTraits(ResponseTraits(source, compression))).traits
  }

  /// The form kept for a negotiation, made now if it is the first. Two threads may both make it; one of the two is kept.
  func form(_ negotiation: Negotiation, _ make: () -> KeptForm?) -> KeptForm? {
    switch (negotiation.isCompressed, negotiation.isNotModified) {
    case (false, false): Self.kept(forms.plain, make)
    case (true, false): Self.kept(forms.compressed, make)
    case (false, true): Self.kept(forms.plainNotModified, make)
    case (true, true): Self.kept(forms.compressedNotModified, make)
    }
  }

  private static func kept(_ place: borrowing AtomicLazyReference<KeptForm>, _ make: () -> KeptForm?) -> KeptForm? {
    if let form = place.load() { return form }
    return make().map { place.storeIfNil($0) }
  }
}

private final class KeptTraits: Sendable {
  let traits: ResponseTraits
  init(_ traits: ResponseTraits) { self.traits = traits }
}
