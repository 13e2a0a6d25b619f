/// Finds the names that somebody who mistyped one may have meant.
package enum NameSuggestions {
  /// At most `limit` of `names`, the nearest first; none that is nothing like what was written.
  package static func of(_ written: String, among names: [String], limit: Int = 3) -> [String] {
    // Longer names are told apart by their beginnings well enough, and cost O(m·n).
    let lowered = String(written.prefix(64)).lowercased()
    let wanted = Array(lowered)
    // Two letters that are both others are nothing like it.
    let allowed = min(max(2, wanted.count / 3), wanted.count - 1)
    // `Tracks` is near `PlaylistTrack`: people write plurals.
    let stem = lowered.count > 3 && lowered.hasSuffix("s") ? String(lowered.dropLast()) : lowered
    let ranked = names.compactMap { name -> (name: String, distance: Int)? in
      let candidate = name.lowercased()
      let isPart = isPart(stem, of: candidate) || isPart(candidate, of: lowered)
      let distance = editDistance(wanted, Array(candidate))
      return distance <= allowed || isPart ? (name, distance) : nil
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
  }

  /// Whether a name is within another. One or two letters are in many that have nothing to do with them: they have to be a word of it, as in `user_id`.
  private static func isPart(_ part: String, of name: String) -> Bool {
    guard part.count < 3 else { return name.contains(part) }
    return name.split { !$0.isLetter && !$0.isNumber }.contains { $0 == part }
  }

  /// The end of an error message: `; did you mean “name”?`, or nothing where no name is near.
  package static func hint(_ written: String, among names: [String]) -> String {
    of(written, among: names, limit: 1).first.map { "; did you mean “\($0)”?" } ?? ""
  }

  /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other (optimal string alignment).
  /// O(m·n); names longer than 64 characters are compared by their beginnings.
  static func editDistance(_ one: [Character], _ other: [Character]) -> Int {
    let one = Array(one.prefix(64)), other = Array(other.prefix(64))
    guard !one.isEmpty else { return other.count }
    guard !other.isEmpty else { return one.count }
    var beforeLast = [Int](), last = Array(0...other.count)
    for i in 1...one.count {
      var row = [i] + Array(repeating: 0, count: other.count)
      for j in 1...other.count {
        let replaced = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1)
        row[j] = min(last[j] + 1, row[j - 1] + 1, replaced)
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[other.count]
  }
}
