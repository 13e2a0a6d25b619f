extension NibValue {
  /// A view as a tree, for nibs that are filled from those. What is late shows nothing.
  package init(view: some NibView) {
    self = withUnsafePointer(to: view) { NibValue(ViewOutlet.all(of: type(of: view)), in: $0) }
  }

  private init(_ outlets: [ViewOutlet], in view: UnsafeRawPointer) {
    self = .object(Dictionary(outlets.map { ($0.name, NibValue($0.value(in: view))) }) { own, _ in own })
  }

  private init(_ value: any NibOutlet) {
    switch value.content {
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .boolean(let value): self = .boolean(value)
    case .html(let html): self = .html(html)
    case nil:
      let outlets = type(of: value).view.map(ViewOutlet.all) ?? []
      var views: [NibValue] = []
      value.forEachView { views.append(NibValue(outlets, in: $0)) }
      self = views.count == 1 ? views[0] : .list(views)
    }
  }
}
