internal import CMicroHTTPD

/// One form of a response as libmicrohttpd holds it, to be queued again and again.
///
/// Unchecked: libmicrohttpd counts the references to a response under a lock of its own, and nothing changes it after
/// it is made.
final class CachedRepresentation: @unchecked Sendable {
  let status: UInt32
  let bodySize: Int
  let handle: OpaquePointer

  init?(_ form: Representation) {
    guard let handle = ResponseHandle.make(form, stream: nil, closes: false) else { return nil }
    self.handle = handle
    status = UInt32(form.status.code)
    bodySize = Body(form.body).knownMemorySize ?? 0
  }

  deinit { MHD_destroy_response(handle) }
}
