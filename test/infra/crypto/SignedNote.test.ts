import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { checkpointText, parseCheckpoint } from "../../../infra/audit/Checkpoint.ts"
import { hmacSha256, makeCommitter } from "../../../infra/crypto/EventCommitment.ts"
import {
  makeSigner,
  openNote,
  readSigner,
  readVerifier,
  signerText,
  signNote
} from "../../../infra/crypto/SignedNote.ts"
import { treeHasher } from "../../../infra/crypto/TreeHasher.ts"

/** The example of Go's package golang.org/x/mod/sumdb/note. */
const example = {
  secret: "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz",
  key: "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
}

describe("A signed note", () => {
  it("is signed and opened as the published example is", () => {
    const signer = readSigner(example.secret)
    assert.strictEqual(signer?.text, example.key)
    const note = signer === undefined ? "" : signNote(signer, example.text)
    assert.strictEqual(note, `${example.text}\n${example.signature}`)
    const verifier = readVerifier(example.key)
    assert.isDefined(verifier)
    if (verifier !== undefined) assert.strictEqual(openNote(verifier, note), example.text)
  })

  it("is not opened when its text, its name, its key or its signature is another", () => {
    const signer = makeSigner("food.example/audit", new Uint8Array(32).fill(1))
    const other = makeSigner("food.example/audit", new Uint8Array(32).fill(2))
    const named = makeSigner("food.example/other", new Uint8Array(32).fill(1))
    if (signer === undefined || other === undefined || named === undefined) throw new Error("no signers")
    const note = signNote(signer, "text\n")
    assert.strictEqual(openNote(signer, note), "text\n")
    for (const one of [other, named]) {
      assert.isUndefined(openNote(one, note))
      assert.strictEqual(openNote(signer, note + signNote(one, "text\n").split("\n\n")[1]), "text\n", "among others")
    }
    for (const wrong of ["", "text\n", note.replace("text", "tex7"), note.replace("— ", "- "), note.slice(0, -3)]) {
      assert.isUndefined(openNote(signer, wrong))
    }
  })

  it("has keys that are written and read, and whose names have no spaces and no plus signs", () => {
    const signer = makeSigner("food.example/audit", new Uint8Array(32).fill(3))
    if (signer === undefined) throw new Error("no signer")
    assert.strictEqual(readSigner(signerText(signer))?.text, signer.text)
    assert.isUndefined(readSigner(signerText(signer).replace("food", "feed")))
    assert.isUndefined(readVerifier(signer.text.replace("food", "feed")))
    assert.isUndefined(readVerifier("nothing"))
    for (const name of ["", "a b", "a+b", "a\nb"]) assert.isUndefined(makeSigner(name, new Uint8Array(32)))
  })
})

describe("A checkpoint", () => {
  it("is three lines, and nothing else is read as one", () => {
    const checkpoint = { origin: "food.example/audit", size: 0, root: treeHasher.empty }
    const text = checkpointText(checkpoint)
    assert.strictEqual(text, "food.example/audit\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")
    const parsed = parseCheckpoint(text)
    assert.deepStrictEqual([parsed?.origin, parsed?.size], ["food.example/audit", 0])
    for (const wrong of [
      "",
      "a\n1\n",
      "a\n01\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
      "a\n-1\nAAAA\n",
      "a\n1\nAAAA\n"
    ]) {
      assert.isUndefined(parseCheckpoint(wrong))
    }
  })
})

describe("A commitment", () => {
  it("is HMAC-SHA-256 under the salt of the event", () => {
    for (const text of ["", "a", "x".repeat(200), "молоко"]) {
      for (const key of [new Uint8Array(0), new Uint8Array(32).fill(9), new Uint8Array(64).fill(1)]) {
        assert.strictEqual(hmacSha256(key, text), createHmac("sha256", key).update(text).digest("hex"))
      }
    }
    const committer = makeCommitter(new Uint8Array(32).fill(5))
    const expected = createHmac("sha256", committer.saltOf("id")).update("{}").digest("hex")
    assert.strictEqual(committer.commit("id", "{}"), expected)
  })

  it("differs by event, by data and by key, and names an actor by the same pseudonym", () => {
    const [one, other] = [makeCommitter(new Uint8Array(32).fill(5)), makeCommitter(new Uint8Array(32).fill(6))]
    const all = [one.commit("a", "{}"), one.commit("b", "{}"), one.commit("a", "[]"), other.commit("a", "{}")]
    assert.strictEqual(new Set(all).size, all.length)
    assert.strictEqual(one.pseudonym("operator:alice"), one.pseudonym("operator:alice"))
    assert.notStrictEqual(one.pseudonym("operator:alice"), one.pseudonym("operator:bob"))
    assert.notStrictEqual(one.pseudonym("operator:alice"), other.pseudonym("operator:alice"))
    assert.match(one.pseudonym("operator:alice"), /^[0-9a-f]{16}$/)
    assert.strictEqual(one.pseudonym("system"), "system")
  })
})
