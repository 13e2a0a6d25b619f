@_spi(Reflection) internal import Swift

/// A stored property of a view: where it is in the view's memory, and how it is read there.
///
/// Reading is right because the offset and the type are those that the compiler has written down for the view's type, and
/// `view` points to such a view as long as one is being drawn.
struct ViewOutlet: Sendable {
  let name: String
  /// From the start of the view, which may begin with others that are embedded.
  private(set) var offset: Int
  let type: any NibOutlet.Type
  /// Whether it is one of an embedded view.
  private(set) var isEmbedded = false

  func content(in view: UnsafeRawPointer) -> SlotContent? { type.content(at: view + offset) }
  func isShown(in view: UnsafeRawPointer) -> Bool { type.isShown(at: view + offset) }
  func forEachView(in view: UnsafeRawPointer, _ show: (UnsafeRawPointer) -> Void) {
    type.forEachView(at: view + offset, show)
  }
  func value(in view: UnsafeRawPointer) -> NibValue { type.value(named: name, at: view + offset) }

  /// The properties of a view that nibs can show; those of embedded views stand behind its own.
  /// Found by reflection: for the start of a server, not for each page.
  static func all(of view: any NibView.Type) -> [ViewOutlet] {
    var own: [ViewOutlet] = []
    var embedded: [ViewOutlet] = []
    _ = _forEachField(of: view) { name, offset, type, _ in
      if let type = type as? any EmbeddedView.Type {
        embedded += all(of: type).map { $0.embedded(at: offset) }
      } else if let type = type as? any NibOutlet.Type {
        own.append(ViewOutlet(name: String(cString: name), offset: offset, type: type))
      }
      return true
    }
    return own + embedded
  }

  /// The property of the view that this one holds itself, not a list of them: `sprite` of `assets`.
  func member(_ name: String) -> ViewOutlet? {
    guard let view = type as? any NibView.Type else { return nil }
    return Self.all(of: view).first { $0.name == name }?.embedded(at: offset)
  }

  /// As it is written in tags; for a view, with each of its properties.
  var names: [String] {
    guard let view = type as? any NibView.Type else { return [name] }
    return Self.all(of: view).map { "\(name).\($0.name)" }
  }

  private func embedded(at distance: Int) -> ViewOutlet {
    var embedded = self
    embedded.offset += distance
    embedded.isEmbedded = true
    return embedded
  }
}

extension NibOutlet {
  fileprivate static func content(at place: UnsafeRawPointer) -> SlotContent? { loaded(place).content }
  fileprivate static func isShown(at place: UnsafeRawPointer) -> Bool { loaded(place).isShown }
  fileprivate static func forEachView(at place: UnsafeRawPointer, _ show: (UnsafeRawPointer) -> Void) {
    loaded(place).forEachView(show)
  }

  /// The same as a tree.
  fileprivate static func value(named name: String, at place: UnsafeRawPointer) -> NibValue {
    let outlet = loaded(place)
    if outlet.isLate { return .slot(name) }
    if let content = outlet.content { return NibValue(content) }
    guard let type = Self.view else { return .null }
    let outlets = ViewOutlet.all(of: type)
    var views: [NibValue] = []
    outlet.forEachView { view in views.append(NibValue(outlets, in: view)) }
    return views.count == 1 ? views[0] : .list(views)
  }

  private static func loaded(_ place: UnsafeRawPointer) -> Self { place.assumingMemoryBound(to: Self.self).pointee }
}

extension NibValue {
  /// A view as a tree, for nibs that are filled from those.
  package init(view: some NibView) {
    self = withUnsafePointer(to: view) { NibValue(ViewOutlet.all(of: type(of: view)), in: $0) }
  }

  fileprivate init(_ outlets: [ViewOutlet], in view: UnsafeRawPointer) {
    self = .object(Dictionary(outlets.map { ($0.name, $0.value(in: view)) }) { own, _ in own })
  }

  fileprivate init(_ content: SlotContent) {
    switch content {
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .boolean(let value): self = .boolean(value)
    case .html(let html): self = .html(html)
    }
  }
}
