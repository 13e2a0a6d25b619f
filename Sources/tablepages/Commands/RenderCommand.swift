import ArgumentParser
import TablePages

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders a nib with data, to try it out.",
    discussion: """
      A nib is HTML with Mustache tags: {{name}} is escaped, {{#list}}…{{/list}} repeats, {{^list}}…{{/list}} shows if the list is \
      empty, {{> part}} includes another file.
        tablepages render profile.html --data ada.json
        tablepages render page.html --data page.json --partials parts

      Errors name file, line and column.
      """)

  @Argument(help: ArgumentHelp("The nib file.", valueName: "nib"))
  var nib: String

  @Option(help: ArgumentHelp("A JSON file with the values of the tags. (default: none)", valueName: "file"))
  var data: String?

  @Option(help: ArgumentHelp("A folder of .html and .mustache files that {{> name}} includes.", valueName: "folder"))
  var partials: String?

  func run() throws {
    let source = try TextFile.read(nib)
    let partials = try partials.map(TextFile.readAll(inFolder:)) ?? [:]
    do {
      let nib = try Nib(source, named: nib, partials: partials)
      writeBytes(Array(nib.string(try values()).utf8), to: .output)
    } catch let error as NibError {
      throw CommandFailure(error.description)
    }
  }

  private func values() throws -> NibValue {
    guard let data else { return [:] }
    let text = try TextFile.read(data)
    do {
      return try NibValue(json: text)
    } catch {
      throw CommandFailure("\(data):\(error)")
    }
  }
}
