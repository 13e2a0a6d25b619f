/// Numbers as a picture: what each point is called, and how far it is from zero.
///
/// A chart is drawn as SVG that takes its colours and fonts from the style sheet and its width from the page. It is an illustration: the
/// page shows the same numbers as a table.
package struct Chart: Sendable, Equatable {
  /// How the numbers are drawn.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A bar for each point, below each other.
    case bars
    /// A line through points whose places are numbers, such as days.
    case line
    /// A column for each range of numbers, beside each other.
    case histogram

    /// What people call it.
    package var title: String {
      switch self {
      case .bars: "Bars"
      case .line: "Line"
      case .histogram: "Histogram"
      }
    }
  }

  /// One number.
  package struct Point: Sendable, Equatable {
    /// What it belongs to.
    package var label: String
    /// Where it is among the others, for lines and histograms.
    package var place: Double
    /// The number itself.
    package var value: Double
    /// The number as people read it.
    package var text: String

    /// A number.
    package init(_ label: String, at place: Double = 0, value: Double, text: String) {
      self.label = label
      self.place = place
      self.value = value
      self.text = text
    }
  }

  /// Points that a chart shows at most: more can't be told apart.
  package static let pointLimit = 400
  /// Bars that are shown at most.
  package static let barLimit = 50

  /// How the numbers are drawn.
  package let kind: Kind
  /// What the numbers are: "Sum of Total by BillingCountry".
  package let title: String
  /// The numbers in the order in which they are drawn; at least one.
  package let points: [Point]
  /// How wide the range of each column is; the places are where ranges begin.
  package let width: Double

  /// `nil` where there is nothing to draw.
  package init?(_ kind: Kind, title: String, points: [Point], width: Double = 1) {
    let shown = points.filter { $0.value.isFinite && $0.place.isFinite }
      .prefix(kind == .bars ? Self.barLimit : Self.pointLimit)
    guard !shown.isEmpty else { return nil }
    self.kind = kind
    self.title = title
    self.points = kind == .bars ? Array(shown) : shown.sorted { $0.place < $1.place }
    self.width = width
  }

  /// What the picture shows, in words, for those who don't see it.
  package var description: String {
    var words = "\(kind == .bars ? "Bar chart" : kind == .line ? "Line chart" : "Histogram"): \(title). "
    words += points.count == 1 ? "1 value" : "\(points.count) values"
    guard let least = points.min(by: { $0.value < $1.value }), let greatest = points.max(by: { $0.value < $1.value }),
      points.count > 1
    else { return words + points.map { ", \($0.label): \($0.text)" }.joined() + "." }
    return words + ", the greatest \(greatest.text) (\(greatest.label)), the least \(least.text) (\(least.label))."
  }
}
