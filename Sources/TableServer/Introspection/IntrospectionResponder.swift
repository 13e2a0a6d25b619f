internal import MicroHTTP
import RequestBodies
import SiteAccess
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableRendering
import TextCoding

/// Answers what a site tells of itself, as JSON and as pages.
struct IntrospectionResponder: Sendable {
  let context: SiteContext
  /// Whether it is asked at the administrators' own address.
  var isAdministration = false

  func answer(_ subject: Introspection, _ request: PageRequest) async throws -> PageAnswer {
    let value = try await value(subject, request)
    guard request.format == .html else {
      var json = ByteSink(capacity: 4_096)
      value.write(into: &json)
      return PageAnswer(Response(json: json.string, headers: PageHeaders.data()))
    }
    return PageAnswer(try html(subject, value, request))
  }

  private func value(_ subject: Introspection, _ request: PageRequest) async throws -> JSONValue {
    guard subject == .openapi else {
      return try await IntrospectionData(context: context, visitor: request.visitor, insertLimit: JSONBody.rowLimit)
        .value(subject)
    }
    return try await OpenAPIDocument(context: context, origin: request.origin).value()
  }

  private func address(_ subject: Introspection) -> String { context.map.base + "/-/" + subject.rawValue }

  private func html(_ subject: Introspection, _ value: JSONValue, _ request: PageRequest) throws -> Response {
    let alternate = address(subject) + ".json"
    let frame = PageLayout(
      title: "\(subject.title) · \(context.title)", crumbs: [.init(title: subject.title)], alternate: alternate,
      returnTo: address(subject), preferences: request.preferences, flash: request.flash, visitor: request.visitor)
    let view = IntrospectionView(
      frame: frame.view(context), heading: subject.title, summary: subject.summary,
      others: Introspection.allCases.filter { ($0.isLinked || $0 == subject) && mayAsk($0, request.visitor) }.map {
        LinkView(title: $0.title, address: address($0), isCurrent: $0 == subject)
      },
      parts: parts(subject, value),
      formatAddress: alternate, timing: "Generated in \(request.timing)")
    return Response(html: try context.nibs.introspection.string(view), headers: PageHeaders.html(alternate: alternate))
  }

  private func mayAsk(_ subject: Introspection, _ visitor: Visitor) -> Bool {
    if isAdministration { return subject.isForAdministrators }
    guard subject.isForAdministrators else { return true }
    return !context.options.separatesAdministration && context.access.mayAdminister(visitor)
  }

  // MARK: A value in parts

  private typealias Part = IntrospectionView.Part

  /// Plain members stand in a part of their own, every object within the value in another.
  private func parts(_ subject: Introspection, _ value: JSONValue) -> [Part] {
    var parts: [Part] = []
    switch value.listed(as: subject) {
    case .object(let members) where subject == .openapi:
      guard case .object(let paths)? = members.first(where: { $0.key == "paths" })?.value else { return [] }
      parts = [
        Part(
          title: "Addresses", facts: paths.map { .init(name: $0.key, value: $0.value["get"]?["summary"]?.words ?? "") })
      ]
      if let unreadable = members.first(where: { $0.key == "x-errors" }) {
        parts.insert(Part(title: "Unreadable databases", facts: unreadable.value.facts), at: 0)
      }
    case .object(let members):
      var plain = Part(title: subject.title)
      for member in members where member.key != "ok" {
        guard case .object(let facts) = member.value, !facts.isEmpty else {
          plain.facts.append(.init(name: member.key, value: member.value.words))
          continue
        }
        if case .object? = facts.first?.value {
          parts += facts.map { Part(title: $0.key, facts: $0.value.facts) }
        } else {
          parts.append(Part(title: member.key, facts: member.value.facts))
        }
      }
      if !plain.facts.isEmpty { parts.insert(plain, at: 0) }
    case .list(let elements):
      parts = elements.map { Part(title: $0["name"]?.words ?? "", facts: $0.facts.filter { $0.name != "name" }) }
    default: break
    }
    for place in parts.indices { parts[place].partID = "part-\(place + 1)" }
    return parts
  }
}

extension JSONValue {
  /// What a page shows of it: where an object stands around a list, the list.
  fileprivate func listed(as subject: Introspection) -> JSONValue {
    switch subject {
    case .databases, .queries: self[subject.rawValue] ?? self
    default: self
    }
  }

  fileprivate var facts: [FieldView] {
    guard case .object(let members) = self else { return [] }
    return members.map { .init(name: $0.key, value: $0.value.words) }
  }

  /// The value for people.
  fileprivate var words: String {
    switch self {
    case .null: "none"
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let number): Int(number).withThousandsMarks
    case .real(let number): number.description
    case .text(let text): text
    case .list(let elements): elements.map(\.words).joined(separator: ", ")
    case .object(let members): members.map { "\($0.key): \($0.value.words)" }.joined(separator: ", ")
    }
  }
}
