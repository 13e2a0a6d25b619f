import TableRendering

/// `error.html`: what went wrong, the nearest names, and ways out.
package struct ErrorView: NibView {
  package let frame: FrameView
  package let status, heading: String
  package let explanation: String?
  package let hasNearest: Bool
  package let nearestIntroduction: String
  package let nearest, ways: [LinkView]
  package let requestID: String?

  package init(
    frame: FrameView, status: String, heading: String, explanation: String?, hasNearest: Bool,
    nearestIntroduction: String, nearest: [LinkView], ways: [LinkView], requestID: String?
  ) {
    self.frame = frame
    self.status = status
    self.heading = heading
    self.explanation = explanation
    self.hasNearest = hasNearest
    self.nearestIntroduction = nearestIntroduction
    self.nearest = nearest
    self.ways = ways
    self.requestID = requestID
  }
}
