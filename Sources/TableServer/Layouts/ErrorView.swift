import TableRendering

/// `error.html`: what went wrong, the nearest names, and ways out.
struct ErrorView: NibView {
  let frame: FrameView
  let status, heading: String
  let explanation: String?
  let hasNearest: Bool
  let nearestIntroduction: String
  let nearest, ways: [LinkView]
}
