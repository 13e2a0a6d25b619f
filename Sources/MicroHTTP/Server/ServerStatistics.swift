/// What a server has done since it started, at one moment.
public struct ServerStatistics: Sendable, Hashable {
  /// Requests whose answer is not yet sent.
  package var requestsInFlight = 0
  /// Requests answered, or given up.
  package var requests = 0
  /// Answers by the first digit of their status, 1 to 5, at index 0 to 4.
  package var responsesByClass = [0, 0, 0, 0, 0]
  /// Connections open now.
  package var connections = 0
  /// Connections accepted.
  package var connectionsAccepted = 0
  /// Connections refused because there were too many.
  package var connectionsRefused = 0
  /// Connections cut by the clock.
  package var connectionsTimedOut = 0
  /// Bytes of bodies sent.
  package var bodyBytesSent = 0
}
