internal import CMicroHTTPD
internal import Glibc

/// Makes libmicrohttpd's responses.
enum ResponseHandle {
  /// A response for a form; whoever takes it destroys it. Nil when there is no memory or no file descriptor left.
  static func make(_ form: Representation, stream: StreamSource?, closes: Bool) -> OpaquePointer? {
    guard let handle = form.status == .notModified ? withoutContent(form) : body(form.body, stream) else { return nil }
    // By their places: each header that is taken out of the array would count its references.
    for place in form.headers.indices {
      // libmicrohttpd copies both before it returns.
      form.headers[place].name.description.withCString { name in
        form.headers[place].value.withCString { _ = MHD_add_response_header(handle, name, $0) }
      }
    }
    if closes { MHD_add_response_header(handle, "Connection", "close") }
    return handle
  }

  private static func body(_ body: Body.Storage, _ stream: StreamSource?) -> OpaquePointer? {
    switch body {
    case .empty, .prepared: MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .text(var text): text.withUTF8 { copied(UnsafeRawBufferPointer($0)) }
    case .bytes(let bytes): bytes.withUnsafeBytes(copied)
    case .adopted(let buffer): adopted(buffer)
    case .file(let file): part(of: file)
    case .stream: stream.flatMap { $0.makeResponse() }
    }
  }

  /// A response that is never asked for its content. Where its length is not known, libmicrohttpd announces chunks instead
  /// of a wrong length of 0; both are allowed without a body (RFC 9110 §8.6, RFC 9112 §6.1). See `Representation.endsWithChunk`.
  private static func withoutContent(_ form: Representation) -> OpaquePointer? {
    let size = form.contentSize.map { UInt64($0) } ?? .max
    return MHD_create_response_from_callback(
      size, 1024, { _, _, _, _ in Int(MHD_CONTENT_READER_END_WITH_ERROR) }, nil, nil)
  }

  /// libmicrohttpd only reads from the bytes, and copies them before it returns.
  private static func copied(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
    MHD_create_response_from_buffer(
      bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
  }

  /// The response holds a reference to the buffer, which it releases when its last use is over, on whichever thread.
  private static func adopted(_ buffer: AdoptedBuffer) -> OpaquePointer? {
    let reference = Unmanaged.passRetained(buffer)
    let handle = MHD_create_response_from_buffer_with_free_callback_cls(
      buffer.count, buffer.bytes, { if let buffer = $0 { Unmanaged<AdoptedBuffer>.fromOpaque(buffer).release() } },
      reference.toOpaque())
    if handle == nil { reference.release() }
    return handle
  }

  /// libmicrohttpd closes the descriptor that it is given, so it gets one of its own.
  private static func part(of file: FileContent) -> OpaquePointer? {
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    guard let handle = MHD_create_response_from_fd_at_offset64(UInt64(file.count), descriptor, UInt64(file.offset))
    else {
      close(descriptor)
      return nil
    }
    return handle
  }
}
