internal import CPageFiles

/// The files that pages are made of and with, in the program itself, so that nobody has to bring them along.
///
/// C embeds them, in no time: as resources of Swift they would be arrays of numbers, which its compiler takes longer for than for much code.
package enum PageFiles {
  /// The style sheets, scripts and pictures of the folder `Public`, which browsers fetch: by their paths there.
  package static let fetched = texts(publicFile).mapValues { Array($0.utf8) }

  /// The nibs of the product's own pages, by their names without `.html`.
  package static let nibs = Dictionary(
    uniqueKeysWithValues: texts(pageNib).map { (String($0.dropLast(".html".count)), $1) })

  private static func texts(_ file: (Int32) -> PageFile) -> [String: String] {
    var texts: [String: String] = [:]
    while case let file = file(Int32(texts.count)), let path = file.path, let text = file.text {
      texts[String(cString: path)] = String(cString: text)
    }
    return texts
  }
}
