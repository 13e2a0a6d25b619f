internal import Synchronization

/// A response made once and sent many times, without a copy.
public final class PreparedResponse: Sendable {
  let source: Response

  init(_ response: Response) {
    if case .prepared(let prepared) = response.body.storage, response.headers.isEmpty {
      source = prepared.source
    } else {
      source = response
    }
  }
}
