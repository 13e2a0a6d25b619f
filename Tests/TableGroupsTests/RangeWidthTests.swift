import TableGroups
import Testing

@Suite struct RangeWidthTests {
  @Test(arguments: [
    (0.99, 25.86, false, 1.0), (0.0, 1.0, false, 0.05), (1.0, 3_503.0, true, 200.0), (0.0, 5.0, true, 1.0),
    (3.0, 3.0, false, 1.0), (.infinity, -.infinity, true, 1.0),
  ]) func rangesAreAsWideAsPeopleWouldMakeThem(least: Double, greatest: Double, areWhole: Bool, width: Double) {
    #expect(RangeWidth.suitable(from: least, through: greatest, areWhole: areWhole) == width)
  }

  @Test func thereAreNeitherFewNorManyRanges() {
    for exponent in -10...10 {
      for factor in [1.0, 1.3, 2, 3.7, 5, 9.9] {
        var greatest = factor
        for _ in 0..<abs(exponent) { greatest = exponent < 0 ? greatest / 10 : greatest * 10 }
        let width = RangeWidth.suitable(from: 0, through: greatest, areWhole: false)
        #expect((10...40).contains(greatest / width))
      }
    }
  }
}
