import TableRendering

/// `home.html`: every database with its tables, and tables mounted in code.
struct HomeView: NibView {
  /// Tables built in code whose paths begin with the same names.
  struct Mount: NibView {
    let mountID, mountTitle: String
    let isTitled: Bool
    let mounted: [LinkView]
  }

  let frame: FrameView
  let searchAll: SearchAllView?
  let heading: String
  let count: HTML
  let summary: String?
  let richText: HTML?
  let jumps: [LinkView]
  let hasJumps: Bool
  let databases: [DatabaseTablesView]
  let mounts: [Mount]
  let hasNothing: Bool
  let version, timing: String
}
