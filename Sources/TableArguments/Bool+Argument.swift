extension Bool {
  /// What an argument says that is on or off, in the words that Datasette takes; `nil` for any other.
  package init?(argument: String) {
    switch argument.lowercased() {
    case "on", "true", "1": self = true
    case "off", "false", "0": self = false
    default: return nil
    }
  }
}
