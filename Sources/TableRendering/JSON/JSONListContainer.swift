/// The elements of a list.
struct JSONListContainer: UnkeyedEncodingContainer, JSONValueContainer {
  let fragment: JSONFragment
  var count: Int { if case .list(let count) = fragment.shape { count } else { 0 } }

  func makeRoom() throws { try fragment.element() }

  func nestedContainer<Nested: CodingKey>(keyedBy keys: Nested.Type) -> KeyedEncodingContainer<Nested> {
    child().container(keyedBy: keys)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

  func superEncoder() -> any Encoder { child() }

  /// These can't throw; a misuse is remembered and thrown in the end.
  private func child() -> JSONFragment {
    do { try fragment.element() } catch { return JSONFragment() }
    return fragment.child()
  }
}
