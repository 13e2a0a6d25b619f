import SiteTables
package import TableRendering

/// `jump.html`: the page from which any table or row is gone to.
package struct JumpView: NibView {
  /// A table or a row that was found.
  package struct Found: NibView {
    let address: String
    let name: HTML
    let remark: String

    package init(address: String, name: HTML, remark: String) {
      (self.address, self.name, self.remark) = (address, name, remark)
    }
  }

  let frame: FrameView
  let jumpAction, words: String
  let hasFound: Bool
  let found: [Found]

  package init(_ page: PageLayout, _ context: SiteContext, words: String, found: [Found]) {
    frame = page.view(context, pageStyle: context.assets.sheetStyle)
    jumpAction = context.map.base + "/-/jump"
    self.words = words
    hasFound = !found.isEmpty
    self.found = found
  }
}

/// `keys.html`: the keys of all pages.
package struct KeysView: NibView {
  let frame: FrameView

  package init(_ page: PageLayout, _ context: SiteContext) {
    frame = page.view(context, pageStyle: context.assets.sheetStyle)
  }
}
