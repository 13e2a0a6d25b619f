package import BoundedWork
package import SQLTables
package import TableModel

extension SQLiteDatabase {
  /// How a file is opened, and how much of the machine its readers may take.
  public struct Options: Sendable {
    /// What the database is called in paths; the file's name without its last suffix if `nil`.
    public var name: String?
    /// Whether nobody changes the file while it is open. Reading takes no locks then, and pages are kept for ever.
    public var isImmutable = false
    /// How long a page may hold the thread that asks for it, in milliseconds; a longer one starts again on a database thread.
    package var inlineBudgetMilliseconds = 2.0
    /// How long a page may take on a database thread, in seconds.
    public var timeLimitSeconds = 2.0
    /// How long the exact counts of a facet may take, in seconds; an estimate from some of the rows takes half as long at most.
    package var facetTimeLimitSeconds = 3.0
    /// How many database threads there may be. They start when they are first needed.
    public var threads = 2
    /// How many pages may wait for a database thread; further ones are refused at once.
    package var queueLimit = 64
    /// How many whole tables may be exported at once; further exports are refused.
    package var exportLimit = 4
    /// How long an export may take, in seconds, its client's share included: a reader keeps SQLite from writing back a log (WAL), so that
    /// none may stay for ever.
    public var exportTimeLimitSeconds = 600.0
    /// What each connection may keep of the file, in kibibytes.
    package var pageCacheKibibytes = 1024
    /// How long a database thread waits for a writer that locks the file, in milliseconds.
    package var busyMilliseconds = 250
    /// What the memory of rows that are read is taken from; to be shared by all databases of a server.
    package var memory = MemoryBudget.shared
    /// How many bytes of rows a page, the result of a statement or a step of an export holds at most. A page ends early rather than hold more;
    /// a row that alone is larger is refused.
    package var pageByteLimit = 4 << 20
    /// How many bytes one row that is asked for by its key may have with all its values whole, as for JSON and for a change. One that has more
    /// is shown with the beginnings of its values.
    package var rowByteLimit = 16 << 20
    /// How many bytes of one value are handed out at most.
    package var valueByteLimit = 64 << 20
    /// Whether rows can be changed, unless the file is immutable.
    public var isWritable = false
    /// Whether the first change puts the file into WAL mode, which it keeps: without it, pages that are read while a change is stored wait
    /// for it, and a change waits for them.
    public var usesWriteAheadLog = true
    /// Whether each change is written down in the table `_tablepages_audit` of the file: who, when, what, before and after. Rows that go
    /// along with those that a call names are in it where SQLite was built to tell of them (`SQLITE_ENABLE_PREUPDATE_HOOK`), as Debian's is.
    public var keepsAudit = false
    /// How many rows of one call are written down one by one; of what goes along beyond that, it is written down how much it is.
    package var auditRowLimit = 100_000
    /// How many calls may wait to be written; further ones are refused at once.
    package var writeQueueLimit = 128
    /// How long the changes of one call may take, in seconds.
    package var writeTimeLimitSeconds = 10.0
    /// How many bytes the rows of one call may have together, before and after; a call with more is refused.
    package var writeByteLimit = 32 << 20
    /// How many rows are kept of what a call takes along, so that it can be taken back; one that takes more along can't be.
    package var undoRowLimit = 10_000
    /// How many bytes are kept of the rows of a call that takes others along; one with more can't be taken back.
    package var undoByteLimit = 8 << 20
    /// How long a change waits for another program that has locked the file, in milliseconds.
    package var writeBusyMilliseconds = 5_000
    /// Signs the tokens of pages.
    package var signingKey = PageSigningKey()

    /// What people should know of a table, or of the whole database, at the moment; see `TableDatabase.notices(about:)`.
    package var notices: @Sendable (_ table: String?) -> [TableNotice] = { _ in [] }

    /// Whether all rows of a table, or of the whole database, are there at the moment; see `TableDatabase.completeness(of:)`.
    package var completeness: @Sendable (_ table: String?) -> TableCompleteness = { _ in .complete }

    /// Whether the program has made the file itself, from files that it serves as tables: then it is nobody else's business.
    package var isFilledFromFiles = false

    /// The tables that there are to those who read; all if `nil`. See `SQLiteDatabase.restricted(to:)`.
    var isReadable: TableRestriction?

    /// The defaults, for a file that others may change.
    public init() {}
  }
}

extension SQLiteDatabase.Options {
  /// For the rows of a page, or of a statement.
  var pageMemory: PageMemory { PageMemory(budget: memory, byteLimit: pageByteLimit) }
  /// For one row with every value whole.
  var rowMemory: PageMemory { PageMemory(budget: memory, byteLimit: rowByteLimit) }
}
