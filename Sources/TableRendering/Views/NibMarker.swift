/// A text that stands for one which is not known yet.
///
/// Views make links and sentences of the values that they are given. A value that differs from page to page is given as a marker, a text that
/// stands nowhere else; wherever it comes out, in whichever spelling, there is a slot.
package struct NibMarker: Sendable {
  /// The marker as it comes out: escaped, encoded.
  let bytes: [UInt8]
  let slot: NibPath

  /// - Parameters:
  ///   - text: not empty.
  ///   - slot: the name of the slot; a letter, then letters and digits.
  package init?(_ text: String, slot: String) {
    guard !text.isEmpty, let path = NibPath(slot) else { return nil }
    bytes = Array(text.utf8)
    self.slot = path
  }
}

extension [NibNode] {
  /// The same nodes with slots where markers stand in literals.
  func opened(at markers: [NibMarker]) -> [NibNode] {
    guard !markers.isEmpty else { return self }
    let firsts = Set(markers.compactMap(\.bytes.first))
    return flatMap { node -> [NibNode] in
      switch node {
      case .literal(let bytes): Self.cut(bytes, at: markers, firsts)
      case .section(let path, let inverted, let children):
        [.section(path, inverted: inverted, children.opened(at: markers))]
      case .value, .partial: [node]
      }
    }
  }

  /// - Parameter firsts: the bytes that markers begin with.
  private static func cut(_ bytes: [UInt8], at markers: [NibMarker], _ firsts: Set<UInt8>) -> [NibNode] {
    var nodes: [NibNode] = []
    var start = 0, at = 0
    while at < bytes.count {
      guard firsts.contains(bytes[at]), let marker = markers.first(where: { bytes[at...].starts(with: $0.bytes) })
      else {
        at += 1
        continue
      }
      if start < at { nodes.append(.literal([UInt8](bytes[start..<at]))) }
      nodes.append(.value(marker.slot, .text))
      at += marker.bytes.count
      start = at
    }
    if start < bytes.count { nodes.append(.literal([UInt8](bytes[start...]))) }
    return nodes
  }
}
