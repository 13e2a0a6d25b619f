import TableArguments
import Testing

@testable import TableServer

@Suite struct ViewPreferencesTests {
  @Test func everyChoiceSurvivesTheCookieAndHasACodeOfItsOwn() {
    var codes = Set<UInt8>()
    for density in ViewPreferences.Density.allCases {
      for phone in ViewPreferences.Phone.allCases {
        for theme in ViewPreferences.Theme.allCases {
          var preferences = ViewPreferences()
          (preferences.density, preferences.phone, preferences.theme) = (density, phone, theme)
          #expect(ViewPreferences(cookieValue: preferences.cookieValue) == preferences)
          #expect(codes.insert(preferences.code).inserted)
        }
      }
    }
  }

  @Test(arguments: ["", "nonsense", "..", "dark<script>", String(repeating: "a.", count: 10_000)])
  func nonsenseLeavesTheDefaults(cookie: String) { #expect(ViewPreferences(cookieValue: cookie) == ViewPreferences()) }

  @Test func whatIsMissingKeepsItsDefault() {
    var expected = ViewPreferences()
    expected.theme = .dark
    #expect(ViewPreferences(cookieValue: "dark") == expected)
  }
}
