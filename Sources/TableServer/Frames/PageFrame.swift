import TableRendering

/// The values that `frame-head.html` and `frame-top.html` take: what is the same around every page.
struct PageFrame: Sendable {
  /// A step of the way to a page.
  struct Crumb: Sendable {
    var title: String
    var address: String?
  }

  /// A table that stands beside the one on the page.
  struct Neighbour: Sendable {
    var title: String
    var address: String
    var size: String? = nil
    var isCurrent: Bool
  }

  var title: String
  var crumbs: [Crumb] = []
  var neighbours: [Neighbour] = []
  var alternate: String?
  /// Path and query of the page, to come back to after a choice of appearance.
  var returnTo: String
  var preferences: ViewPreferences
  /// What happened to the change that led to this page.
  var flash: Flash?
  /// Who asks.
  var visitor: Visitor?
  /// Whether the page has a View menu of its own, which holds the choices that otherwise stand in the top bar.
  var hasViewMenu = false
  /// Whether the page has parts that may come late.
  var hasLateParts = false

  func values(_ context: SiteContext) -> [String: NibValue] {
    var values: [String: NibValue] = [
      "lang": .text(context.options.language),
      "dir": .text(context.options.isRightToLeft ? "rtl" : "ltr"),
      "isCompact": .boolean(preferences.density == .compact),
      "title": .text(title),
      "siteTitle": .text(context.title),
      "assets": context.assets.values,
      "alternate": NibValue(alternate),
      "home": .text(context.map.home),
      "hasCrumbs": .boolean(!crumbs.isEmpty || !neighbours.isEmpty),
      "crumbs": .list(crumbs.map(\.value)),
      "appearance": hasViewMenu ? .null : .object(choices(context, [themeChoice])),
    ]
    if let account = context.account(visitor, returnTo: returnTo) { values["account"] = .html(account) }
    if let flash { values["flash"] = .html(flash.html(context)) }
    if hasLateParts { values["lateScript"] = .text(context.assets.lateScript) }
    if preferences.theme != .system { values["theme"] = .text(preferences.theme.rawValue) }
    if let current = neighbours.first(where: \.isCurrent) {
      values["switcher"] = .object([
        "current": .text(current.title), "neighbours": .list(neighbours.map(\.value)),
      ])
    }
    return values
  }

  /// The values of `view-menu.html` without its columns.
  func viewMenu(_ context: SiteContext, isGrid: Bool) -> [String: NibValue] {
    choices(context, isGrid ? [densityChoice, phoneChoice, themeChoice] : [themeChoice])
  }

  private func choices(_ context: SiteContext, _ groups: [NibValue]) -> [String: NibValue] {
    ["viewAction": .text(context.map.base + "/-/view"), "returnTo": .text(returnTo), "groups": .list(groups)]
  }

  private var densityChoice: NibValue {
    choice(
      "Density", name: "density", current: preferences.density, [.comfortable: "Comfortable", .compact: "Compact"])
  }

  private var phoneChoice: NibValue {
    choice("On phones", name: "phone", current: preferences.phone, [.cells: "Cells", .grid: "Grid with frozen column"])
  }

  private var themeChoice: NibValue {
    choice(
      "Theme", name: "theme", current: preferences.theme, [.system: "As the system", .light: "Light", .dark: "Dark"])
  }

  private func choice<Choice: RawRepresentable<String> & Hashable>(
    _ legend: String, name: String, current: Choice, _ labels: KeyValuePairs<Choice, String>
  ) -> NibValue {
    let options = labels.map { choice, label in
      NibValue.object([
        "value": .text(choice.rawValue), "label": .text(label), "isSelected": .boolean(choice == current),
      ])
    }
    return .object(["legend": .text(legend), "name": .text(name), "options": .list(options)])
  }
}

extension PageFrame.Crumb {
  fileprivate var value: NibValue {
    .object(["crumb": .text(title), "isCurrent": .boolean(address == nil), "crumbAddress": NibValue(address)])
  }
}

extension PageFrame.Neighbour {
  fileprivate var value: NibValue {
    .object([
      "neighbour": .text(title), "neighbourAddress": .text(address), "size": NibValue(size),
      "isCurrent": .boolean(isCurrent),
    ])
  }
}
