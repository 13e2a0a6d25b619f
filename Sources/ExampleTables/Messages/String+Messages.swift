extension String {
  /// The first letters of the first two words of a name: `AO` for Ada Okafor.
  static func initials(of name: String) -> String {
    String(name.split(separator: " ").prefix(2).compactMap(\.first))
  }

  /// The time of a day and time: `16:02` of `2025-10-13T16:02`.
  var clock: String { String(split(separator: "T").last ?? "") }
}
