/// What a reusable view draws: the common ground of cells and of section headers and footers.
///
/// A value without HTML, HTTP or SQL. Its `Encodable` form is what the JSON of a table shows of it.
public protocol ReusableViewModel: Sendable, Encodable {
  /// Tells view models of one type apart that need different views. The plain variant unless a table says otherwise.
  var variant: ViewVariant { get }
}

extension ReusableViewModel {
  /// The plain variant.
  public var variant: ViewVariant { .plain }
}

/// Which of several registered views draws a view model of one type.
///
/// Database rows share one type, `Record`; a variant lets kinds of rows have cells of their own.
@frozen public struct ViewVariant: Hashable, Sendable {
  /// Zero is the plain variant.
  @usableFromInline package let number: UInt16

  /// The variant with a number of the table's choice.
  @inlinable public init(_ number: UInt16) { self.number = number }

  /// What a view model has that says nothing of variants.
  @inlinable public static var plain: ViewVariant { ViewVariant(0) }
}
