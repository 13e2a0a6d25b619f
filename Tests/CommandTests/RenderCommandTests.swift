import Foundation
import Testing

@Suite struct RenderCommandTests {
  @Test func printsWhatANibMakesOfData() async throws {
    try await TemporaryFolder.with { folder in
      let nib = try folder.write("list.html", #"<ul title="{{title}}">{{#items}}{{> item}}{{/items}}</ul>"#.utf8)
      try FileManager.default.createDirectory(atPath: folder.path("parts"), withIntermediateDirectories: true)
      try folder.write("parts/item.html", "<li>{{name}}</li>".utf8)
      let data = try folder.write("data.json", #"{"title": "\"A\"", "items": [{"name": "x < y"}, {"name": 2.5}]}"#.utf8)
      let run = try await Program.run("render", nib, "--data", data, "--partials", folder.path("parts"))
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output == #"<ul title="&quot;A&quot;"><li>x &lt; y</li><li>2.5</li></ul>"#)
    }
  }

  @Test func tellsMistakesWithFileLineAndColumn() async throws {
    try await TemporaryFolder.with { folder in
      let wrong = try folder.write("wrong.html", "<p>\n  {{#items}}\n</p>".utf8)
      let run = try await Program.run("render", wrong)
      #expect(run.isOneLineRefusal)
      #expect(run.errors.hasPrefix("tablepages: \(wrong):2:"), "\(run.errors)")

      let right = try folder.write("right.html", "<p>{{name}}</p>".utf8)
      let data = try folder.write("data.json", "{\n  \"name\": }".utf8)
      let other = try await Program.run("render", right, "--data", data)
      #expect(other.isOneLineRefusal)
      #expect(other.errors.hasPrefix("tablepages: \(data):2:"), "\(other.errors)")
    }
  }
}
