/// A piece of a nib's source.
struct NibToken {
  enum Kind: Equatable {
    case literal
    case value(isRaw: Bool)
    case section(inverted: Bool)
    case end
    /// A partial, and the white space in front of it if it is alone on its line.
    case partial(indentation: [UInt8])

    /// Whether it shows a value or asks for one.
    var isNamed: Bool {
      switch self {
      case .value, .section: true
      case .literal, .end, .partial: false
      }
    }
  }

  var kind: Kind
  /// The bytes of a literal; the name in a tag.
  var bytes: ArraySlice<UInt8>
  /// Where the token starts in the source.
  var offset: Int

  /// What the tag names, for tags that show or ask for a value.
  var name: String { String(decoding: bytes, as: UTF8.self) }
}
