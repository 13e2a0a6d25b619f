import TableRendering

/// `choices.html`: what a reader chooses once.
struct ChoicesView: EmbeddedView {
  struct Group: NibView {
    let legend, name: String
    let options: [OptionView]
  }

  let viewAction, returnTo, keysAddress: String
  let groups: [Group]
}
