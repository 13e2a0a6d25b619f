import TableRendering

/// `error.html`: what went wrong, the nearest names, and ways out.
struct ErrorView: NibView {
  struct Nearest: NibView {
    let nearestTitle: String
    let nearestAddress: String
    let nearestRemark: String?
  }

  let frame: FrameView
  let status: String
  let heading: String
  let explanation: String?
  let hasNearest: Bool
  let nearestIntroduction: String
  let nearest: [Nearest]
  let ways: [WayView]
}

/// A link that leads on.
struct WayView: NibView {
  let way: String
  let wayAddress: String
}
