internal import Hashing
package import TableModel

/// Turns places into page tokens and back, for one table under one sort and one set of filters.
///
/// A token is a place in bytes and the first 16 bytes of its HMAC-SHA256 (RFC 2104) under a key that only this table, sort
/// and filters have, all in base64url (RFC 4648 section 5).
package struct PageTokenCoder: Sendable {
  private let signer: HMAC
  private static let signatureSize = 16

  /// A coder.
  /// - Parameter scope: what tokens are good for; a token of another scope is refused.
  package init(_ signingKey: PageSigningKey, scope: PageTokenScope) {
    signer = HMAC(key: signingKey.signer.code(of: scope.bytes.span))
  }

  /// The token of a place.
  package func token(for place: KeysetCursor) -> PageToken {
    var bytes = place.encoded(reserving: Self.signatureSize)
    let signature = signer.code(of: bytes.span).words
    for word in 0..<(Self.signatureSize / 8) {
      // The first byte of the signature is the lowest of its word.
      let littleEndian = UInt64(littleEndian: signature[word])
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: littleEndian &>> UInt64(shift &* 8))) }
    }
    return PageToken(bytes: bytes)
  }

  /// The place that a token names.
  /// - Throws: `TableError.badRequest` for a token that this table did not make.
  package func place(of token: PageToken) throws(TableError) -> KeysetCursor {
    guard let bytes = token.bytes, bytes.count > Self.signatureSize else { throw .invalidPageToken }
    let length = bytes.count - Self.signatureSize
    let signature = signer.code(of: bytes.span.extracting(..<length)).words
    var given = SIMD2<UInt64>()
    for (offset, byte) in bytes[length...].enumerated() { given[offset / 8] |= UInt64(byte) << UInt64(offset % 8 * 8) }
    // Every byte is looked at, so that the time says nothing about how much of a guess was right.
    let difference =
      (UInt64(littleEndian: signature[0]) ^ given[0]) | (UInt64(littleEndian: signature[1]) ^ given[1])
    guard difference == 0, let place = KeysetCursor(encoded: bytes[..<length]) else { throw .invalidPageToken }
    return place
  }
}

/// What a page token is good for.
package struct PageTokenScope: Sendable {
  var bytes: [UInt8] = []

  /// One table of a database under one sort and one selection of rows.
  /// - Parameter columnName: what a column of the table is called.
  package init(
    database: String, table: String, sort: [SortTerm], selection: RowSelection, columnName: (_ column: Int) -> String
  ) {
    bytes.reserveCapacity(192)
    append(database)
    append(table)
    append(sort.count)
    for term in sort {
      append(columnName(term.column))
      bytes.append(term.isDescending ? 1 : 0)
    }
    append(selection.filters, columnName)
    append(selection.alternatives.count)
    for group in selection.alternatives { append(group, columnName) }
    append(selection.searches.count)
    for search in selection.searches {
      bytes.append((search.isRaw ? 1 : 0) | (search.column == nil ? 0 : 2))
      if let column = search.column { append(columnName(column)) }
      append(search.text)
    }
    append(selection.relations.count)
    for relation in selection.relations {
      append(relation.table)
      append(relation.column)
      append(relation.value)
    }
    append(selection.expressions.count)
    for expression in selection.expressions { append(expression) }
  }

  // Each list with its length before it, and each text: no two scopes have the same bytes.
  private mutating func append(_ filters: [ColumnFilter], _ columnName: (_ column: Int) -> String) {
    append(filters.count)
    for filter in filters {
      append(columnName(filter.column))
      append(filter.condition.rawValue)
      append(filter.values.count)
      for value in filter.values { append(value) }
    }
  }
  private mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }
  private mutating func append(_ number: Int) { bytes.appendVariable(UInt64(number)) }
}
