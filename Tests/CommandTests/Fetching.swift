import Foundation
import FoundationNetworking

/// Asks a server of this machine, without a process of its own: tests that ask again and again would start hundreds.
///
/// - Returns: the body, and the status behind it; empty if nobody answers.
func fetched(_ url: String) async throws -> String {
  guard let url = URL(string: url) else { throw CocoaError(.fileReadUnknown) }
  var request = URLRequest(url: url)
  request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
  guard let (body, answer) = try? await URLSession.shared.data(for: request), let answer = answer as? HTTPURLResponse
  else { return "" }
  return String(decoding: body, as: UTF8.self) + String(answer.statusCode)
}
