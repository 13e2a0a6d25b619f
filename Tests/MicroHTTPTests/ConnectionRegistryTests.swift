import MicroHTTPTesting
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

  @Test func isCrowdedOnceMoreThanThreeOfFourPlacesAreTaken() {
    let registry = ConnectionRegistry()
    #expect(!registry.isCrowded)
    for descriptor in 10..<16 { #expect(registry.takePlace(Int32(descriptor), limit: 8)) }
    #expect(!registry.isCrowded)
    #expect(registry.takePlace(16, limit: 8))
    #expect(registry.isCrowded)
    registry.giveBack(16)
    #expect(!registry.isCrowded)
  }

  /// Those who have read a page leave their places to others, however long they might stay otherwise.
  @Test func idleConnectionsEndSoonWhereAServerIsCrowded() async throws {
    var configuration = testConfiguration()
    (configuration.connectionLimit, configuration.idleTimeout) = (4, .seconds(300))
    try await LiveServer.with(ClosureHandler { _ in Response() }, configuration: configuration) { server in
      var connections: [TestConnection] = []
      for _ in 0..<4 {
        connections.append(try await server.connect())
        try await connections[connections.count - 1].send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try await connections[connections.count - 1].response().status == .ok)
      }
      #expect(try await connections[3].closes(within: .seconds(60)))
      #expect(try await !connections[0].closes(within: .milliseconds(1500)))
    }
  }
}
