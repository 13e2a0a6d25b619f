import ArgumentParser

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "render")
}
