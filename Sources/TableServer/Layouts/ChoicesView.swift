import TableRendering

/// `choices.html`: what a reader chooses once.
struct ChoicesView: EmbeddedView {
  struct Group: NibView {
    let legend: String
    let name: String
    let options: [Option]
  }

  struct Option: NibView {
    let value: String
    let label: String
    let isSelected: Bool
  }

  let viewAction: String
  let returnTo: String
  let groups: [Group]
}
