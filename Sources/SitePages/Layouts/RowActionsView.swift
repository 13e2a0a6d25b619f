import TableRendering

/// `row-actions.html`: what the site's owner lets be done to a row.
package struct RowActionsView: NibView {
  package struct Action: NibView {
    let actionName, actionTitle: String

    package init(actionName: String, actionTitle: String) {
      self.actionName = actionName
      self.actionTitle = actionTitle
    }
  }

  let actAddress, actKey, actVersion, actReturn: String
  let actions: [Action]

  package init(actAddress: String, actKey: String, actVersion: String, actReturn: String, actions: [Action]) {
    self.actAddress = actAddress
    self.actKey = actKey
    self.actVersion = actVersion
    self.actReturn = actReturn
    self.actions = actions
  }
}
