import ExampleTables
import TablePages
import Testing

// What somebody writes who adds a kind of message from outside: one view model, one cell, and one line that registers it.

private struct VideoMessage: CellViewModel {
  var id: RowKey
  var author: String
  var address: String
  var seconds: Int
}

private struct VideoMessageCell: OutletCell {
  static let nib =
    #"<div class="cell-text"><b>{{author}}</b> <video src="{{address}}" controls></video> {{seconds}} s</div>"#

  @Outlet var author: String
  @Outlet var address: String
  @Outlet var seconds: Int

  func configure(with message: VideoMessage) {
    author = message.author
    address = message.address
    seconds = message.seconds
  }
}

@Test func aVideoMessageIsOneViewModelOneCellAndOneRegistration() async throws {
  var map = try adapters(Messages.register)
  try map.register(VideoMessageCell.self, nib: VideoMessageCell.nib)

  let table = try Messages.table()
  try table.add(VideoMessage(id: 9, author: "Ada Okafor", address: "mast.mp4", seconds: 12))
  let rendered = try await Rendered(table, map)
  #expect(rendered.html.contains("<b>Ada Okafor</b> <video src=\"mast.mp4\" controls></video> 12 s"))
  #expect(rendered.problems.isEmpty)
  #expect(rendered.created["VideoMessageCell"] == 1)
}

@Test func aKindOfMessageThatNobodyRegisteredIsAPlaceholder() async throws {
  let table = try Messages.table()
  try table.add(VideoMessage(id: 9, author: "Ada Okafor", address: "mast.mp4", seconds: 12))
  let rendered = try await Rendered(table, adapters(Messages.register))
  #expect(rendered.html.contains("no cell for VideoMessage"))
  #expect(rendered.problems.count == 1)
}

@Test func fiftyMixedCellsTakeOneCellForEachKind() async throws {
  var map = try adapters(Messages.register)
  try map.register(VideoMessageCell.self, nib: VideoMessageCell.nib)
  let table = try Messages.table()
  for number in 9...58 {
    try table.add(
      VideoMessage(id: RowKey(number), author: "Tomas Lind", address: "\(number).mp4", seconds: number))
  }
  let rendered = try await Rendered(table, map, TableQuery(pageSize: 50))
  for (identifier, count) in rendered.created {
    #expect(count == min(rendered.drawn[identifier] ?? 0, 1), "\(identifier)")
  }
  #expect(rendered.drawn["VideoMessageCell"] == 42)
}
