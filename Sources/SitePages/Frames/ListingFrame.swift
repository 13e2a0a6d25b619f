import RichTextRendering
import SiteConfiguration
package import SiteTables
package import TableArguments
package import TableRendering

/// The nib of a page that lists tables with everything filled in that is the same as long as the site is; what remains are these slots.
///
/// A class, so that requests share it by one reference.
package final class ListingFrame: Sendable {
  /// Which page it is of, and what that depends on besides the site.
  package struct Key: Hashable, Sendable {
    package enum Page: Hashable, Sendable {
      case home
      /// The tables whose paths begin with the same names.
      case folder(title: String)
      case database(address: String)
    }

    let page: Page
    let preferences: ViewPreferences
    /// Whether there are tables of databases, which can be searched.
    let hasTables: Bool

    package init(_ page: Page, preferences: ViewPreferences, hasTables: Bool) {
      self.page = page
      self.preferences = preferences
      self.hasTables = hasTables
    }
  }

  /// What is filled in each time: late values of the views.
  enum Slot: String { case account, flash, count, notices, listing, timing }

  private let nib: Nib
  let slots: [Slot?]
  private let expected = ExpectedBytes(16 * 1_024)

  private init<View>(_ nib: PageNib<View>, _ view: View) throws {
    self.nib = try nib.nib().specialized(with: view, markers: [])
    slots = self.nib.slotNames.map(Slot.init)
  }

  /// Bytes that a page is likely to take.
  var expectedBytes: Int { expected.bytes }

  /// Writes a page.
  func write(_ source: some NibSource, into html: inout ByteSink) {
    nib.write(source, into: &html)
    expected.learn(html.count)
  }

  /// That of the home page, or of a folder with a title.
  convenience init(_ key: Key, folder: String?, _ context: SiteContext) throws {
    let layout = PageLayout(
      title: "\(folder ?? "Databases") · \(context.title)", crumbs: folder.map { [Crumb(title: $0)] } ?? [],
      alternate: folder == nil ? context.map.home + ".json" : nil, returnTo: context.map.home,
      preferences: key.preferences, hasLateParts: key.hasTables)
    let description = folder == nil ? context.file.description : nil
    let frame = layout.openView(
      context, pageStyle: key.hasTables ? context.assets.searchStyle : nil, isDescribed: description != nil,
      isLive: key.hasTables)
    try self.init(
      context.nibs.home,
      HomeView(
        frame: frame, searchAll: key.hasTables ? SearchAllView(context, nil) : nil,
        heading: folder ?? (key.hasTables ? "Databases" : "Tables"), richText: description?.html,
        version: "TablePages \(TablePagesVersion.text)"))
  }

  /// That of a database.
  convenience init(_ key: Key, _ entry: SiteMap.DatabaseEntry, _ context: SiteContext) throws {
    let json = entry.address + ".json"
    let layout = PageLayout(
      title: "\(entry.heading) · \(context.title)", crumbs: [Crumb(title: entry.heading)], alternate: json,
      returnTo: entry.address, preferences: key.preferences, database: entry, hasLateParts: true)
    let description = entry.notes.description
    let frame = layout.openView(
      context, pageStyle: context.assets.searchStyle, isDescribed: description != nil, isLive: true)
    try self.init(
      context.nibs.database,
      DatabaseView(
        frame: frame, searchAll: key.hasTables ? SearchAllView(context, entry) : nil, heading: entry.heading,
        richText: description?.html, queryAddress: context.mayQuery(entry) ? entry.queryAddress : nil,
        exports: ExportsView(
          exportHeading: "Tables and views of this database",
          formats: [.init(title: "JSON", address: json, remark: "names, columns, counts")])))
  }
}

extension SiteContext {
  /// What stands around the list of the tables of the site, or of a folder with a title.
  package func listingFrame(
    folder: String?, _ preferences: ViewPreferences, hasTables: Bool
  ) throws -> ListingFrame {
    let key = ListingFrame.Key(
      folder.map { .folder(title: $0) } ?? .home, preferences: preferences, hasTables: hasTables)
    return try drawnTables.frame(key) { try ListingFrame(key, folder: folder, self) }
  }

  /// What the home page lists.
  /// - Parameter databases: all of them; `nil` for a part of what there is, which is drawn each time.
  package func homeList(of databases: [DatabaseSummary]?, _ view: () -> HomeListView) throws -> HTML {
    let nib = try nibs.homeList.nib()
    guard let databases else { return nib.html(view()) }
    return drawnTables.list(.init(page: .home, start: 0), of: databases) { nib.html(view()) }
  }

  /// What stands around the list of the tables of a database.
  package func listingFrame(
    of entry: SiteMap.DatabaseEntry, _ preferences: ViewPreferences, hasTables: Bool
  ) throws -> ListingFrame {
    let key = ListingFrame.Key(
      .database(address: entry.address), preferences: preferences, hasTables: hasTables)
    return try drawnTables.frame(key) { try ListingFrame(key, entry, self) }
  }
}
