extension Collection {
  /// The element of a collection that has one and no more.
  package var only: Element? { count == 1 ? first : nil }
}
