package import SiteAccess
package import SiteTables
package import TableArguments
import TableRendering

/// What a page says of itself for the frame that is around every page.
package struct PageLayout: Sendable {
  /// A table that stands beside the one on the page.
  package struct Neighbour: Sendable {
    package var title: String
    package var address: String
    var size: String? = nil
    package var isCurrent: Bool

    package init(title: String, address: String, size: String? = nil, isCurrent: Bool) {
      self.title = title
      self.address = address
      self.size = size
      self.isCurrent = isCurrent
    }
  }

  package var title: String
  package var crumbs: [Crumb] = []
  package var neighbours: [Neighbour] = []
  package var alternate: String?
  /// Path and query of the page, to come back to after a choice of appearance.
  package var returnTo: String
  package var preferences: ViewPreferences
  /// What happened to the change that led to this page.
  package var flash: Flash?
  /// Who asks.
  package var visitor: Visitor?
  /// The database that the page is about, which the top bar's links search and query.
  package var database: SiteMap.DatabaseEntry?
  /// Whether the page has a View menu of its own, which holds the choices that otherwise stand in the top bar.
  package var hasViewMenu = false
  /// Whether the page has parts that may come late.
  package var hasLateParts = false

  package init(
    title: String, crumbs: [Crumb] = [], neighbours: [Neighbour] = [], alternate: String? = nil, returnTo: String,
    preferences: ViewPreferences, flash: Flash? = nil, visitor: Visitor? = nil,
    database: SiteMap.DatabaseEntry? = nil, hasViewMenu: Bool = false, hasLateParts: Bool = false
  ) {
    self.title = title
    self.crumbs = crumbs
    self.neighbours = neighbours
    self.alternate = alternate
    self.returnTo = returnTo
    self.preferences = preferences
    self.flash = flash
    self.visitor = visitor
    self.database = database
    self.hasViewMenu = hasViewMenu
    self.hasLateParts = hasLateParts
  }

  /// - Parameters:
  ///   - pageStyle: the address of a style sheet that only this page needs.
  ///   - isDescribed: whether the page shows what the site's owner has written.
  ///   - takesFields: whether it has a form.
  ///   - isLive: whether it shows changes while it is open.
  package func view(
    _ context: SiteContext, pageStyle: String? = nil, isDescribed: Bool = false, takesFields: Bool = false,
    isLive: Bool = false
  ) -> FrameView {
    let options = context.options
    let isLive = isLive && options.isLive
    let scripts = isLive ? context.assets.pageScripts : []
    return FrameView(
      lang: "en", dir: options.isRightToLeft ? "rtl" : nil, dataLanguage: options.dataLanguage,
      theme: preferences.theme == .system ? nil : preferences.theme.rawValue,
      isCompact: preferences.density == .compact, title: title, siteTitle: context.title,
      assets: context.assets.view, pageStyle: pageStyle, notesStyle: isDescribed ? context.assets.notesStyle : nil,
      customStyles: context.customAssets.styles, customScripts: context.customAssets.scripts,
      keyScript: context.assets.keyScript, lateScript: hasLateParts ? context.assets.lateScript : nil,
      rowScripts: takesFields ? scripts + context.assets.fieldScripts : scripts,
      isLive: isLive, alternate: alternate, home: context.map.home,
      hasCrumbs: !crumbs.isEmpty || !neighbours.isEmpty,
      crumbs: crumbs.map { .init(crumb: $0.title, isCurrent: $0.address == nil, crumbAddress: $0.address) },
      switcher: neighbours.first(where: \.isCurrent).map {
        .init(
          current: $0.title, filterAction: neighbours.count > TablesShown.filterLimit ? database?.address : nil,
          neighbours: neighbours.map(\.view))
      },
      searchAddress: database.flatMap { $0.controller == nil ? $0.searchAddress : nil } ?? context.map.searchAddress,
      queryAddress: database.flatMap { context.mayQuery($0) ? $0.queryAddress : nil },
      account: .known(context.account(visitor, returnTo: returnTo)), flash: .known(flash?.html(context)),
      appearance: hasViewMenu ? nil : choices(context, [themeChoice]))
  }

  /// The same for a frame: who is signed in and what happened to a change are filled in each time.
  func openView(
    _ context: SiteContext, pageStyle: String?, isDescribed: Bool, takesFields: Bool = false, isLive: Bool
  ) -> FrameView {
    var view = view(
      context, pageStyle: pageStyle, isDescribed: isDescribed, takesFields: takesFields, isLive: isLive)
    view.account = .late
    view.flash = .late
    return view
  }

  /// The choices of a page with a View menu.
  func choices(_ context: SiteContext, isGrid: Bool) -> ChoicesView {
    choices(context, isGrid ? [densityChoice, phoneChoice, themeChoice] : [themeChoice])
  }

  private func choices(_ context: SiteContext, _ groups: [ChoicesView.Group]) -> ChoicesView {
    ChoicesView(
      viewAction: context.map.base + "/-/view", returnTo: returnTo, keysAddress: context.map.base + "/-/keys",
      groups: groups)
  }

  private var densityChoice: ChoicesView.Group {
    choice(
      "Density", name: "density", current: preferences.density, [.comfortable: "Comfortable", .compact: "Compact"])
  }

  private var phoneChoice: ChoicesView.Group {
    choice(
      "On phones", name: "phone", current: preferences.phone, [.cells: "Cells", .grid: "Grid with fixed first column"])
  }

  private var themeChoice: ChoicesView.Group {
    choice(
      "Theme", name: "theme", current: preferences.theme, [.system: "System", .light: "Light", .dark: "Dark"])
  }

  private func choice<Choice: RawRepresentable<String> & Hashable>(
    _ legend: String, name: String, current: Choice, _ labels: KeyValuePairs<Choice, String>
  ) -> ChoicesView.Group {
    ChoicesView.Group(
      legend: legend, name: name,
      options: labels.map { choice, label in
        .init(value: choice.rawValue, label: label, isSelected: choice == current)
      })
  }
}

extension PageLayout.Neighbour {
  fileprivate var view: FrameView.Neighbour {
    FrameView.Neighbour(neighbour: title, neighbourAddress: address, size: size, isCurrent: isCurrent)
  }
}
