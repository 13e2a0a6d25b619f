import Charts
import TableRendering
import Testing

@Suite struct ChartTests {
  private func chart(_ kind: Chart.Kind, _ values: [Double], width: Double = 1) -> Chart? {
    Chart(
      kind, title: "Things",
      points: values.enumerated().map { Chart.Point("p\($0)", at: Double($0), value: $1, text: "\($1)") }, width: width)
  }

  /// The values of an attribute, in percent.
  private func percents(_ attribute: String, _ html: HTML) throws -> [Double] {
    let pattern = try Regex("\(attribute)=\"([-0-9.e]+)%\"")
    return html.description.matches(of: pattern).compactMap { $0[1].substring.flatMap { Double($0) } }
  }

  @Test func barsAreAsLongAsTheirNumbers() throws {
    let html = try #require(chart(.bars, [10, 5, 0])).html
    let text = html.description
    #expect(text.contains("width=\"100%\" height=\"20\"") && text.contains("width=\"50%\" height=\"20\""))
    #expect(text.contains("width=\"0%\" height=\"20\""))
    #expect(text.contains("<title>p1: 5.0</title>"))
  }

  @Test func barsBelowZeroBeginWhereTheOthersDo() throws {
    let text = try #require(chart(.bars, [30, -10])).html.description
    #expect(text.contains("x=\"25%\" y=\"4\" width=\"75%\""))
    #expect(text.contains("x=\"0%\" y=\"32\" width=\"25%\""))
  }

  @Test func aLineGoesThroughItsPointsInTheirOrder() throws {
    let points = [(2.0, 4.0), (0.0, 0.0), (1.0, 2.0)].map {
      Chart.Point("at \($0.0)", at: $0.0, value: $0.1, text: "\($0.1)")
    }
    let text = try #require(Chart(.line, title: "Things", points: points)).html.description
    #expect(text.contains("d=\"M0 100 L50 50 L100 0\""))
    #expect(text.contains("<title>at 1.0: 2.0</title>"))
  }

  @Test func columnsFillTheirRanges() throws {
    let html = try #require(chart(.histogram, [1, 2, 4])).html
    let widths = try percents("width", html).dropFirst()
    #expect(widths.count == 3 && widths.allSatisfy { abs($0 - 100 / 3 * 0.92) < 0.1 })
  }

  @Test func everythingStaysWithinThePicture() throws {
    for values in [
      [0.0], [1e300, -1e300], [1e-300], [3, 3, 3], [-1, -2], [.nan, 1], [.infinity, 2], [0.1, 0.25, 7e9],
    ] {
      for kind in Chart.Kind.allCases {
        let html = try #require(chart(kind, values)).html
        #expect(!html.description.contains("nan") && !html.description.contains("inf%"), "\(values) \(kind)")
        for attribute in ["x", "y", "width", "height", "cx", "cy", "y1", "y2"] {
          #expect(
            try percents(attribute, html).allSatisfy { (0...100.01).contains($0) }, "\(attribute) \(values) \(kind)")
        }
      }
    }
  }

  @Test func whatCannotBeDrawnIsNoChart() {
    #expect(chart(.bars, []) == nil)
    #expect(chart(.line, [.nan]) == nil)
  }

  @Test func thereAreNoMoreBarsThanPeopleRead() throws {
    #expect(try #require(chart(.bars, Array(repeating: 1, count: 500))).points.count == Chart.barLimit)
    #expect(try #require(chart(.line, Array(repeating: 1, count: 5_000))).points.count == Chart.pointLimit)
  }

  @Test func wordsSayWhatThePictureShows() throws {
    #expect(
      try #require(chart(.bars, [1, 3, 2])).description
        == "Bar chart: Things. 3 values, the greatest 3.0 (p1), the least 1.0 (p0).")
    #expect(try #require(chart(.line, [1])).description == "Line chart: Things. 1 value, p0: 1.0.")
  }

  @Test func labelsAreTextWhateverTheyHold() throws {
    let point = Chart.Point("<script>alert(\"1\")</script>&", value: 1, text: "1")
    for kind in Chart.Kind.allCases {
      let text = try #require(Chart(kind, title: "a\"b<c", points: [point])).html.description
      #expect(!text.contains("<script") && !text.contains("a\"b<c"))
    }
  }
}
