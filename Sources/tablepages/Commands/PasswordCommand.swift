import ArgumentParser
import Glibc
import TablePages

struct PasswordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Hashes a password for an access file.",
    discussion: """
      Prompts for the password, or reads the first line of standard input. Prints the user's line for the file given to \
      serve --access:
        tablepages password
      """)

  func run() throws {
    let password = try Self.read()
    guard password.count >= 8 else { throw CommandFailure("the password must have at least 8 characters") }
    guard password.utf8.count <= 1_000 else { throw CommandFailure("the password must have at most 1,000 bytes") }
    writeLine("password: \"\(try PasswordHash(of: password))\"", to: .output)
  }

  private static func read() throws -> String {
    guard isatty(STDIN_FILENO) == 1 else { return try line() }
    let password = try asked("Password: ")
    guard try asked("Repeat password: ") == password else { throw CommandFailure("the passwords don't match") }
    return password
  }

  private static func asked(_ question: String) throws -> String {
    var terminal = termios()
    guard tcgetattr(STDIN_FILENO, &terminal) == 0 else { throw CommandFailure("can't read from the terminal") }
    var silent = terminal
    silent.c_lflag &= ~tcflag_t(ECHO)
    writeBytes(Array(question.utf8), to: .errors)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &terminal)
      writeLine("", to: .errors)
    }
    return try line()
  }

  private static func line() throws -> String {
    guard let line = readLine(strippingNewline: true) else { throw CommandFailure("no password given") }
    return line
  }
}
