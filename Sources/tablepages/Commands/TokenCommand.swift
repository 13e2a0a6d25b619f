import ArgumentParser
import TablePages

struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Creates a token for a program, and its hash for an access file.",
    discussion: """
      The token is shown only once. The program sends it with each request; the access file holds only its hash:
        tablepages token
        curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8080/shop/orders.json
      """)

  func run() {
    let token = SecretToken()
    writeLine("token: \(token.text)", to: .output)
    writeLine("hash: \"\(token.hash)\"", to: .output)
  }
}
