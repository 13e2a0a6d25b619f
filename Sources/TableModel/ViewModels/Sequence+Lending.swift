/// Shows what a pointer leads to without a copy of it, which would be made of what may be copied.
@inline(__always) func lend<Value: ~Copyable, Result>(
  _ pointer: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Result
) rethrows -> Result { try body(pointer.pointee) }

extension String {
  /// Shows the bytes where they lie. `withUTF8` asks for a variable, which counts a reference.
  @inlinable package func lendUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.span.withUnsafeBufferPointer(body)
  }
}

extension Sequence where Element: CellViewModel {
  /// Shows each cell where it lies, as far as they do: iterating what is only known as a sequence allocates and copies for each.
  @inline(__always) package func lendEach(_ body: (borrowing Element) throws -> Void) rethrows {
    try lendPlaces { try lend($0, body) }
  }

  /// The same by its place, which is used within the call of `body` alone.
  func lendPlaces(_ body: (UnsafePointer<Element>) throws -> Void) rethrows {
    if let rows = self as? OrderedRows<Element> { return try rows.lendPlaces(body) }
    let shown: Void? = try withContiguousStorageIfAvailable { cells in
      guard let first = cells.baseAddress else { return }
      for place in cells.indices { try body(first + place) }
    }
    if shown == nil { for cell in self { try withUnsafePointer(to: cell, body) } }
  }
}
