import ArgumentParser
import FoundationEssentials
import Logging
import TableArguments
import TablePages
import TextCoding

/// Writes log entries to the standard error output, a line each.
///
/// What visitors send stands in some of them. In text it can neither begin another line, nor move a terminal's cursor, nor turn what is read around:
/// control characters and those that change the direction of writing are written as numbers.
struct LineLogHandler: LogHandler {
  enum Format: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// `2026-11-20T08:00:00Z notice: Reloaded site.yaml`
    case text
    /// `{"time":"2026-11-20T08:00:00Z","level":"notice","message":"Reloaded site.yaml"}`
    case json
  }

  var logLevel = Logger.Level.info
  var metadata = Logger.Metadata()
  var metadataProvider: Logger.MetadataProvider?
  let format: Format

  init(format: Format) { self.format = format }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var members = metadata
    if let provider = metadataProvider { members.merge(provider.get()) { $1 } }
    if let own = event.metadata { members.merge(own) { $1 } }
    let line = Self.line(
      format, time: Date.now.formatted(.iso8601), level: event.level.rawValue, message: event.message.description,
      members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) })
    writeLine(line, to: .errors)
  }

  static func line(
    _ format: Format, time: String, level: String, message: String, _ metadata: [(key: String, value: String)]
  ) -> String {
    switch format {
    case .text:
      let notes = metadata.map { " \(escaped($0.key))=\(escaped($0.value))" }.joined()
      return "\(time) \(level): \(escaped(message))\(notes)"
    case .json:
      var members: [(key: String, value: JSONValue)] = [
        ("time", .text(time)), ("level", .text(level)), ("message", .text(message)),
      ]
      for (key, value) in metadata where !members.contains(where: { $0.key == key }) {
        let number = numbers.contains(key) ? Int64(value) : nil
        members.append((key, number.map(JSONValue.integer) ?? .text(value)))
      }
      var line = ByteSink(capacity: 256)
      JSONValue.object(members).write(into: &line)
      return line.string
    }
  }

  /// What of the access log's metadata can be added up.
  private static let numbers: Set = ["bytes", "microseconds", "status"]

  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { DisplayWidth.isControl($0.value) }) else { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if DisplayWidth.isControl(scalar.value) {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
