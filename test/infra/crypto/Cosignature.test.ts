import { assert, describe, it } from "@effect/vitest"
import { cosignatureIn, cosignatureOf, readCosigner } from "../../../infra/crypto/Cosignature.ts"
import { ownNote, partsOfNote, readVerifier } from "../../../infra/crypto/SignedNote.ts"
import { cosignerFrom } from "../../support/audit/WitnessServer.ts"

/** Made by litewitness 0.9.0, of a tree of ours. */
const made = {
  key: "witness.example/lite+bd675ac8+BAwZ3NMOMkgGoSeBII7z382ZFMTNNIh5AyXegHTsehZ0",
  note: [
    "food.example/audit",
    "903",
    "ayyrHrFYF8fgOVqPqv+qrWjnlon26+0njFS2SS5Nk9c=",
    "",
    "— food.example/audit VDTO+lMA1KYFfmUZnG8Ob5ZamfiQD3VhszQ9RyliUKpbB3rDdk9XrxMSdBKl/5lD/UgPt3hBxMOeuFRORCPYHW5leA8=",
    "— witness.example/lite vWdayAAAAABrClvZvu5j3E7w/vIZLfqrj2cNIZnFXNQwCiB+CbMYD8sxK+j+tE64PKBEwyQk5bEGuX+WtLnA1V9gd3E1P0xv466bAA==",
    ""
  ].join("\n")
}

const verifierOf = (text: string) => {
  const cosigner = readCosigner(text)
  if (cosigner === undefined) throw new Error("the key is none")
  return cosigner
}

describe("A cosignature", () => {
  it("of a witness of others holds, and says when the witness saw the checkpoint", () => {
    const found = cosignatureOf(verifierOf(made.key), made.note)
    assert.isObject(found)
    assert.strictEqual(found !== undefined && found !== false && found.time, 1_795_840_985)
  })

  it("does not hold for another text, time, key or length, and is nobody's under another name", () => {
    const cosigner = verifierOf(made.key)
    const { lines = [], text = "" } = partsOfNote(made.note) ?? {}
    const line = lines[1] ?? ""
    assert.isObject(cosignatureIn(cosigner, text, line))
    assert.isFalse(cosignatureIn(cosigner, text.replace("903", "904"), line))
    const [name, base64] = [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]
    const bytes = Buffer.from(base64, "base64")
    const changed = (at: number) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return `${name} ${copy.toString("base64")}`
    }
    assert.isUndefined(cosignatureIn(cosigner, text, changed(0)), "the hash of the key")
    assert.isFalse(cosignatureIn(cosigner, text, changed(11)), "the time")
    assert.isFalse(cosignatureIn(cosigner, text, changed(12)), "the signature")
    assert.isFalse(cosignatureIn(cosigner, text, `${name} ${bytes.subarray(0, -1).toString("base64")}`))
    assert.isFalse(cosignatureIn(cosigner, text, `${name} ${Buffer.concat([bytes, bytes]).toString("base64")}`))
    assert.isUndefined(cosignatureIn(cosigner, text, line.replace("lite", "late")))
    assert.isUndefined(cosignatureIn(cosigner, text, lines[0] ?? ""))
  })

  it("has a time of which there is a date", () => {
    const cosigner = cosignerFrom("witness.example/w", 9)
    const verifier = verifierOf(cosigner.text)
    assert.isObject(cosignatureIn(verifier, "text\n", cosigner.line("text\n", 8_640_000_000_000n)))
    assert.isFalse(cosignatureIn(verifier, "text\n", cosigner.line("text\n", 8_640_000_000_001n)))
  })

  it("is by a key of its own kind: the key of a log is none of a witness", () => {
    const logKey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    assert.isDefined(readVerifier(logKey))
    assert.isUndefined(readCosigner(logKey))
    assert.isUndefined(readVerifier(made.key))
    assert.isUndefined(readCosigner(made.key.replace("bd675ac8", "bd675ac9")))
  })

  it("is taken for good where another one by the same key does not hold, and told where none does", () => {
    const cosigner = cosignerFrom("witness.example/w", 9)
    const verifier = verifierOf(cosigner.text)
    const bad = cosigner.line("other\n", 1)
    assert.isFalse(cosignatureOf(verifier, `text\n\n${bad}\n`))
    assert.isObject(cosignatureOf(verifier, `text\n\n${bad}\n${cosigner.line("text\n", 1)}\n`))
    assert.isUndefined(cosignatureOf(verifier, "text\n\n— other AAAA\n"))
    assert.isUndefined(cosignatureOf(verifier, "no note"))
  })

  it("is no part of what the log itself signed", () => {
    const own = made.note
      .split("\n")
      .filter((line) => !line.startsWith("— witness"))
      .join("\n")
    assert.strictEqual(ownNote(made.note), own)
    assert.strictEqual(ownNote(own), own)
  })
})
