import RequestBodies
import TableRendering
import Testing

@testable import TableServer

@Suite struct EventMemberTests {
  @Test(arguments: [
    #"{"event": 1}"#, #"{"row": true}"#, #"{"row": 1.5}"#, #"{"row": null}"#, #"{"version": "new"}"#,
    #"{"selected": 5}"#, #"{"selected": [[]]}"#, #"{"values": "x"}"#, #"{"values": {"a": [1]}}"#, #"{"kind": -1}"#,
    #"{"confirm": "on"}"#, #"{"text": false}"#, #"{"to": {"row": 1}}"#, #"{"at": {"section": "0"}}"#,
    #"{"rows": []}"#, #"{"rows": [{"row": 1}]}"#, #"{"rows": [{"row": {}, "version": "0123456789abcdef"}]}"#,
    #"{"rows": [{"row": 1, "version": "0123456789abcdef", "more": 1}]}"#, #"{"to": {"section": 0, "rwo": 1}}"#,
  ])
  func whatIsOfAnotherTypeIsTold(json: String) throws {
    let problems = EventMember.problems(try Self.object(json))
    #expect(problems.count == 1 && problems[0].contains(" must be "), "\(problems)")
  }

  @Test(arguments: [
    #"{"event": "select", "row": 1, "selected": [1, "two"]}"#, #"{"row": "x", "version": "0123456789abcdef"}"#,
    #"{"values": {"a": null, "b": 1.5, "c": "x", "d": true}, "kind": 0, "confirm": true}"#,
    #"{"to": {"section": 0, "row": 2}, "at": {"section": 1}}"#,
    #"{"rows": [{"row": 1, "version": "0123456789abcdef"}]}"#, "{}",
  ])
  func whatFitsIsTaken(json: String) throws { #expect(EventMember.problems(try Self.object(json)) == []) }

  @Test(arguments: [#"{"value": {"a": 1}}"#, #"{"something": {"else": []}}"#, #"{"values.a": 1}"#])
  func whatHasNoMeaningIsTold(json: String) throws {
    let problems = EventMember.problems(try Self.object(json))
    #expect(problems.count == 1 && problems[0].hasPrefix("There is no member “"), "\(problems)")
  }

  private static func object(_ json: String) throws -> [String: NibValue] {
    guard case .object(let object) = try NibValue(json: json) else { return [:] }
    return object
  }
}
