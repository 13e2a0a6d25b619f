import TableRendering

/// `home.html`: what stands around the list of the tables of a site or of a folder. What is late differs from one time to the next.
struct HomeView: NibView {
  let frame: FrameView
  let searchAll: SearchAllView?
  let heading: String
  let count = Late<HTML?>.late
  let notices = Late<HTML?>.late
  let richText: HTML?
  let listing = Late<HTML?>.late
  let version: String
  let timing = Late<String?>.late
}

/// `home-list.html`: every database with its tables, and tables mounted in code.
package struct HomeListView: NibView {
  /// Tables built in code whose paths begin with the same names.
  package struct Mount: NibView {
    let mountID, mountTitle: String
    let isTitled: Bool
    let mounted: [LinkView]

    package init(mountID: String, mountTitle: String, isTitled: Bool, mounted: [LinkView]) {
      self.mountID = mountID
      self.mountTitle = mountTitle
      self.isTitled = isTitled
      self.mounted = mounted
    }
  }

  let jumps: [LinkView]
  let hasJumps: Bool
  let nameFilter: DatabaseListView.NameFilter?
  let databases: [DatabaseTablesView]
  let mounts: [Mount]
  let hasNothing: Bool

  /// - Parameter nameFilter: a field that shows the tables whose names hold some words; `nil` where there are few.
  package init(
    jumps: [LinkView], nameFilter: DatabaseListView.NameFilter?, databases: [DatabaseTablesView], mounts: [Mount]
  ) {
    self.jumps = jumps
    hasJumps = jumps.count > 1
    self.nameFilter = nameFilter
    self.databases = databases
    self.mounts = mounts
    hasNothing = nameFilter == nil && databases.isEmpty && mounts.isEmpty
  }
}
