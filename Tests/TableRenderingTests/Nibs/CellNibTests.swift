import Foundation
import RecordViewModels
import TableModel
import Testing

@testable import SiteTables
@testable import TableRendering

private struct NoteCell: OutletCell {
  @Outlet var author: String
  func configure(with message: TextMessage) { author = message.author }
}

private struct Note: RecordViewModel {
  @Column var id: RowKey
  @Column var author: String
}

private struct NoteRowCell: OutletCell {
  @Outlet var author: String
  func configure(with note: Note) { author = note.author }
}

/// Where nibs of cells come from.
@Suite struct CellNibTests {
  /// Calls `test` with a folder that has these files, and removes it.
  private func withFolder(_ files: [String: String], _ test: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nibs-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, content) in files { try Data(content.utf8).write(to: folder.appending(path: name)) }
    try test(folder.path)
  }

  private func slots(_ nib: CellNib) throws -> [String] { try nib.compiled(for: NoteCell.self).slotNames }

  @Test func aFileIsFoundInAFolderAndBesideTheCode() throws {
    try withFolder(["note.html": "<i>{{author}}</i>\n"]) { folder in
      for nib: CellNib in [
        .file("note.html", in: folder), .file("note.html", in: folder + "/"),
        .file("note.html", beside: folder + "/Notes.swift"), .bytes(Array("{{author}}".utf8)), .text("{{author}}"),
      ] {
        let found = try slots(nib)
        #expect(found == ["author"])
      }
    }
  }

  @Test func aNibHasTheNameOfItsCellUnlessSaidOtherwise() throws {
    try withFolder(["NoteCell.html": "{{author}}", "NoteRowCell.html": "{{author}}"]) { folder in
      var setup = SourceSetup(title: "Notes")
      setup.register(NoteCell.self, beside: folder + "/Notes.swift")
      #expect(setup.mistake == nil)
      #expect(setup.adapters[TextMessage(1, "a", "b")]?.reuseIdentifier == "NoteCell")
    }
  }

  @Test func aFileThatIsMissingIsToldByItsPath() throws {
    var setup = SourceSetup(title: "Notes")
    setup.register(NoteCell.self)
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let error = try #require(setup.mistake as? NibError)
    #expect(error.description == "\(here)/NoteCell.html:1:1: can't read the nib: No such file or directory")
  }

  @Test func aMistakeInAFileIsToldByItsPathLineAndColumn() throws {
    try withFolder(["note.html": "<i>\n{{author}</i>"]) { folder in
      let error = try #require(throws: NibError.self) { try slots(.file("note.html", in: folder)) }
      #expect(error.description.hasPrefix("\(folder)/note.html:2:"))
    }
    let unread = try #require(throws: NibError.self) { try slots(.bytes([0x7b, 0xff], named: "note.html")) }
    #expect(unread.description == "note.html:1:1: this isn't UTF-8 text")
  }

  @Test func aTableOfADatabaseTellsItWhenItIsChecked() throws {
    var setup = TableSetup()
    setup.register(NoteRowCell.self, beside: "/nowhere/Notes.swift")
    #expect(setup.cells.count == 1)
    var adapters = AdapterMap()
    let error = try #require(throws: NibError.self) {
      _ = try setup.cells[0](RecordSchema("notes", columns: []), ViewVariant(1), { _ in nil }, &adapters)
    }
    #expect(error.nib == "/nowhere/NoteRowCell.html")
  }
}
