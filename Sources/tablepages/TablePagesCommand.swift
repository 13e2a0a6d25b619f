import ArgumentParser

@main
struct TablePagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "tablepages")
}
