/// A place of the nib that a cell fills, named as the property is: `@Outlet var author: String`.
///
/// Storage is a box, so that the nib finds the outlet once (by reflection, at registration) and reads it for every row.
/// Boxes are references: outlets belong in cells that an adapter makes, one for each rendering pass.
@propertyWrapper
public struct Outlet<Value: SlotValue> {
  @usableFromInline let box = OutletBox()

  /// An empty outlet.
  public init() {}

  /// What was set since the cell was handed out for this row; empty before.
  public var wrappedValue: Value {
    get { Value(slotContent: box.content) }
    // Inlined, it is known in a cell's own target which type that is.
    @inlinable nonmutating set { box.content = newValue.slotContent }
  }
}

/// Holds what an outlet shows: one final class for outlets of all types, so that a nib reads it without a witness table.
@usableFromInline final class OutletBox {
  // Unchecked: reading and setting run no code of others, so no two accesses can overlap.
  @exclusivity(unchecked) @usableFromInline var content: SlotContent?
}

/// An outlet whose type is forgotten.
protocol AnyOutlet {
  var box: OutletBox { get }
}

extension Outlet: AnyOutlet {}
