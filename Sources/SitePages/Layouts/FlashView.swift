import TableRendering

/// `flash.html`: what became of the change that led to a page.
package struct FlashView: NibView {
  let assets: AssetsView
  let flashStyle, flash: String
  let isRefused: Bool
  let undo: Flash.Undo?
  let changesAddress: String?
}
