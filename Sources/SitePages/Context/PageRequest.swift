package import MicroHTTP
package import SiteAccess
package import SiteTables
package import TableArguments
package import TableModel

/// What a page has to know of the request that asks for it.
package struct PageRequest: Sendable {
  /// Path and query, as they came.
  package var target: String
  /// What the answer is written in.
  package var format: PageFormat
  package let preferences: ViewPreferences
  /// What the page has to say of the change that led to it.
  package let flash: Flash?
  /// Who asks.
  package let visitor: Visitor
  /// `https://data.example.org`, as the client called this server; empty if it can't be told.
  package let origin: String
  package let receivedAt: ContinuousClock.Instant
  /// Whether the client waits for the next answer, or means to.
  package let isFollowed: Bool
  /// Whether all rows were there when the answer was begun.
  package let completeness: TableCompleteness
  /// What the visitor's browser has kept of how the table looks.
  package let remembered: RememberedView?
  /// What a form could not store, to be shown again.
  package var refused: RefusedEntry?

  /// - Parameter origin: the request's, where it was asked for already.
  package init(
    _ request: Request, format: PageFormat, preferences: ViewPreferences, origin: String = "", flash: Flash? = nil,
    visitor: Visitor = .anyone, isFollowed: Bool = false, completeness: TableCompleteness = .complete
  ) {
    target = request.target
    self.format = format
    self.preferences = preferences
    self.flash = flash
    self.visitor = visitor
    self.isFollowed = isFollowed
    self.completeness = completeness
    receivedAt = request.receivedAt
    self.origin = format == .html || !origin.isEmpty ? origin : request.origin
    remembered = format == .html ? RememberedView(request) : nil
  }

  /// Names and values of the query, in their order. They are decoded on every call.
  package var arguments: [(name: String, value: String)] {
    let mark = target.pathSize
    guard mark < target.utf8.count else { return [] }
    return QueryItems(Substring(target.utf8.dropFirst(mark + 1))).map { ($0.name, $0.value) }
  }

  /// The value of an argument that few addresses have; the last, where it comes several times. Most addresses aren't decoded for it.
  package func rareArgument(_ name: String) -> String? {
    Self.mayHave([name], in: target) ? arguments.last { $0.name == name }?.value : nil
  }

  /// Whether a target has an argument of one of these names, or one whose name has to be decoded first. It is asked of each page, so that it
  /// reads the target once and makes nothing.
  package static func mayHave(_ names: [String], in target: String) -> Bool {
    var place = target.pathSize
    let target = target.utf8.span
    let equals = UInt8(ascii: "="), next = UInt8(ascii: "&")
    while place < target.count {
      place += 1
      let start = place
      while place < target.count, target[place] != next, target[place] != equals {
        if target[place] == UInt8(ascii: "%") { return true }
        place += 1
      }
      for name in names where name.utf8.count == place - start {
        let name = name.utf8.span
        var same = 0
        while same < name.count, name[same] == target[start + same] { same += 1 }
        if same == name.count { return true }
      }
      while place < target.count, target[place] != next { place += 1 }
    }
    return false
  }

  /// How long the request has been worked on, for people.
  package var timing: String { TimingText.words(receivedAt.duration(to: .now)) }

  /// The whole address of a path of this site; the path alone if the server's own name can't be told.
  package func absolute(_ path: String) -> String { origin + path }
}

extension RememberedView {
  /// What the visitor's browser has kept of the table that a request is about.
  package init?(_ request: Request) {
    // Most requests have no cookie at all, and looking is cheaper than parsing.
    guard request.header("Cookie") != nil, let text = request.cookie(named: Self.cookieName), !text.isEmpty else {
      return nil
    }
    self.init(of: QueryItems(text[...]).map { ($0.name, $0.value) })
    if items.isEmpty { return nil }
  }
}

extension ViewPreferences {
  /// What the visitor's browser has kept.
  package init(_ request: Request) {
    // Most requests have no cookie at all, and looking is cheaper than parsing.
    guard request.header("Cookie") != nil, let value = request.cookie(named: Self.cookieName) else {
      self.init()
      return
    }
    self.init(cookieValue: value)
  }
}
