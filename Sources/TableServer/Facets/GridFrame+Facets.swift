import TableModel
import TableRendering

/// The facets beside the rows, and the menu that adds one.
extension GridFrame {
  /// The page that waits for the facets, and has nothing else.
  var facetsAddress: String {
    var first = arguments
    first.query.position = .first
    first.query.values = .whole
    let text = first.queryText(schema: columns.schema, limits: limits)
    return address + "/-/facets" + (text.isEmpty ? "" : "?" + text)
  }

  /// The values of `facet-menu.html`.
  var facetMenu: [String: NibValue] {
    let count = arguments.facets.facets.count
    return [
      "facetCount": count == 0 ? .null : .text(String(count)), "facetAction": .text(address),
      "kept": kept { $0 == "_nofacet" },
      "columns": columnOptions,
      "suggestions": arguments.facets.areUnsuggested ? .null : .text(facetsAddress),
    ]
  }

  /// The values of `facet-sections.html`.
  func sections(_ answers: [AnsweredFacet]) -> NibValue { .list(answers.map(section)) }

  /// The values of `facet-suggestions.html`.
  func suggestions(_ facets: [Facet]) -> NibValue {
    let new = facets.filter { !arguments.facets.facets.contains($0) }
    return .object([
      "hasSuggestions": .boolean(!new.isEmpty),
      "suggested": .list(
        new.map { facet in
          .object([
            "facetTitle": .text(columns.title(of: facet.column)), "facetKind": NibValue(facet.kind.words),
            "addAddress": .text(link { $0.facets.add(facet) }),
          ])
        }),
    ])
  }

  private func section(_ answered: AnsweredFacet) -> NibValue {
    let facet = answered.facet
    var values: [String: NibValue] = [
      "facetID": .text("facet-\(facet.kind.rawValue)-\(facet.column)"),
      "facetTitle": .text(columns.title(of: facet.column)),
      "facetKind": NibValue(facet.kind.words),
      "removeFacet": arguments.facets.standing.contains(facet)
        ? .null : .text(link { $0.facets.facets.removeAll { $0 == facet } }),
    ]
    switch answered.answer {
    case .pending: values["pending"] = .text(facetsAddress)
    case .timedOut: values["remark"] = "Counting took too long"
    case .values(let result):
      values["remark"] = NibValue(result.remark)
      let greatest = max(result.values.first?.count ?? 1, 1)
      values["values"] = .list(result.values.map { bar($0, of: facet, result.basis, greatest: greatest) })
      if result.isTruncated, arguments.facets.size ?? 0 < context.options.maximumPageSize {
        let more = result.distinctCount.map { ($0 - result.values.count).withThousandsMarks + " more" } ?? "More"
        values["more"] = .text(more)
        values["moreAddress"] = .text(link { $0.facets.size = context.options.maximumPageSize })
      }
    }
    return .object(values)
  }

  private func bar(
    _ value: FacetValue, of facet: Facet, _ basis: FacetResult.Basis, greatest: Int
  ) -> NibValue {
    let text = columns.schema.columns[facet.column].text(of: value.value)
    let selection = arguments.query.selection
    var label = value.label ?? text
    if label.isEmpty { label = "\"\"" }
    var bar: [String: NibValue] = [
      "value": .text(label), "valueCount": .text(basis.words(for: value.count)),
      "share": .text(String((Double(value.count) / Double(greatest) * 1000).rounded() / 10)),
      "isSelected": .boolean(selection.filter(facet, text) != nil),
    ]
    // Bytes stand in no address.
    if case .blob(let bytes) = value.value {
      bar["value"] = .text(ByteCountText.words(bytes.count))
    } else {
      bar["valueAddress"] = .text(link { $0.query.selection = selection.toggling(facet, text) })
    }
    return .object(bar)
  }
}
