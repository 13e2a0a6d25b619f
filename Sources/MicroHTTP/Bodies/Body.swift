internal import Glibc

/// What a response carries.
public struct Body: Sendable {
  enum Storage: Sendable {
    case empty
    case text(String)
    case bytes([UInt8])
    case adopted(AdoptedBuffer)
    case file(FileContent)
    case stream(@Sendable (StreamWriter) async throws -> Void)
    case prepared(PreparedResponse)
  }

  let storage: Storage
  let contentType: String?

  init(_ storage: Storage, contentType: String? = nil) {
    self.storage = storage
    self.contentType = contentType
  }

  /// Nothing.
  public static let empty = Body(.empty)

  /// Text, sent as UTF-8.
  public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Body {
    Body(.text(text), contentType: contentType)
  }

  /// Bytes of a known length.
  public static func bytes(_ bytes: [UInt8], contentType: String = "application/octet-stream") -> Body {
    Body(.bytes(bytes), contentType: contentType)
  }

  /// A block of memory from `malloc` (or from `ResponseBufferPool.take`), sent without a copy.
  ///
  /// The body owns the block from here on: the caller must not touch it again. When the last use is over it goes to the
  /// pool, or to `free` if there is none.
  /// - Parameters:
  ///   - count: how many of its bytes to send.
  ///   - capacity: how many bytes it holds.
  ///   - kept: an object that lives as long as the body and any other form of it, such as the memory that it takes of a budget.
  ///   - whenReleased: called once, on any thread, when the body has been sent or is given up.
  package static func adopting(
    _ block: UnsafeMutableRawPointer, count: Int, capacity: Int, contentType: String, pool: ResponseBufferPool? = nil,
    keeping kept: (any AnyObject & Sendable)? = nil, whenReleased: (@Sendable () -> Void)? = nil
  ) -> Body {
    Body(
      .adopted(
        AdoptedBuffer(block, count: count, capacity: capacity, pool: pool, keeping: kept, whenReleased: whenReleased)),
      contentType: contentType)
  }

  /// A file as it is now, sent without being read into memory. For files that this process holds no locks on: closing one lets go of those.
  /// - Throws: `HTTPError` 404 for a file that can't be read.
  package static func file(atPath path: String, contentType: String) throws(HTTPError) -> Body {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw HTTPError(.notFound, "File not found.") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      closeDescriptor(descriptor)
      throw HTTPError(.notFound, "File not found.")
    }
    return Body(.file(FileContent(descriptor: descriptor, count: Int(status.st_size))), contentType: contentType)
  }

  /// A body that is written while it is sent, of unknown length. `write` waits while the client is behind, and throws
  /// `CancellationError` once it has gone; the task that runs `produce` is cancelled then.
  public static func stream(
    contentType: String, _ produce: @escaping @Sendable (StreamWriter) async throws -> Void
  ) -> Body {
    Body(.stream(produce), contentType: contentType)
  }
}
