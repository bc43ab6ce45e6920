import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { checkpointText, parseCheckpoint } from "../../infra/audit/Checkpoint.ts"
import { signNote } from "../../infra/crypto/SignedNote.ts"
import {
  appendKey,
  type AuditedLog,
  auditedLog,
  copyOf,
  findingsOf,
  forger,
  manipulate,
  onLog,
  signer,
  signTree
} from "../support/audit/AuditedLog.ts"

class Audited extends Context.Service<Audited, AuditedLog>()("test/audit/TouchedTree/Audited") {}
const audited = Layer.effect(Audited, auditedLog)

layer(audited, { excludeTestServices: true })("A tree that somebody touched", (it) => {
  const touched = (change: (tree: string) => void) =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      change(join(folder, "tree"))
      return yield* findingsOf(folder, join(folder, "tree"), log.kept)
    })

  const flip = (path: string, at: number) => {
    const bytes = readFileSync(path)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }

  it.effect("has a leaf that is not the event's", () =>
    Effect.gen(function* () {
      const findings = yield* touched((tree) => flip(join(tree, "tile/0/000"), 32 * 9))
      assert.isTrue(findings.some((finding) => finding.startsWith("entry 9")))
      assert.include(findings, "checkpoint: the tiles are not those that were signed")
    })
  )

  it.effect("has a hash that does not follow from its leaves", () =>
    Effect.gen(function* () {
      const findings = yield* touched((tree) => flip(join(tree, "tile/1/000.p/1"), 0))
      assert.deepStrictEqual(findings, ["tile 1/0: its hashes are not those of the leaves below it"])
    })
  )

  it.effect("has another entry than it hashes", () =>
    Effect.gen(function* () {
      const [first = ""] = yield* touched((tree) => flip(join(tree, "tile/entries/000"), 40))
      assert.strictEqual(first, "entry 0: the entry in the folder is not what is hashed")
    })
  )

  it.effect("is signed by another key of the same name", () =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      rmSync(join(folder, "tree"), { recursive: true })
      yield* signTree(folder, forger)
      const [first = ""] = yield* findingsOf(folder, join(folder, "tree"), log.kept)
      assert.match(first, /^checkpoint: is not signed by food\.example\/audit\+/)
    })
  )

  it.effect("is signed with the real key as the tree of another log", () =>
    Effect.gen(function* () {
      const findings = yield* touched((tree) => {
        const checkpoint = parseCheckpoint(readFileSync(join(tree, "checkpoint"), "utf8"))
        assert.isDefined(checkpoint)
        const text = checkpointText({ ...checkpoint, origin: "other.example/audit" })
        writeFileSync(join(tree, "checkpoint"), signNote(signer, text))
      })
      assert.deepStrictEqual(findings, ["checkpoint: is no checkpoint of this log"])
    })
  )

  it.effect("a checkpoint that was kept, and that is not signed by the key of the log, is named", () =>
    Effect.gen(function* () {
      const log = yield* Audited
      const [half] = log.kept
      assert.isDefined(half)
      const forged = half.note.replace(/\n[^\n]*\n\n/, `\n${Buffer.alloc(32, 1).toString("base64")}\n\n`)
      const findings = yield* findingsOf(log.folder, join(log.folder, "tree"), [{ name: "half", note: forged }])
      assert.lengthOf(findings, 1)
      assert.match(findings[0] ?? "", /^half: is not signed by food\.example\/audit\+/)
    })
  )

  it.effect("an event that is damaged is named as such, in the tree and beyond what was signed", () =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      yield* onLog(folder, appendKey(200))
      const damage = (position: number) =>
        manipulate(
          folder,
          (db) => void db.prepare("UPDATE events SET actor = 'x' WHERE position = ?").run(position),
          false
        )
      damage(10)
      damage(log.size + 2)
      const findings = yield* findingsOf(folder, join(folder, "tree"), log.kept)
      const named = findings.filter((finding) => finding.includes("checksum"))
      assert.deepStrictEqual(
        named.map((finding) => /^entry (\d+)/.exec(finding)?.[1]),
        ["9", String(log.size + 1)]
      )
    })
  )

  it.effect("is cut back to what it was before", () =>
    Effect.gen(function* () {
      const log = yield* Audited
      const folder = yield* copyOf(log)
      manipulate(folder, (db) => void db.prepare("DELETE FROM events WHERE position > ?").run(log.half))
      cpSync(join(log.mirror, "checkpoints", String(log.half)), join(folder, "tree/checkpoint"))
      const findings = yield* findingsOf(folder, join(folder, "tree"), log.kept)
      assert.deepStrictEqual(findings, ["whole: cut back: 301 entries were signed, the tree has 151"])
    })
  )
})
