package import BoundedWork
package import SQLTables
import TableModel

extension PostgreSQLDatabase {
  /// How a database is asked, and how much of the machine its readers may take.
  public struct Options: Sendable {
    /// What the database is called in paths; its own name if `nil`.
    public var name: String?
    /// How long a page may take, in seconds.
    public var timeLimitSeconds = 2.0
    /// How long the exact counts of a facet may take, in seconds.
    package var facetTimeLimitSeconds = 3.0
    /// Whether rows may be changed.
    public var isWritable = false
    /// Whether each change is written down in the table `tablepages_audit.changes` of the database, within its transaction: who, when, what, before
    /// and after. The schema and the table are made where they aren't there.
    package var keepsAudit = false
    /// How many changes are made at once, each over a connection of its own.
    package var writingConnections = 4
    /// How many changes may wait for a connection; further ones are refused.
    package var writeQueueLimit = 128
    /// How long a change may take, in seconds.
    package var writeTimeLimitSeconds = 10.0
    /// How many bytes the rows of a change may have, before and after.
    package var writeByteLimit = 32 << 20
    /// How many rows, and how many bytes of them, are kept so that a change can be taken back.
    package var undoRowLimit = 10_000, undoByteLimit = 8 << 20
    /// How long a page waits for a count, and for the sample of a table's texts that tells how they are shown, in milliseconds.
    package var quickMilliseconds = 50, sampleMilliseconds = 200
    /// How many connections pages share.
    public var connections = 8
    /// How many connections facets, counts and searches of many tables share: pages never wait for them.
    package var backgroundConnections = 2
    /// How far behind a replica may be so that it is read from, in seconds.
    package var replicaDelayLimitSeconds = 30.0
    /// How many pages may wait for a connection; further ones are refused at once.
    package var queueLimit = 64
    /// How many whole tables may be exported at once, each over a connection of its own; further exports are refused.
    package var exportLimit = 4
    /// How long an export may take, in seconds, its client's share included: the server keeps what others delete meanwhile.
    package var exportTimeLimitSeconds = 600.0
    /// What the memory of rows that are read is taken from; to be shared by all databases of a server.
    package var memory = MemoryBudget.shared
    /// How many bytes of rows a page or a step of an export holds at most.
    package var pageByteLimit = 4 << 20
    /// How many bytes one row that is asked for by its key may have with all its values whole.
    package var rowByteLimit = 16 << 20
    /// How many bytes of one value are handed out at most.
    package var valueByteLimit = 64 << 20
    /// Signs the tokens of pages.
    package var signingKey = PageSigningKey()

    /// The defaults.
    public init() {}
  }
}

extension PostgreSQLDatabase.Options {
  /// For the rows of a page.
  var pageMemory: PageMemory { PageMemory(budget: memory, byteLimit: pageByteLimit) }
  /// For one row with every value whole.
  var rowMemory: PageMemory { PageMemory(budget: memory, byteLimit: rowByteLimit) }
}
