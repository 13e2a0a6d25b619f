import ArgumentParser

struct HealthCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "healthcheck")
}
