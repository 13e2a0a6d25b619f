import Testing
import TextCoding

struct MomentTextTests {
  @Test(arguments: [
    ("2024-05-06 07:08:09", "2024-05-06T07:08:09"), ("2024-05-06T07:08", "2024-05-06T07:08"),
    ("2024-02-29 23:59:59", "2024-02-29T23:59:59"),
  ])
  func aMomentStandsInTheControlOfBrowsersAndComesBack(_ text: String, _ control: String) throws {
    let moment = try #require(MomentText(text))
    #expect(moment.controlText == control)
    #expect(MomentText(control)?.written(like: moment) == text)
  }

  @Test(arguments: [
    "", "2024-05-06", "2024-05-06 07:08:09Z", "2024-05-06 24:00:00", "2024-05-06 07:60:00", "2023-02-29 07:08:09",
    "2024-05-06 07:08:09.5", "2024-13-06 07:08", "0000-01-01 00:00", "2024-05-06_07:08", "2024-05-06 7:08:090",
  ])
  func whatABrowserWouldDropIsLeftAsText(_ text: String) {
    #expect(MomentText(text) == nil)
  }

  @Test func secondsAreAddedWhereTheTableHasThem() {
    #expect(MomentText("2024-05-06T07:08")?.written(like: MomentText("2024-01-01 00:00:00")) == "2024-05-06 07:08:00")
    #expect(MomentText("2024-05-06T07:08")?.written(like: nil) == "2024-05-06 07:08:00")
    #expect(MomentText("2024-05-06T07:08")?.written(like: MomentText("2024-01-01T00:00")) == "2024-05-06T07:08")
  }
}
