import Foundation
import Testing

/// Handlers that don't fit their protocols don't compile, so that no function is silently left out.
@Suite struct HandlerSpellingTests {
  /// Every line that ends in `// wrong` has an error, and no other line has one.
  private static let source = """
    import TableModel
    struct Note: CellViewModel { var id: RowKey; var text = "" }
    struct Plain: EditHandler {
      typealias ViewModel = Note
      let fields = [EditField("text")]
      func viewModel(_ edit: Edit) -> Note { Note(id: edit.id, text: edit["text"]) }
    }
    struct Throwing: EditHandler {
      typealias ViewModel = Note
      let fields = [EditField("text")]
      func viewModel(_ edit: Edit) async throws(FieldErrors) -> Note { throw FieldErrors("No") }
    }
    struct NameTwisted: SelectionHandler { // wrong
      typealias ViewModel = Note
      func didSelected(_ row: SelectedRow) -> EventOutcome { .nothing }
      func didDeselect(_ row: SelectedRow) -> EventOutcome { .nothing }
    }
    struct LabelTooMuch: ActionHandler {
      typealias ViewModel = Note
      func actions(_ target: ActionTarget) -> [RowAction] { [] }
      func perform(action: RowAction, _ target: ActionTarget) -> EventOutcome { .nothing } // wrong
    }
    struct FieldsWithoutARow: EditHandler { // wrong
      typealias ViewModel = Note
      let fields = [EditField("text")]
    }
    struct OtherEvent: DeletionPolicy { // wrong
      typealias ViewModel = Note
      func deleteConfirmation(_ row: String) -> DeleteConfirmation? { nil }
    }
    struct AnswersLater: SelectionPolicy { // wrong
      typealias ViewModel = Note
      func willSelect(_ row: SelectableRow) async -> SelectionChoice { .this }
    }
    struct ForgottenProtocol: SelectionHandler {
      typealias ViewModel = Note
      func didSelect(_ row: SelectedRow) -> EventOutcome { .nothing }
      func didDeselect(_ row: SelectedRow) -> EventOutcome { .nothing }
      func didStore(_ row: StoredRow) async {} // wrong
      func isMovable(_ row: MovableRow) -> Bool { false } // wrong
      func viewModel(_ edit: Edit) throws -> Note { Note(id: edit.id) } // wrong
    }
    struct RowsOnly: DeletionPolicy { // wrong
      typealias ViewModel = TitleViewModel
      func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation? { nil }
    }
    struct SectionChangeForgotten: SectionHandler { // wrong
      typealias ViewModel = TitleViewModel
      func changes(of section: ChangedSection) -> Set<SectionChange.Kind> { [.rename] }
    }
    """

  @Test func whatDoesNotFitItsProtocolOrHasNoneDoesNotCompile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Wrong.swift")
    try Data(Self.source.utf8).write(to: file)
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let compiler = Process(), output = Pipe()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", products.appending(path: "Modules").path, file.path,
    ]
    compiler.standardError = output
    try compiler.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    let failed = Set(said.matches(of: /Wrong\.swift:([0-9]+):[0-9]+: error:/).compactMap { Int($0.1) })
    let lines = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
    let wrong = Set(lines.indices.filter { lines[$0].hasSuffix("// wrong") }.map { $0 + 1 })
    #expect(failed == wrong, "\(said)")
  }
}
