extension AccessFile {
  /// What of a site file doesn't fit this one: people, programs and roles that aren't known.
  package func problems(_ names: AllowedNames) -> [SiteFileError.Problem] {
    func unknown(_ names: [PlacedName], among known: [String]) -> [PlacedName] {
      names.filter { $0.text != "*" && !known.contains($0.text) }
    }
    let known = accounts.map(\.name)
    return unknown(names.accounts, among: known).map { .init(unknown: "user or token", $0, among: known) }
      + unknown(names.roles, among: roles.map(\.name)).map { .init(unknownRole: $0, among: roles) }
  }
}

extension SiteFileError.Problem {
  /// A role that no access file knows.
  init(unknownRole name: PlacedName, among roles: [AccessFile.Role]) {
    self.init(unknown: "role", name, among: roles.map(\.name))
  }

  fileprivate init(unknown what: String, _ name: PlacedName, among known: [String]) {
    self.init("Unknown \(what) “\(name.text)”" + NameSuggestions.hint(name.text, among: known), at: name.place)
  }
}
