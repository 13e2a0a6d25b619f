internal import CPostgreSQL
internal import TableModel

/// What a server answered, or that it can't be reached. Never leaves this target: askers get `tableError(in:)`.
struct PostgreSQLFailure: Error {
  /// The five characters that name the error (https://www.postgresql.org/docs/15/errcodes-appendix.html).
  let code: String
  let message: String
  /// The column and the rule that the error is about, where the server says.
  private(set) var column: String?
  private(set) var constraint: String?
  /// Whether a statement was prepared for columns of other types than they have now.
  private(set) var isOutdatedPlan = false
  /// Whether a search in the language of indexes can't be read.
  private(set) var isUnreadableSearch = false

  init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// What went wrong with a statement.
  init(_ result: OpaquePointer?) {
    func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
    let code = field(Self.stateField) ?? Self.connectionLost
    let function = field(Self.functionField)
    // A standby refuses a transaction that is to write as a setting of which it can't have that value.
    self.code = code == "0A000" && function == "call_bool_check_hook" ? "25006" : code
    message = field(Self.messageField) ?? "no answer"
    column = field(Self.columnField)
    constraint = field(Self.constraintField)
    // The place in the server's own code: its words depend on its language.
    isOutdatedPlan = code == "0A000" && function == "RevalidateCachedQuery"
    isUnreadableSearch = field(Self.fileField).map(Self.searchFiles.contains) ?? false
  }

  // The letters of the protocol's error fields (https://www.postgresql.org/docs/15/protocol-error-fields.html).
  private static let stateField = Int32(UInt8(ascii: "C")), messageField = Int32(UInt8(ascii: "M"))
  private static let columnField = Int32(UInt8(ascii: "c")), constraintField = Int32(UInt8(ascii: "n"))
  private static let functionField = Int32(UInt8(ascii: "R")), fileField = Int32(UInt8(ascii: "F"))
  /// What reads searches (https://doxygen.postgresql.org/tsquery_8c_source.html).
  private static let searchFiles: Set<String> = ["tsquery.c", "tsvector_parser.c"]
  private static let connectionLost = "08006"

  /// The connection is gone.
  static let lost = PostgreSQLFailure(code: connectionLost, message: "the connection is lost")
  /// A time limit was over before the server answered.
  static let overdue = PostgreSQLFailure(code: "57014", message: "no answer in time")

  /// A server that takes no changes, where one is wanted that does.
  static let readOnlyServer = PostgreSQLFailure(code: "25006", message: "the server takes no changes")

  private var category: Substring { code.prefix(2) }

  /// The connection is of no more use, or the server ends or begins; another connection may be better.
  var isDisconnection: Bool { category == "08" || ["57P01", "57P02", "57P03", "57P05"].contains(code) }
  /// The server takes no changes at the moment, as one that follows another.
  var isReadOnlyServer: Bool { code == "25006" }
  /// Stopped by a time limit, or because nobody waited any more.
  var isInterrupt: Bool { code == "57014" }
  /// A table, column or function that isn't there any more, or whose type is another one now.
  var isSchemaMismatch: Bool { ["42P01", "42703", "42883", "42804", "42846", "42501"].contains(code) }
  /// A prepared statement that this connection doesn't have, since a pooler has given it another server connection, or not in this way any more.
  var isUnknownStatement: Bool { code == "26000" || code == "42P05" || isOutdatedPlan }
  /// A text that is no value of the type that it is compared with.
  var isInvalidValue: Bool { category == "22" }

  /// The failure for the asker, without statements, addresses or the server's own words.
  /// - Parameter name: what people know the database as.
  func tableError(in name: String, timeLimit: Double) -> TableError {
    switch category {
    case _ where isUnreadableSearch:
      .badRequest(
        "Invalid search. Use words and 'phrases', beginnings:*, & (and), | (or), ! (not), <-> (followed by) and parentheses, or remove _searchmode=raw."
      )
    case "57" where isInterrupt: .timeLimitReached(seconds: timeLimit)
    case "22": .badRequest("A value of the filters, the search or the address doesn't fit the type of its column.")
    case "53": .busy("The database “\(name)” has too many connections or too little memory; try again in a moment.")
    case "40": .busy("The database “\(name)” couldn't answer while it was changed; try again in a moment.")
    case "28", "3D": .unavailable("The database “\(name)” refuses the server's user or password.")
    case "42" where code == "42501": .unavailable("The database “\(name)” doesn't let the server's user read this.")
    case "08", "57": .unavailable("The database “\(name)” can't be reached at the moment.")
    default: .unavailable("This table or view of the database “\(name)” can't be read: its definition fails.")
    }
  }
}

/// The database's schema is not the one that a statement was made for.
struct SchemaChanged: Error {}
