/// Options given by environment variables: `TABLEPAGES_PAGE_SIZE=100` is `--page-size 100`.
///
/// They are put before the arguments of the command line, so that an option given there wins.
enum EnvironmentArguments {
  /// The option of every command, and whether a value follows it.
  private static let options: [String: [(name: String, takesValue: Bool)]] = [
    "serve": site + address + server,
    "get": site,
    "check": site,
    "healthcheck": address + [("base-path", true), ("tls-certificate", true)],
  ]

  private static let site = [
    ("immutable", false), ("page-size", true), ("max-page-size", true), ("base-path", true), ("public", true),
    ("language", true), ("page-cache", true), ("answer-memory", true), ("max-answer-size", true), ("time-limit", true),
    ("facet-time-limit", true), ("search-time-limit", true), ("export-time-limit", true), ("write-time-limit", true),
    ("database-threads", true), ("database-connections", true), ("max-waiting", true), ("max-waiting-writes", true),
    ("max-exports", true), ("database-cache", true),
    ("max-write-size", true), ("secret", true), ("secret-file", true), ("shared-state", false), ("no-sql", false),
    ("cache", true), ("max-record-size", true), ("cors", false), ("site", true), ("access", true), ("writable", false),
    ("audit", false), ("saved-queries", true), ("read-from", true), ("replica-delay", true),
  ]

  private static let address = [("host", true), ("port", true), ("unix-socket", true)]

  private static let server = [
    ("tls-certificate", true), ("tls-key", true), ("workers", true), ("max-connections", true), ("live-pages", true),
    ("max-body-size", true), ("body-memory", true), ("allowed-host", true), ("trusted-proxy", true),
    ("public-url", true),
    ("log-level", true), ("log-format", true), ("access-log", false), ("stop-delay", true),
    ("max-connections-per-address", true), ("header-timeout", true), ("body-timeout", true), ("idle-timeout", true),
    ("response-timeout", true), ("min-response-rate", true), ("drain-timeout", true), ("owner-link", false),
    ("owner-link-file", true),
    ("admin-port", true), ("admin-host", true),
  ]

  /// The arguments with those of the environment in front.
  static func added(to arguments: [String], environment: (String) -> String? = environmentValue) -> [String] {
    guard let command = arguments.first, let options = options[command] else { return arguments }
    let added = options.flatMap { option -> [String] in
      let variable = "TABLEPAGES_" + option.name.uppercased().split(separator: "-").joined(separator: "_")
      guard let value = environment(variable) else { return [] }
      if option.takesValue { return ["--\(option.name)=\(value)"] }
      return ["0", "false", "no", "off"].contains(value.lowercased()) ? [] : ["--\(option.name)"]
    }
    return [command] + added + arguments.dropFirst()
  }
}
