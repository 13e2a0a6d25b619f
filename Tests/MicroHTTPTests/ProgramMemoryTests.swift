import Testing

@testable import MicroHTTP

@Suite struct ProgramMemoryTests {
  @Test func codeFromFilesAloneIsFound() {
    let range = ProgramMemory.codeRange
    #expect(
      range("00401000-00402000 r-xp 00001000 fe:00 77                 /opt/my tables/tablepages\n")
        == 0x401000..<0x402000)
    #expect(
      range("7f01000-7f02000 r-xp 00001000 fe:00 78                 /usr/lib/libc.so.6\n") == 0x7f01000..<0x7f02000)
    #expect(range("00401000-00402000 rw-p 00001000 fe:00 77                 /opt/my tables/tablepages\n") == nil)
    #expect(range("00401000-00402000 r--p 00001000 fe:00 77                 /opt/my tables/tablepages\n") == nil)
    #expect(range("7ffd1000-7ffd3000 r-xp 00000000 00:00 0                  [vdso]\n") == nil)
    #expect(range("00401000-00402000 r-xp 00000000 00:00 0 \n") == nil)
    #expect(range("nonsense") == nil)
    #expect(range("") == nil)
  }

  @Test func theProgramRunsOnAfterItsCodeWasLetGo() {
    ProgramMemory.releaseStartupCode()
    #expect((1...100).map(String.init).joined().count == 192)
  }
}
