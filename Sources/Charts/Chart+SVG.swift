package import TableRendering

extension Chart {
  /// The chart as a `<div>` with SVG.
  package var html: HTML {
    HTML { html in
      switch kind {
      case .bars: writeBars(into: &html)
      case .line, .histogram: writePlot(into: &html)
      }
    }
  }

  /// Opens the picture, which says in words what it shows.
  private func open(_ classes: StaticString, height: Int, into html: inout ByteSink) {
    html.markup("<div class=\"chart ")
    html.markup(classes)
    html.markup("\"><svg role=\"img\" width=\"100%\" height=\"")
    html.text(height)
    html.markup("\" aria-label=\"")
    html.text(description)
    html.markup("\">")
  }

  // MARK: Bars

  private static let barHeight = 28
  /// Letters of a label that there is room for.
  private static let labelLength = 24

  private func writeBars(into html: inout ByteSink) {
    open("chart-bars", height: points.count * Self.barHeight, into: &html)
    let scale = BarScale(points.map(\.value))
    for (row, point) in points.enumerated() {
      let top = row * Self.barHeight
      let (start, end) = scale.span(point.value)
      html.markup("<g><title>")
      html.text("\(point.label): \(point.text)")
      html.markup("</title><text class=\"chart-label\" x=\"0\" dx=\"-10\" y=\"")
      html.text(top + 18)
      html.markup("\">")
      html.text(point.label.shortened(to: Self.labelLength))
      html.markup("</text><rect class=\"chart-mark\" x=\"")
      html.percent(start)
      html.markup("\" y=\"")
      html.text(top + 4)
      html.markup("\" width=\"")
      html.percent(end - start)
      html.markup("\" height=\"20\" rx=\"2\"/><text class=\"chart-value\" x=\"")
      html.percent(end)
      html.markup("\" dx=\"6\" y=\"")
      html.text(top + 18)
      html.markup("\">")
      html.text(point.text)
      html.markup("</text></g>")
    }
    html.markup("</svg></div>")
  }

  // MARK: Lines and columns

  private static let plotHeight = 260
  /// Labels below the plot at most.
  private static let labels = 6

  private func writePlot(into html: inout ByteSink) {
    open(kind == .line ? "chart-line" : "chart-columns", height: Self.plotHeight, into: &html)
    let scale = ChartScale(points.map(\.value))
    for tick in scale.ticks { writeTick(tick, scale, into: &html) }
    let last = points[points.count - 1].place
    let places = PlaceScale(from: points[0].place, through: kind == .line ? last : last + width)
    if kind == .line { writeLine(scale, places, into: &html) } else { writeColumns(scale, places, into: &html) }
    writeLabels(places, into: &html)
    html.markup("</svg></div>")
  }

  private func writeTick(_ tick: Double, _ scale: ChartScale, into html: inout ByteSink) {
    let y = 100 - scale.percent(tick)
    html.markup("<line class=\"chart-rule")
    if tick == 0 { html.markup(" chart-zero") }
    html.markup("\" x2=\"100%\" y1=\"")
    html.percent(y)
    html.markup("\" y2=\"")
    html.percent(y)
    html.markup("\"/><text class=\"chart-label\" x=\"0\" dx=\"-8\" dy=\"4\" y=\"")
    html.percent(y)
    html.markup("\">")
    html.text(scale.words(tick))
    html.markup("</text>")
  }

  private func writeColumns(_ scale: ChartScale, _ places: PlaceScale, into html: inout ByteSink) {
    let step = places.percent(places.start + width)
    for point in points {
      let zero = scale.percent(0), end = scale.percent(point.value)
      html.markup("<g><title>")
      html.text("\(point.label): \(point.text)")
      html.markup("</title><rect class=\"chart-mark\" x=\"")
      html.percent(places.percent(point.place) + step * 0.04)
      html.markup("\" y=\"")
      html.percent(100 - max(zero, end))
      html.markup("\" width=\"")
      html.percent(step * 0.92)
      html.markup("\" height=\"")
      html.percent((end - zero).magnitude)
      html.markup("\"/></g>")
    }
  }

  private func writeLine(_ scale: ChartScale, _ places: PlaceScale, into html: inout ByteSink) {
    // Lines know no percent: they lie in a picture of their own, which is stretched while their width is not.
    html.markup(
      "<svg width=\"100%\" height=\"100%\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\"><path class=\"chart-path\" d=\""
    )
    for (index, point) in points.enumerated() {
      html.markup(index == 0 ? "M" : " L")
      html.coordinate(places.percent(point.place))
      html.markup(" ")
      html.coordinate(100 - scale.percent(point.value))
    }
    html.markup("\"/></svg>")
    let isDense = points.count > 60
    for point in points {
      html.markup("<circle class=\"chart-dot\" r=\"")
      html.text(isDense ? 1 : 3)
      html.markup("\" cx=\"")
      html.percent(places.percent(point.place))
      html.markup("\" cy=\"")
      html.percent(100 - scale.percent(point.value))
      html.markup("\"><title>")
      html.text("\(point.label): \(point.text)")
      html.markup("</title></circle>")
    }
  }

  /// Some of the points by their names, so far apart that they don't touch.
  private func writeLabels(_ places: PlaceScale, into html: inout ByteSink) {
    let every = max((points.count + Self.labels - 1) / Self.labels, 1)
    for (index, point) in points.enumerated() where index % every == 0 {
      let x = places.percent(point.place)
      html.markup("<text class=\"chart-place\" y=\"100%\" dy=\"20\" x=\"")
      html.percent(x)
      html.markup(x > 92 && points.count > 1 ? "\" text-anchor=\"end\">" : "\">")
      html.text(kind == .line ? point.label : point.label.prefixBeforeRange)
      html.markup("</text>")
    }
  }
}

/// Where the places of points are between the first and the last.
private struct PlaceScale {
  let start: Double
  private let length: Double

  init(from start: Double, through end: Double) {
    self.start = start
    length = end - start
  }

  func percent(_ place: Double) -> Double { length > 0 ? (place - start) / length * 100 : 50 }
}

/// The scale of bars, which reaches to the greatest of them: each says its number.
private struct BarScale {
  private let least: Double
  private let length: Double

  init(_ values: [Double]) {
    least = min(values.min() ?? 0, 0)
    length = max(values.max() ?? 0, 0) - least
  }

  func span(_ value: Double) -> (start: Double, end: Double) {
    guard length > 0, length.isFinite else { return (0, 0) }
    let zero = -least / length * 100, end = (value - least) / length * 100
    return (min(zero, end), max(zero, end))
  }
}

extension ByteSink {
  /// A number with two digits behind the point at most.
  fileprivate mutating func coordinate(_ value: Double) {
    let rounded = (value * 100).rounded() / 100
    // Without a sign before 0, and without a point behind whole numbers.
    if let whole = Int(exactly: rounded) { text(whole) } else { text(rounded) }
  }

  fileprivate mutating func percent(_ value: Double) {
    coordinate(value)
    markup("%")
  }
}

extension String {
  fileprivate func shortened(to length: Int) -> String {
    count > length ? String(prefix(length - 1)) + "…" : self
  }

  /// What a range begins with: `5` of `5 to 10`.
  fileprivate var prefixBeforeRange: String {
    firstRange(of: " to ").map { String(self[..<$0.lowerBound]) } ?? self
  }
}
