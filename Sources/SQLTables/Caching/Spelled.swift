package import TableModel
internal import TextCoding

/// What is asked about, to the byte.
///
/// Swift takes two texts for equal that are composed of other characters, `é` of one or of two. Databases don't: what was found about one isn't true
/// of the other.
package protocol Spelled: Hashable, Sendable {
  /// Whether two that are equal are so by the bytes of their texts, too.
  func isSpelled(like other: Self) -> Bool
}

/// The key of what is known about it.
struct SpelledKey<Subject: Spelled>: Hashable, Sendable {
  let subject: Subject

  init(_ subject: Subject) { self.subject = subject }

  static func == (one: SpelledKey, other: SpelledKey) -> Bool {
    one.subject == other.subject && one.subject.isSpelled(like: other.subject)
  }
}

extension RowSelection: Spelled {
  package func isSpelled(like other: RowSelection) -> Bool {
    func areSpelledAlike(_ ones: [ColumnFilter], _ others: [ColumnFilter]) -> Bool {
      zip(ones, others).allSatisfy { one, other in zip(one.values, other.values).allSatisfy { $0.isSpelled(like: $1) } }
    }
    return areSpelledAlike(filters, other.filters) && zip(alternatives, other.alternatives).allSatisfy(areSpelledAlike)
      && zip(searches, other.searches).allSatisfy { $0.text.isSpelled(like: $1.text) }
      && zip(expressions, other.expressions).allSatisfy { $0.isSpelled(like: $1) }
      && zip(relations, other.relations).allSatisfy { one, other in
        one.table.isSpelled(like: other.table) && one.column.isSpelled(like: other.column)
          && one.value.isSpelled(like: other.value)
      }
  }
}

extension FacetQuery: Spelled {
  package func isSpelled(like other: FacetQuery) -> Bool { selection.isSpelled(like: other.selection) }
}

extension SectionQuery: Spelled {
  package func isSpelled(like other: SectionQuery) -> Bool { selection.isSpelled(like: other.selection) }
}
