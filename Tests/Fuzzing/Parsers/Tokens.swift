@testable import SQLTables
@testable import TableModel

private let coder = PageTokenCoder(
  PageSigningKey(bytes: [UInt8](repeating: 7, count: 32)),
  scope: PageTokenScope(
    database: "shop", table: "Track", sort: [SortTerm(column: 1)], selection: .everything,
    columnName: { ["TrackId", "Name"][$0] }))

/// A page token: nothing is one but what the coder made.
@Sendable func readToken(_ input: UnsafeBufferPointer<UInt8>) {
  let token = PageToken(String(decoding: input, as: UTF8.self))
  guard let place = try? coder.place(of: token) else { return }
  precondition(coder.token(for: place) == token)
}

/// What a token holds: a place that is read is written in as many bytes at most, and means the same.
@Sendable func readPlace(_ input: UnsafeBufferPointer<UInt8>) {
  guard let place = KeysetCursor(encoded: Array(input)[...]) else { return }
  let written = place.encoded(reserving: 0)
  precondition(written.count <= input.count)
  precondition(KeysetCursor(encoded: written[...])?.encoded(reserving: 0) == written)
}
