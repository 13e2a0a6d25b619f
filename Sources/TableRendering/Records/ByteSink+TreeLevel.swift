extension ByteSink {
  /// Levels that are told apart by their distance from the edge.
  private static let shownLevels = 6

  /// How deep a row of a grid is in a tree: its distance from the edge, and words for those who don't see it; nothing for a row at
  /// the top.
  @inline(never) mutating func treeLevel(_ level: Int) {
    guard level > 0 else { return }
    markup("<span class=\"tree-level indent-")
    text(min(level, Self.shownLevels))
    markup("\"><span class=\"visually-hidden\">Level ")
    text(level + 1)
    markup(" </span></span>")
  }
}
