import SitePages
import Testing

@Suite struct PageRequestTests {
  /// Looked at for each page, so that most addresses aren't decoded.
  @Test(arguments: [
    ("/a/b?_edit=on", true), ("/a/b?x=1&_edit=on", true), ("/a/b?x&&_edit", true), ("/a/b?_edit=on&x=%20", true),
    ("/a/b?%5Fedit=on", true), ("/a/b?x=1&%65=", true),
    ("/a/_edit=on", false), ("/a/b?_sort=_edit", false), ("/a/b?x=%3D", false), ("/a/b?x=1?_edit=on", false),
    ("/a/b?__edit=1", false), ("/a/b?edit=on", false), ("/a/b?_editing=1", false), ("/a/b?_edi=t", false),
    ("/a/b?", false), ("/a/b", false), ("", false),
  ])
  func whetherATargetMayHaveAnArgumentIsSeenBeforeItIsDecoded(target: String, mayHave: Bool) {
    #expect(PageRequest.mayHave(["_editing_all", "_edit"], in: target) == mayHave)
  }
}
