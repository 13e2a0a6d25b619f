import ArgumentParser

struct GetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "get")
}
