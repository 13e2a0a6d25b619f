import TextCoding
internal import Yams

extension Node {
  /// Where it stands.
  var place: SourcePlace? { mark.map { SourcePlace(line: $0.line, column: $0.column) } }
  /// Whether nothing is said.
  var isNull: Bool { tag == Tag(.null) }
  /// Whether it has no more values than there is room for, which is less by them afterwards.
  func fits(in room: inout Int) -> Bool {
    room -= 1
    guard room >= 0 else { return false }
    switch self {
    case .scalar, .alias: return true
    case .sequence(let elements): return elements.allSatisfy { $0.fits(in: &room) }
    case .mapping(let members): return members.allSatisfy { $0.key.fits(in: &room) && $0.value.fits(in: &room) }
    }
  }
  /// Whether it is a text, as which a date without quotes counts too.
  var isText: Bool { tag == Tag(.str) || tag == Tag(.timestamp) }
}

extension JSONValue {
  /// A value of YAML; what JSON has no type for becomes a text.
  init(_ node: Node) {
    switch node {
    case .scalar(let scalar):
      if node.isNull {
        self = .null
      } else if node.tag == Tag(.bool), let flag = node.bool {
        self = .boolean(flag)
      } else if node.tag == Tag(.int), let number = node.int {
        self = .integer(Int64(number))
      } else if node.tag == Tag(.float), let number = node.float, number.isFinite {
        self = .real(number)
      } else {
        self = .text(scalar.string)
      }
    case .sequence(let elements): self = .list(elements.map(JSONValue.init))
    case .mapping(let members):
      self = .object(members.map { (key: $0.key.scalar?.string ?? "", value: JSONValue($0.value)) })
    case .alias: self = .null
    }
  }
}

extension SiteFileError.Problem {
  /// Why the text is no YAML.
  init(reading error: any Error) {
    func place(_ mark: Mark) -> SourcePlace { SourcePlace(line: mark.line, column: mark.column) }
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      self.init("Invalid YAML: \(problem)", at: place(mark))
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      self.init("Duplicate key “\(keys.first ?? "")”", at: place(context.mark))
    default: self.init("Invalid YAML", at: nil)
    }
  }
}
