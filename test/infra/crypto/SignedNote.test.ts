import { assert, describe, it } from "@effect/vitest"
import { createCipheriv, createHash, createHmac, hkdfSync } from "node:crypto"
import { checkpointText, parseCheckpoint } from "../../../infra/audit/Checkpoint.ts"
import { eventDigest } from "../../../infra/crypto/EventChecksum.ts"
import { makeCommitter } from "../../../infra/crypto/EventCommitment.ts"
import { eventId } from "../../../infra/crypto/EventId.ts"
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
  it("is HMAC-SHA-256 of the event's digest under the salt of the event", () => {
    const committer = makeCommitter(new Uint8Array(32).fill(5))
    const event = { streamId: "key-key_1", streamVersion: 2, type: "KeyRotated", commandId: "c", actor: "cli" }
    for (const data of ["{}", `{"name":"${"молоко".repeat(2_000)}"}`]) {
      const fields = `key-key_1\n2\nKeyRotated\nc\ncli\n1763600000000\n${data}`
      const digest = createHash("sha256").update(fields).digest("hex")
      assert.strictEqual(eventDigest({ ...event, data, recordedAt: 1_763_600_000_000 }), digest)
      const key = Buffer.from(hkdfSync("sha256", new Uint8Array(32).fill(5), "", "fooddata event salts", 32))
      const id = Buffer.from(eventId("key-key_1", 2).replaceAll("-", ""), "hex")
      const salt = createCipheriv("aes-256-ecb", key, null).update(id)
      const salts = committer.saltsOf(Buffer.concat([Buffer.alloc(16, 1), id]))
      assert.deepStrictEqual(Buffer.from(salts.subarray(16)), salt)
      assert.strictEqual(committer.commit(salts, 16, digest), createHmac("sha256", salt).update(digest).digest("hex"))
    }
  })

  it("differs by event, by data and by key, and names an actor by the same pseudonym", () => {
    const [one, other] = [makeCommitter(new Uint8Array(32).fill(5)), makeCommitter(new Uint8Array(32).fill(6))]
    const [first, second] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
    const [data, changed] = ["a".repeat(64), "b".repeat(64)]
    const all = [
      one.commit(one.saltsOf(first), 0, data),
      one.commit(one.saltsOf(second), 0, data),
      one.commit(one.saltsOf(first), 0, changed),
      other.commit(other.saltsOf(first), 0, data)
    ]
    assert.strictEqual(new Set(all).size, all.length)
    assert.strictEqual(one.pseudonym("operator:alice"), one.pseudonym("operator:alice"))
    assert.notStrictEqual(one.pseudonym("operator:alice"), one.pseudonym("operator:bob"))
    assert.notStrictEqual(one.pseudonym("operator:alice"), other.pseudonym("operator:alice"))
    assert.match(one.pseudonym("operator:alice"), /^[0-9a-f]{16}$/)
    assert.strictEqual(one.pseudonym("system"), "system")
  })
})
