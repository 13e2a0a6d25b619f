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

extension Sequence {
  /// Shows each element: of an array where it lies, since iterating one that is only known as a sequence allocates and copies for each.
  @inline(__always) package func lendEach(_ body: (borrowing Element) throws -> Void) rethrows {
    let shown: Void? = try withContiguousStorageIfAvailable { elements in
      guard let first = elements.baseAddress else { return }
      for place in elements.indices { try lend(first + place, body) }
    }
    if shown == nil { for element in self { try body(element) } }
  }
}
