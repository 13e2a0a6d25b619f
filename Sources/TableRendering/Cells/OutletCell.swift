public import TableModel

/// A cell with a nib: outlets are properties, `configure` sets them, as on a phone.
///
/// ```swift
/// struct TextMessageCell: OutletCell {
///   @Outlet var author: String
///   @Outlet var text: String
///   func configure(with message: TextMessage) {
///     author = message.author
///     text = message.text
///   }
/// }
/// try adapters.register(TextMessageCell.self, nib: "<b>{{author}}</b> {{text}}")
/// ```
public protocol OutletCell: SendableMetatype {
  /// What it shows.
  associatedtype ViewModel: ReusableViewModel
  /// The name it is registered and counted under. The type's name unless said otherwise.
  static var reuseIdentifier: String { get }
  /// The height to reserve for such a cell, in CSS pixels; a view model's own hint wins. `nil` reserves nothing.
  static var preferredHeight: Int? { get }
  /// A cell with empty outlets.
  init()
  /// Puts what the view model shows into the outlets, which are empty before; one that is left out shows nothing.
  mutating func configure(with viewModel: ViewModel)
  /// Called after the outlets were emptied for another row; for cells that keep more than outlets.
  mutating func prepareForReuse()
}

extension OutletCell {
  /// The type's name.
  public static var reuseIdentifier: String { String(describing: Self.self) }
  /// No height is reserved.
  public static var preferredHeight: Int? { nil }
  /// Nothing to do for cells that keep nothing but outlets.
  public mutating func prepareForReuse() {}
}

/// An outlet cell joined to its nib.
struct ConnectedCell<Cell: OutletCell>: TableCell {
  static var reuseIdentifier: String { Cell.reuseIdentifier }
  static var preferredHeight: Int? { Cell.preferredHeight }
  private let nib: Nib
  private var cell = Cell()
  /// In the order of the nib's slots.
  private let outlets: [OutletBox]

  /// Joins the two. `check` has found that they fit; a slot without an outlet would show nothing.
  init(_ nib: Nib) {
    self.nib = nib
    let found = Self.outlets(of: cell)
    outlets = nib.slotNames.map { found[$0] ?? OutletBox() }
  }

  /// Compares nib and cell, both ways.
  static func check(_ nib: Nib) throws(RegistrationError) {
    let found = outlets(of: Cell())
    let cell = String(describing: Cell.self)
    if nib.isRecursive { throw RegistrationError.recursiveNib(cell: cell, nib: nib.name) }
    for slot in nib.slotNames where found[slot] == nil {
      throw RegistrationError.unfilledSlot(cell: cell, nib: nib.name, slot: slot)
    }
    for outlet in found.keys.sorted() where !nib.slotNames.contains(outlet) {
      throw RegistrationError.missingSlot(cell: cell, nib: nib.name, outlet: outlet)
    }
  }

  private static func outlets(of cell: Cell) -> [String: OutletBox] {
    var found: [String: OutletBox] = [:]
    for child in Mirror(reflecting: cell).children {
      // A wrapped property is stored under its name with an underscore in front.
      if let outlet = child.value as? any AnyOutlet, let label = child.label {
        found[String(label.dropFirst())] = outlet.box
      }
    }
    return found
  }

  mutating func prepareForReuse() {
    for outlet in outlets { outlet.content = nil }
    cell.prepareForReuse()
  }

  mutating func draw(_ viewModel: Cell.ViewModel, into html: inout ByteSink) {
    cell.configure(with: viewModel)
    nib.draw(OutletSource(outlets: outlets), into: &html)
  }
}

private struct OutletSource: NibSource {
  let outlets: [OutletBox]
  func isPresent(_ slot: Int) -> Bool { outlets[slot].content?.isPresent ?? false }
  func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    outlets[slot].content?.write(context, into: &html)
  }
}
