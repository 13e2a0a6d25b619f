/// What a server has to do at one moment.
package struct ServerStatistics: Sendable, Hashable {
  /// Requests whose answer is not yet sent.
  package var requestsInFlight = 0
  /// Connections open now.
  package var connections = 0
}
