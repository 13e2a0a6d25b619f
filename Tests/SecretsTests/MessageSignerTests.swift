import Secrets
import Testing

@Suite struct MessageSignerTests {
  @Test func aSignedTextBringsItsMessageBackToWhoeverKnowsTheSecret() {
    let signer = MessageSigner(secret: "secret", purpose: "session")
    for message in [[], [0], Array("äöü".utf8), Array(repeating: 255, count: 300)] as [[UInt8]] {
      let text = signer.signedText(message)
      #expect(MessageSigner(secret: "secret", purpose: "session").message(ofSignedText: text) == message)
      #expect(MessageSigner(secret: "secret", purpose: "token").message(ofSignedText: text) == nil)
      #expect(signer.message(ofSignedText: String(text.dropFirst())) == nil)
      #expect(signer.message(ofSignedText: text + "A") == nil)
    }
  }

  private let message = Array("ada".utf8)

  @Test func aSignatureGoesWithOneMessageUnderOneSecretForOnePurpose() {
    let signer = MessageSigner(secret: "secret", purpose: "session")
    let signature = signer.signature(of: message)
    #expect(signature.count == 32)
    #expect(MessageSigner(secret: "secret", purpose: "session").isSignature(signature, of: message))
    #expect(!MessageSigner(secret: "secret", purpose: "token").isSignature(signature, of: message))
    #expect(!MessageSigner(secret: "Secret", purpose: "session").isSignature(signature, of: message))
    #expect(!signer.isSignature(signature, of: message + [0]))
    #expect(!signer.isSignature([], of: message))
    // What was signed in between leaves the signer as it was.
    #expect(signer.signature(of: message) == signature)
  }

  @Test func everyBitOfASignatureCounts() {
    let signer = MessageSigner(secret: "secret", purpose: "session")
    let signature = signer.signature(of: message)
    for bit in 0..<256 {
      var changed = signature
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!signer.isSignature(changed, of: message))
    }
  }

  @Test func withoutASecretEverySignerHasOneOfItsOwn() {
    let signature = MessageSigner(secret: nil, purpose: "session").signature(of: message)
    #expect(!MessageSigner(secret: nil, purpose: "session").isSignature(signature, of: message))
  }
}
