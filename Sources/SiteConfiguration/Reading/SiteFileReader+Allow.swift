internal import Yams

/// Who is named by what a site file allows, and where.
package struct AllowedNames: Sendable {
  package var accounts: [PlacedName] = []
  package var roles: [PlacedName] = []
}

/// What a site file says of who may.
extension SiteFileReader {
  /// `true`, `false`, or whom it is for: `{id: ada}`, `{roles: [clerks]}`, `{unauthenticated: true}`.
  mutating func readAllowed(_ member: Member, _ key: String) {
    guard !member.value.isNull, member.value.tag != Tag(.bool) else { return }
    guard let mapping = member.value.mapping else {
      return report(
        "\(key) must be true, false, or users and roles, such as {id: ada} or {role: clerks}", at: member.value)
    }
    for (key, value) in mapping {
      switch key.scalar?.string {
      case "id": allowed.accounts += names((key, value), "id") ?? []
      case "role", "roles": allowed.roles += names((key, value), "roles") ?? []
      case "unauthenticated": _ = flag((key, value), "unauthenticated")
      case let name:
        // Actors of Datasette can have any attribute; those here have no others.
        let name = name ?? ""
        guard let near = NameSuggestions.of(name, among: ["id", "role", "roles", "unauthenticated"]).first else {
          ignored.append((name, key.place))
          continue
        }
        report("Unknown key “\(name)”; did you mean “\(near)”?", at: key)
      }
    }
  }
}
