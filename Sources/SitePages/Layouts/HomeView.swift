package import TableRendering

/// `home.html`: every database with its tables, and tables mounted in code.
package struct HomeView: NibView {
  /// Tables built in code whose paths begin with the same names.
  package struct Mount: NibView {
    package let mountID, mountTitle: String
    package let isTitled: Bool
    package let mounted: [LinkView]

    package init(mountID: String, mountTitle: String, isTitled: Bool, mounted: [LinkView]) {
      self.mountID = mountID
      self.mountTitle = mountTitle
      self.isTitled = isTitled
      self.mounted = mounted
    }
  }

  package let frame: FrameView
  package let searchAll: SearchAllView?
  package let heading: String
  package let count: HTML
  package let summary: String?
  package let richText: HTML?
  package let jumps: [LinkView]
  package let hasJumps: Bool
  package let nameFilter: DatabaseView.NameFilter?
  package let databases: [DatabaseTablesView]
  package let mounts: [Mount]
  package let hasNothing: Bool
  package let version: String
  package let timing: PassingText

  package init(
    frame: FrameView, searchAll: SearchAllView?, heading: String, count: HTML, summary: String?, richText: HTML?,
    jumps: [LinkView], hasJumps: Bool, nameFilter: DatabaseView.NameFilter?, databases: [DatabaseTablesView],
    mounts: [Mount], hasNothing: Bool,
    version: String, timing: PassingText
  ) {
    self.frame = frame
    self.searchAll = searchAll
    self.heading = heading
    self.count = count
    self.summary = summary
    self.richText = richText
    self.jumps = jumps
    self.hasJumps = hasJumps
    self.nameFilter = nameFilter
    self.databases = databases
    self.mounts = mounts
    self.hasNothing = hasNothing
    self.version = version
    self.timing = timing
  }
}
