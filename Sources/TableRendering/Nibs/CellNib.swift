internal import Glibc

/// Where the nib of a cell comes from: a text, a file, or the bytes of an embedded resource.
///
/// ```swift
/// $0.register(TaskCell.self, nib: "<b>{{title}}</b>")
/// $0.register(TaskCell.self)                                              // TaskCell.html beside this code
/// $0.register(TaskCell.self, nib: .file("task.html"))                     // a file beside this code
/// $0.register(TaskCell.self, nib: .file("task.html", in: folder))         // such as `Bundle.module.resourcePath`
/// $0.register(TaskCell.self, nib: .bytes(PackageResources.task_html, named: "task.html"))
/// ```
/// Files are read when the cell is registered. Those beside the code are there as long as the program runs where it was compiled; one that is
/// moved to another machine takes its nibs from a bundle's folder or has them embedded.
public struct CellNib: Sendable {
  private enum Source {
    case text(String)
    case file(String)
    case bytes([UInt8])
  }

  /// What errors call it; `nil` for the nib of its cell.
  private let name: String?
  private let source: Source

  /// The nib itself.
  public static func text(_ source: String) -> CellNib { CellNib(name: nil, source: .text(source)) }

  /// A file beside the code.
  /// - Parameters:
  ///   - name: its name, or its path from the folder of the code.
  ///   - code: the file of the code; the caller's unless given.
  public static func file(_ name: String, beside code: String = #filePath) -> CellNib {
    file(name, in: code.lastIndex(of: "/").map { String(code[...$0]) } ?? "")
  }

  /// A file of a folder, such as the resources of a bundle.
  public static func file(_ name: String, in folder: String) -> CellNib {
    let path = folder.isEmpty || folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    return CellNib(name: path, source: .file(path))
  }

  /// The content of a resource that is embedded in code.
  /// - Parameter name: what errors call it; the nib of its cell unless given.
  public static func bytes(_ content: [UInt8], named name: String? = nil) -> CellNib {
    CellNib(name: name, source: .bytes(content))
  }

  /// The file that is named like a cell.
  package static func named<Cell>(after cell: Cell.Type, beside code: String) -> CellNib {
    file("\(Cell.self).html", beside: code)
  }

  /// Reads and compiles it.
  /// - Throws: `NibError` with the file that can't be read, or the place of what is wrong in the nib.
  package func compiled<Cell>(for cell: Cell.Type) throws(NibError) -> Nib {
    let name = name ?? "the nib of \(Cell.self)"
    switch source {
    case .text(let text): return try Nib(text, named: name)
    case .bytes(let bytes): return try Nib(Self.decoded(bytes, name), named: name)
    case .file(let path): return try Nib(Self.decoded(Self.content(of: path), name), named: name)
    }
  }

  private static func decoded(_ bytes: [UInt8], _ name: String) throws(NibError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw NibError(nib: name, line: 1, column: 1, message: "this isn't UTF-8 text")
    }
    return text
  }

  private static func content(of path: String) throws(NibError) -> [UInt8] {
    func unreadable() -> NibError {
      NibError(nib: path, line: 1, column: 1, message: "can't read the nib: \(String(cString: strerror(errno)))")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &part, part.count)
      guard count >= 0 else { throw unreadable() }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }
}
