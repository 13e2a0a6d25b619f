import Testing

@testable import MicroHTTP

@Suite struct ConnectionRegistryTests {
  @Test func thereAreAsManyPlacesAsTheLimitSays() {
    let registry = ConnectionRegistry()
    for descriptor in 10..<14 { #expect(registry.takePlace(Int32(descriptor), limit: 4)) }
    #expect(!registry.takePlace(14, limit: 4))
    #expect(registry.count == 4)
    registry.giveBack(11)
    #expect(registry.takePlace(14, limit: 4))
    #expect(!registry.takePlace(15, limit: 4))
  }

  /// The system hands out a descriptor's number again only once it is closed: whatever had the place has gone without a word.
  @Test func aNumberThatComesAgainTakesItsOldPlace() {
    let registry = ConnectionRegistry()
    #expect(registry.takePlace(10, limit: 2))
    #expect(registry.takePlace(11, limit: 2))
    #expect(registry.takePlace(10, limit: 2))
    #expect(registry.count == 2)
    registry.giveBack(10)
    #expect(registry.count == 1)
  }
}
