internal import MicroHTTP
import SiteConfiguration
import SiteTables
import TableRendering

extension SiteContext {
  /// Where the browser finds what belongs to the pages; the addresses hold the contents' hashes. A class, since each page asks for some of them.
  package final class AssetAddresses: Sendable {
    let style: String
    /// Only for the page of statements.
    package let queryStyle: String
    package let queryScript: String
    /// Only for pages with facets.
    package let facetStyle: String
    /// Only for charts and rows in groups.
    package let chartStyle: String
    /// For what the site's owner has written.
    let notesStyle: String
    /// For the search of all tables, and pages that have its field.
    package let searchStyle: String
    /// Only for rows that visitors can do something with, and what is said and asked around that.
    package let editStyle: String
    /// Only for grids: rows that open, and menus of cells and columns.
    let gridScripts: [CustomAssetView]
    /// Only for pages of rows.
    let pageScripts: [CustomAssetView]
    /// Only for rows that can be moved.
    let rowScripts: [CustomAssetView]
    /// The same, with what selects rows and takes them to the clipboard.
    let selectionScripts: [CustomAssetView]
    /// The same, with what values are typed into cells with.
    let cellScripts: [CustomAssetView]
    /// Only for rows that are copied as text.
    let clipboardScripts: [CustomAssetView]
    /// Only for forms with fields.
    let fieldScripts: [CustomAssetView]
    /// For the pages that scripts show over others.
    let sheetStyle: String
    /// For every page.
    let keyScript: String
    /// Only for signing in, and for who is signed in.
    package let accessStyle: String
    /// Only for pages with parts that come late.
    let lateScript: String
    let icon: String
    package let sprite: String

    /// - Throws: `SiteError` if a file is missing that every page needs.
    init(_ files: StaticFiles, isLive: Bool) throws(SiteError) {
      style = try files.existing("tablepages.css")
      queryStyle = try files.existing("query.css")
      queryScript = try files.existing("query.js")
      notesStyle = try files.existing("notes.css")
      chartStyle = try files.existing("charts.css")
      facetStyle = try files.existing("facets.css")
      searchStyle = try files.existing("search.css")
      editStyle = try files.existing("edit.css")
      func scripts(_ names: String...) throws(SiteError) -> [CustomAssetView] {
        var views: [CustomAssetView] = []
        for name in names { views.append(CustomAssetView(assetAddress: try files.existing(name))) }
        return views
      }
      pageScripts = try scripts("rows.js", "layouts.js", "pages.js") + (isLive ? scripts("live.js") : [])
      gridScripts = try pageScripts + scripts("grid.js")
      rowScripts = try scripts("edit.js")
      clipboardScripts = try scripts("clipboard.js")
      fieldScripts = try scripts("fields.js")
      selectionScripts = try rowScripts + clipboardScripts + scripts("selection.js")
      cellScripts = try selectionScripts + scripts("cells.js", "typing.js") + fieldScripts
      sheetStyle = try files.existing("sheet.css")
      keyScript = try files.existing("keys.js")
      accessStyle = try files.existing("access.css")
      lateScript = try files.existing("late.js")
      icon = try files.existing("favicon.svg")
      sprite = try files.existing("icons.svg")
    }

    package var view: AssetsView { AssetsView(style: style, icon: icon, sprite: sprite) }
  }

  /// The site's own style sheets and scripts, which every page links after the others.
  package struct CustomAssets: Sendable {
    let styles: [CustomAssetView]
    let scripts: [CustomAssetView]

    /// - Throws: `SiteError` for a file that isn't in the public folder.
    init(_ options: Site.Options, _ file: SiteFile, _ files: StaticFiles) throws(SiteError) {
      func addresses(_ names: [String]) throws(SiteError) -> [CustomAssetView] {
        var views: [CustomAssetView] = []
        for name in names { views.append(CustomAssetView(assetAddress: try files.existing(name))) }
        return views
      }
      styles = try addresses(options.styleSheets + file.styleSheets.map(\.text))
      scripts = try addresses(options.scripts + file.scripts.map(\.text))
    }
  }
}

extension StaticFiles {
  /// The address of a file that pages link.
  fileprivate func existing(_ name: String) throws(SiteError) -> String {
    guard let address = address(of: name) else { throw SiteError.missingFile(name) }
    return address
  }
}
