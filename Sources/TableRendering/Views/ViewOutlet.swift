@_spi(Reflection) internal import Swift

/// A stored property of a view: where it is in the view's memory, and how it is read there.
///
/// Reading is right because the offset and the type are those that the compiler has written down for the view's type, and what is read lies
/// at that offset of such a view as long as one is being drawn.
struct ViewOutlet: Sendable {
  let name: String
  /// From the start of the view, which may begin with others that are embedded.
  private(set) var offset: Int
  let type: any NibOutlet.Type
  /// Whether it is one of an embedded view.
  private(set) var isEmbedded = false

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

/// A value's answers, which are asked for where the value lies: in an existential of its own most values would need a box.
extension NibOutlet {
  static func content(at place: UnsafeRawPointer) -> SlotContent? {
    place.assumingMemoryBound(to: Self.self).pointee.content
  }
  static func isShown(at place: UnsafeRawPointer) -> Bool {
    place.assumingMemoryBound(to: Self.self).pointee.isShown
  }
  static func isLate(at place: UnsafeRawPointer) -> Bool {
    place.assumingMemoryBound(to: Self.self).pointee.isLate
  }
  static func forEachView(at place: UnsafeRawPointer, _ show: (UnsafeRawPointer) -> Void) {
    place.assumingMemoryBound(to: Self.self).pointee.forEachView(show)
  }
}
