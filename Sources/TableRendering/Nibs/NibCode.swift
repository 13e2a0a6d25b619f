/// The two blocks of a compiled nib as plain pointers: the drawing loop can't nest the closures of two arrays around a
/// `~Copyable` sink.
///
/// Unchecked: both blocks are written in `init` and only read from there on, until `deinit` frees them.
final class NibCode: @unchecked Sendable {
  /// Readable bytes behind the last literal, so that a short run is copied as one block of this size.
  static let slack = 32
  /// The literal runs, one behind the other, and `slack` bytes more.
  let literals: UnsafeBufferPointer<UInt8>
  /// What to do, in order; the last step is `end`.
  let steps: UnsafeBufferPointer<NibStep>

  init(_ literals: [UInt8], _ steps: [NibStep]) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: literals.count + Self.slack)
    bytes.initialize(repeating: 0)
    _ = bytes.update(fromContentsOf: literals)
    let program = UnsafeMutableBufferPointer<NibStep>.allocate(capacity: steps.count + 1)
    _ = program.initialize(from: steps + [NibStep(literal: 0..<0, action: .end)])
    self.literals = UnsafeBufferPointer(bytes)
    self.steps = UnsafeBufferPointer(program)
  }

  deinit {
    literals.deallocate()
    steps.deallocate()
  }
}

/// A literal run, and what follows it.
struct NibStep: Sendable {
  enum Action: Sendable {
    case end
    case slot(Int32, NibContext)
    /// A slot that is shown again in the same row: remember where its bytes went, and copy them from there.
    case marked(Int32, NibContext, mark: Int32)
    case again(Int32, NibContext, mark: Int32)
    /// Continue at `next` unless the slot has a value (`wanted`) or has none.
    case skipUnless(Int32, wanted: Bool, next: Int32)
    /// Nothing but the literal.
    case proceed
  }

  var literal: Range<Int>
  var action: Action
}

/// Where the slots went that a row shows more than once. Eight are remembered; a ninth is written anew.
struct NibMarks {
  static let limit: Int32 = 8
  private var ranges = InlineArray<8, Range<Int>>(repeating: 0..<0)

  @inline(__always) subscript(_ mark: Int32) -> Range<Int> {
    get { ranges[Int(mark)] }
    set { ranges[Int(mark)] = newValue }
  }
}
