package import BoundedWork
package import SavedQueries
package import Secrets
public import SiteConfiguration
package import TableArguments
package import TableModel

/// What a server shows: databases, tables built in code, and the options that hold for all of them.
///
/// ```swift
/// var site = Site()
/// site.mount(try SQLiteDatabase.open(path: "shop.sqlite"), at: "/shop")
/// site.mount(table, at: "/hello") { $0.register(GreetingCell.self, nib: "<b>{{text}}</b>") }
/// ```
public struct Site: Sendable {
  /// What the site is called in its top bar.
  public var title = "TablePages"
  /// Databases at `/{name}`, beside those that are mounted. Names are made unique when the server starts: twice `shop` gives `shop` and `shop_2`.
  package var databases: [any TableDatabase] = []
  /// Databases at paths of their own, with what Swift adds to their tables.
  var mounts: [DatabaseMount] = []
  /// Tables built in code, each at its own path.
  package var tables: [TableMount] = []
  /// What its owner says about it and its databases; the title there stands before the one here.
  public var file = SiteFile()
  /// Who is known, and what each may do; `nil` where nobody is.
  public var access: AccessFile?
  /// What everyone may do where `access` is `nil`: read everything, unless it says something else.
  public var everyone = Grants(.read)
  /// The nibs that the file's rules name.
  public var nibs = NibSources()
  /// The hash of a token that makes its bearer the owner, who may do everything: the page `/-/sign-in?token=…` takes it once.
  package var ownerToken: TokenHash?
  /// Signs sessions; a new random secret with every start if `nil`.
  public var secret: String?
  /// What this server knows together with others of the same site; `nil` for one that is alone.
  package var shared: (any SharedStore)?
  /// Where visitors save queries; `nil` where they can't.
  package var savedQueries: SavedQueryStore?
  /// What holds for every page.
  public var options = Options()

  /// An empty site.
  public init() {}

  /// Lets visitors who are signed in and may write SQL save queries in a file, which is made where nothing is yet. Several servers of one
  /// machine can share it.
  /// - Throws: where something else is at the path, or the file can't be read or made.
  public mutating func saveQueries(in path: String) throws { savedQueries = try SavedQueryStore(path: path) }

  /// What holds for every page of a site.
  public struct Options: Sendable {
    /// Where the site begins, such as `/data` behind a proxy; empty for the root of the host.
    public var basePath = ""
    /// Rows of a page when nobody asks for another number.
    public var pageSize = 50
    /// The most rows that anybody gets in one page.
    public var maximumPageSize = 1_000
    /// Bytes of rendered pages to keep; 0 renders every page anew.
    public var pageCacheBytes = 8 << 20
    /// What answers that are made, kept and sent may take together; databases have their own share of the same, see
    /// `SQLiteDatabase.Options.memory`. Where there is no more, requests are answered 503.
    package var memory = MemoryBudget.shared
    /// Bytes of one answer, unless it is streamed.
    public var answerByteLimit = 8 << 20
    /// Whether visitors may write statements of their own, which can only read.
    public var allowsQueries = true
    /// Whether visitors who may read all of a database may have the file of one that nobody changes.
    package var allowsDownloads = true
    /// Whether pages of other sites may read the answers (CORS).
    public var allowsOtherOrigins = false
    /// The language of the data, as a BCP 47 tag: browsers read them aloud and break their lines by it, sections sort by it, and right-to-left
    /// languages turn the pages around. The pages' own words are English.
    public var language = "en"
    /// Bytes of a text that a page shows before it is cut; the row's own page has it whole.
    package var excerptBytes = 4_096
    /// How many open pages may wait at the server for changes at once, each of which keeps a connection; others ask every few seconds. With 0 pages
    /// show changes when they are loaded again.
    public var livePages = 250
    /// Bytes that a request may send, as the HTTP server is configured; told on `/-/settings`.
    public var maximumBodySize = 1 << 20
    /// How long a search of all tables may take, in seconds, where data are asked for; a page waits for a tenth of it, and shows the
    /// tables that take longer later. One table takes at most a quarter of it, or half where it is searched alone.
    package var searchTimeLimitSeconds = 4.0

    /// Whether `/-/metrics`, `/-/versions` and `/-/settings` are answered by `TableServer.administration` alone, at an address of its own.
    public var separatesAdministration = false

    /// Style sheets of the site's own, which every page links after the others, by their paths in the public folder: `["shop.css"]`.
    public var styleSheets: [String] = []
    /// Scripts of the site's own, which every page runs after the others, by their paths in the public folder.
    public var scripts: [String] = []

    /// The defaults.
    public init() {}
  }
}

extension Site.Options {
  /// Whether open pages show changes.
  package var isLive: Bool { livePages > 0 }

  private var primaryLanguage: String { language.prefix { $0 != "-" }.lowercased() }

  /// The language of the data, where it isn't that of the pages' own words.
  package var dataLanguage: String? { language == "en" || primaryLanguage == "en" ? nil : language }

  /// Whether the data are written from right to left.
  package var isRightToLeft: Bool {
    language != "en" && ["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"].contains(primaryLanguage)
  }

  /// What arguments are held against.
  package var limits: ArgumentLimits {
    ArgumentLimits(
      pageSize: min(pageSize, maximumPageSize), maximumPageSize: maximumPageSize, allowsExpressions: allowsQueries)
  }
}
