internal import MicroHTTP
import TableModel
import TableRendering

/// Writes the rows of a cursor to a client in pieces. What is held at any time is what the cursor hands out at once, twice: one lot
/// is read while the one before it is written.
struct ExportStream: Sendable {
  let cursor: any RecordCursor
  let writer: RecordExportWriter
  /// Bytes that are handed to the server at once.
  static let pieceBytes = 64 * 1024

  /// - Throws: what the cursor throws, which cuts the answer off so that the client sees that it isn't whole; `CancellationError` once
  ///   the client has gone.
  func write(to stream: StreamWriter) async throws {
    var writer = writer
    var piece = ByteSink(capacity: 2 * Self.pieceBytes)
    writer.start(into: &piece)
    var page = try await cursor.next()
    // A table for terminals has its head from its first page, even if that is empty.
    if page == nil { writer.write(RecordPage.empty(cursor.schema), into: &piece) }
    while let current = page.take() {
      let isLarge = current.byteCount > 4 * Self.pieceBytes
      if isLarge {
        // Rows that are large are in memory one lot at a time.
        writer.write(consume current, into: &piece)
        try await send(&piece, to: stream)
        page = try await cursor.next()
        continue
      }
      async let following = cursor.next()
      writer.write(current, into: &piece)
      if piece.count >= Self.pieceBytes { try await send(&piece, to: stream) }
      page = try await following
    }
    try await send(&piece, to: stream)
  }

  /// Hands on what was written in pieces, since what waits to be sent is a copy. Room for a large row is not kept for the others.
  private func send(_ bytes: inout ByteSink, to stream: StreamWriter) async throws {
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.pieceBytes, bytes.count)
      try await stream.write(bytes.withBytes { Array($0[start..<end]) })
      start = end
    }
    bytes.removeAll()
    bytes.shrink()
  }
}
