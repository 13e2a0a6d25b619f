import TableRendering

/// `home.html`: every database with its tables, and tables mounted in code.
struct HomeView: NibView {
  /// A link to a part of the page.
  struct Jump: NibView {
    let jump: String
    let jumpAddress: String
    let jumpCount: String

    init(_ title: String, to id: String, count: String) { (jump, jumpAddress, jumpCount) = (title, "#" + id, count) }
  }

  /// Tables built in code whose paths begin with the same names.
  struct Mount: NibView {
    let mountID: String
    let mountTitle: String
    let isTitled: Bool
    let mounted: [Mounted]
  }

  struct Mounted: NibView {
    let mountedTitle: String
    let mountedAddress: String
    let mountedSummary: String
  }

  let frame: FrameView
  let searchAll: SearchAllView?
  let heading: String
  let count: HTML
  let summary: String?
  let richText: HTML?
  let jumps: [Jump]
  let hasJumps: Bool
  let databases: [DatabaseTablesView]
  let mounts: [Mount]
  let hasNothing: Bool
  let version: String
  let timing: String
}
