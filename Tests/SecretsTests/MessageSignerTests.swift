import Secrets
import Testing

@Suite struct MessageSignerTests {
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
