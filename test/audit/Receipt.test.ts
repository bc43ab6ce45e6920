import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { keyStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { signerText } from "../../infra/crypto/SignedNote.ts"
import { AuditTree } from "../../src/audit/AuditTree.ts"
import { extendTree } from "../../src/audit/ExtendTree.ts"
import * as Receipts from "../../src/audit/receipt/Receipts.ts"
import { askWitnesses } from "../../src/audit/witness/AskWitnesses.ts"
import { appendKey, keyOf, logIn, manipulate, onLog, rotatedTo, signer } from "../support/audit/AuditedLog.ts"
import { openReceipt } from "../support/audit/OpenReceipt.ts"
import { policyFrom, startWitness } from "../support/audit/WitnessServer.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

const rig = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const root = join(folder, "tree")
  const tree = new TreeFolder(root)
  const keyPath = join(folder, "audit-key")
  writeFileSync(keyPath, signerText(signer))
  const grow = (n: number) => onLog(folder, appendKey(n))
  const rotateAgain = (n: number) =>
    onLog(
      folder,
      Effect.flatMap(EventLog, (log) =>
        log.append([{ streamId: keyStream(keyOf(n)), expectedVersion: 3, events: [rotatedTo(n + 900)] }], {
          commandId: `again-${n}`,
          actor: `key:${keyOf(n)}`
        })
      )
    )
  const sign = onLog(folder, extendTree(tree, signer))
  const receiptOf = (n: number) =>
    Effect.result(Effect.flatMap(Receipts.Receipts, ({ ofRotation }) => ofRotation(keyOf(n)))).pipe(
      Effect.provide(
        Receipts.layer(root, keyPath).pipe(Layer.provide(AuditTree.layer(root)), Layer.provide(logIn(folder))),
        { local: true }
      )
    )
  /** what goes wrong, by its tag */
  const failure = (n: number) =>
    Effect.map(receiptOf(n), (result) => (Result.isFailure(result) ? result.failure._tag : "a receipt"))
  const opened = Effect.fnUntraced(function* (n: number) {
    const { proof } = yield* Effect.fromResult(yield* receiptOf(n))
    return openReceipt(signer, proof)
  })
  return { folder, root, tree, grow, rotateAgain, sign, receiptOf, failure, opened }
})

describe("A receipt of a rotation", () => {
  it.effect("opens the commitment of the last rotation of the key, once that is in the signed tree", () =>
    Effect.gen(function* () {
      const { failure, grow, opened, receiptOf, rotateAgain, sign } = yield* rig
      yield* grow(1)
      assert.strictEqual(yield* failure(1), "NotYetInTree")
      yield* sign
      yield* grow(2)
      assert.strictEqual(yield* failure(2), "NotYetInTree")
      assert.strictEqual(yield* failure(3), "NoReceipt")
      const receipt = yield* Effect.fromResult(yield* receiptOf(1))
      assert.deepInclude(receipt, { type: "KeyRotated", leaf: 2, size: 5 })
      const read = yield* opened(1)
      assert.isObject(read)
      assert.deepInclude(read, {
        id: receipt.event,
        stream: `key-${keyOf(1)}`,
        version: 2,
        type: "KeyRotated",
        actor: "operator:alice",
        recorded_at: receipt.recordedAt
      })
      yield* rotateAgain(1)
      yield* sign
      assert.deepInclude(yield* Effect.fromResult(yield* receiptOf(1)), { type: "KeyRotated", leaf: 10, size: 11 })
      assert.deepInclude(yield* opened(1), { version: 4 })
      for (let n = 4; n < 70; n++) yield* grow(n)
      yield* sign
      for (const n of [1, 2, 40, 69]) assert.isObject(yield* opened(n))
    }).pipe(Effect.scoped)
  )

  it.effect("is of a checkpoint that witnesses have cosigned, where there is one with the rotation in it", () =>
    Effect.gen(function* () {
      const { grow, opened, sign, tree } = yield* rig
      const witness = yield* startWitness(signer, 41)
      const policy = policyFrom(`witness w ${witness.cosigner.text} ${witness.url}`, "quorum w")
      const noteOf = (n: number) =>
        Effect.map(opened(n), (read) =>
          typeof read === "string" ? [read] : [read.size, read.note.includes("witness")]
        )
      yield* grow(1)
      yield* sign
      assert.deepStrictEqual(yield* noteOf(1), [5, false])
      yield* askWitnesses(tree, policy)
      assert.deepStrictEqual(yield* noteOf(1), [5, true])
      yield* grow(2)
      yield* sign
      assert.deepStrictEqual(yield* noteOf(1), [5, true], "the newest is not cosigned yet")
      assert.deepStrictEqual(yield* noteOf(2), [10, false])
      for (let n = 3; n < 60; n++) yield* grow(n)
      yield* sign
      assert.deepStrictEqual(yield* noteOf(1), [5, true], "also where the tiles of then have become full")
      yield* askWitnesses(tree, policy)
      assert.deepStrictEqual(yield* noteOf(1), [295, true])
    }).pipe(Effect.scoped)
  )

  it.effect("is not given for what the tree does not say: a rotation that was changed afterwards", () =>
    Effect.gen(function* () {
      const { failure, folder, grow, opened, root, sign } = yield* rig
      yield* grow(1)
      yield* sign
      assert.isObject(yield* opened(1))
      cpSync(root, `${root}.copy`, { recursive: true })
      manipulate(folder, (db) => db.exec("UPDATE events SET actor = 'operator:bob' WHERE type = 'KeyRotated'"))
      assert.strictEqual(yield* failure(1), "EventNotAsSigned")
      manipulate(folder, (db) => db.exec("UPDATE events SET actor = 'x' WHERE type = 'KeyRotated'"), false)
      assert.strictEqual(yield* failure(1), "EventUndecodable")
    }).pipe(Effect.scoped)
  )

  it.effect("cannot be changed: not its event, its salt, its place or its checkpoint", () =>
    Effect.gen(function* () {
      const { grow, receiptOf, sign } = yield* rig
      yield* grow(1)
      yield* sign
      const { proof } = yield* Effect.fromResult(yield* receiptOf(1))
      const withOpening = (from: string | RegExp, to: string) => {
        const [first = "", extra = "", ...rest] = proof.split("\n")
        const text = Buffer.from(extra.slice(6), "base64").toString("utf8")
        assert.match(text, new RegExp(from))
        return [first, `extra ${Buffer.from(text.replace(from, to)).toString("base64")}`, ...rest].join("\n")
      }
      assert.isObject(openReceipt(signer, proof))
      assert.strictEqual(openReceipt(signer, withOpening("operator:alice", "operator:bob")), "another event")
      assert.strictEqual(openReceipt(signer, withOpening(/"salt":"../, '"salt":"00')), "another event")
      assert.strictEqual(openReceipt(signer, withOpening("KeyRotated", "KeyRevoked")), "not in the tree")
      assert.strictEqual(openReceipt(signer, proof.replace("index 2", "index 3")), "not in the tree")
      assert.strictEqual(openReceipt(signer, proof.replace("\n5\n", "\n6\n")), "not signed")
    }).pipe(Effect.scoped)
  )

  it.effect("there is none where no tree is kept", () =>
    Effect.gen(function* () {
      const { ofRotation } = yield* Receipts.Receipts
      const failure = yield* Effect.flip(ofRotation(keyOf(1)))
      assert.deepInclude(failure, { _tag: "NoReceipt", reason: "no-tree" })
    })
  )
})
