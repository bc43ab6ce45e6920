import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openNote } from "../../infra/crypto/SignedNote.ts"
import { askWitnesses } from "../../src/audit/witness/AskWitnesses.ts"
import { forger, manipulate, signer } from "../support/audit/AuditedLog.ts"
import { watched } from "../support/audit/WatchedTree.ts"
import { type Answer, policyFrom, startWitness } from "../support/audit/WitnessServer.ts"

describe("A witness", () => {
  it.effect("cosigns each checkpoint that continues the last, once, and the cosignature stands in the checkpoint", () =>
    Effect.gen(function* () {
      const { ask, asked, checkpoint, grow, root, seen, sign, tree } = yield* watched
      const first = yield* ask
      assert.deepStrictEqual(Result.getSuccess(first), Option.some(Option.some({ size: 5, time: 1_795_840_986 })))
      assert.strictEqual(seen.size, 5)
      yield* ask
      assert.lengthOf(asked, 1)
      const cosigned = checkpoint()
      assert.include(cosigned, "— witness.example/21 ")
      assert.strictEqual(openNote(signer, cosigned)?.split("\n")[1], "5")
      yield* sign()
      assert.strictEqual(checkpoint(), cosigned, "what is signed again is the same, with what others signed")
      for (let n = 2; n < 80; n += n < 8 ? 1 : 36) {
        yield* grow(n)
        assert.isTrue(Result.isSuccess(yield* ask))
        assert.strictEqual(seen.size, tree.state().size)
      }
      assert.include(asked[1], "POST /w/add-checkpoint old 5")
      assert.include(readFileSync(join(root, "checkpoints", "5"), "utf8"), "— witness.example/21 ")
    }).pipe(Effect.scoped)
  )

  it.effect("is asked what it has cosigned where the folder does not say it any more", () =>
    Effect.gen(function* () {
      const { ask, asked, grow, root, seen } = yield* watched
      yield* ask
      yield* grow(2)
      rmSync(join(root, "witnesses.json"))
      assert.isTrue(Result.isSuccess(yield* ask))
      assert.strictEqual(seen.size, 10)
      assert.deepStrictEqual(
        asked.map((line) => line.slice("POST /w/add-checkpoint ".length)),
        ["old 0", "old 0", "old 5"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a tree that was rewritten, longer or of the same size, and one that was cut back", () =>
    Effect.gen(function* () {
      const { ask, checkpoint, folder, grow, refusal, root, sign } = yield* watched
      yield* ask
      cpSync(root, join(folder, "before"), { recursive: true })
      const states = readFileSync(join(root, "witnesses.json"))
      yield* grow(2)
      yield* ask
      const later = readFileSync(join(root, "witnesses.json"))

      // cut back, as the folder remembers and as only the witness does
      rmSync(root, { recursive: true })
      cpSync(join(folder, "before"), root, { recursive: true })
      writeFileSync(join(root, "witnesses.json"), later)
      assert.include(yield* refusal, "it has cosigned 10 entries of this log, more than the tree has")
      writeFileSync(join(root, "witnesses.json"), states)
      writeFileSync(join(root, "checkpoint"), `${checkpoint().split("\n").slice(0, 5).join("\n")}\n`)
      writeFileSync(join(root, "checkpoints", "5"), checkpoint())
      assert.include(yield* refusal, "it has cosigned 10 entries of this log, more than the tree has")

      // rewritten and signed again with the real key, of the same size and larger
      manipulate(folder, (db) => db.exec("UPDATE events SET actor = 'operator:bob' WHERE position = 3"))
      rmSync(root, { recursive: true })
      yield* sign()
      assert.include(yield* refusal, "it has cosigned another tree of this log (409): the tree was rewritten")
      assert.notInclude(checkpoint(), "witness")
      yield* grow(3)
      assert.include(yield* refusal, "does not continue the one that it has cosigned (422)")
      assert.notInclude(checkpoint(), "witness")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "that does not know the log, or trusts another key, is told apart, and what it says is one plain line",
    () =>
      Effect.gen(function* () {
        const { refusal, root, script, sign } = yield* watched
        script.answer = () => ({ status: 404, body: "no such\u001b[31m log\nsecond" })
        assert.include(
          yield* refusal,
          'it does not know this log (404): its operator has to add it, "no such?[31m log"'
        )
        script.answer = () => undefined
        rmSync(root, { recursive: true })
        yield* sign(forger)
        assert.include(
          yield* refusal,
          'does not trust the key of this log (403): its operator has to add it, "who is that?"'
        )
      }).pipe(Effect.scoped)
  )

  it.effect("whose answer is not its cosignature of this checkpoint is not believed", () =>
    Effect.gen(function* () {
      const { checkpoint, cosigner, refusal, root, script } = yield* watched
      const text = checkpoint().split("\n\n")[0] ?? ""
      const other = yield* startWitness(signer, 22)
      const wrong: ReadonlyArray<readonly [Answer, string]> = [
        [{ status: 200 }, "its answer has no cosignature by witness.example/21+"],
        [{ status: 200, body: `${other.cosigner.line(`${text}\n`, 1)}\n` }, "its answer has no cosignature by"],
        [{ status: 200, body: `${cosigner.line("another\n", 1)}\n` }, "its cosignature does not hold"],
        [{ status: 201, body: `${cosigner.line(`${text}\n`, 1)}\n` }, "it answered with status 201"],
        [{ status: 302, headers: { location: other.url } }, "it answered with status 302"],
        [{ status: 200, body: "x".repeat(20_000) }, "its answer has more than 16384 bytes"],
        [{ status: 409, body: "3\n" }, "it has cosigned another tree of this log (409)"],
        [
          { status: 409, body: "03\n", headers: { "content-type": "text/x.tlog.size" } },
          "it has cosigned another tree of this log (409)"
        ]
      ]
      for (const [answer, said] of wrong) {
        script.answer = () => answer
        assert.include(yield* refusal, said)
      }
      assert.notInclude(checkpoint(), "witness")
      assert.throws(() => readFileSync(join(root, "witnesses.json")), "ENOENT")
      assert.lengthOf(other.asked, 0)
      script.answer = () => ({
        status: 200,
        body: `${cosigner.line("another\n", 1)}\n${cosigner.line(`${text}\n`, 7)}\n`
      })
      assert.isNull(yield* refusal, "a good one among others")
      assert.include(checkpoint(), cosigner.line(`${text}\n`, 7))
      assert.notInclude(checkpoint(), cosigner.line("another\n", 1))
    }).pipe(Effect.scoped)
  )

  it.effect("that says again and again that it has another size is asked twice, and no more", () =>
    Effect.gen(function* () {
      const { asked, refusal, script } = yield* watched
      const headers = { "content-type": "text/x.tlog.size" }
      script.answer = () => ({ status: 409, body: `${1 + (asked.length % 2)}\n`, headers })
      assert.include(yield* refusal, "(409)")
      assert.lengthOf(asked, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("that is down or silent does not keep the others, or the quorum, from cosigning", () =>
    Effect.gen(function* () {
      const { cosigner, root, script, tree, url } = yield* watched
      const [up, down] = [yield* startWitness(signer, 22), yield* Effect.scoped(startWitness(signer, 23))]
      script.answer = () => "never"
      const policy = policyFrom(
        `witness silent ${cosigner.text} ${url}`,
        `witness down ${down.cosigner.text} ${down.url}`,
        `witness up ${up.cosigner.text} ${up.url}`,
        "group one 1 silent down up",
        "quorum one"
      )
      const asking = yield* Effect.forkChild(askWitnesses(tree, policy))
      // what others said is kept: the silent one has ten seconds of the test's clock
      while (!existsSync(join(root, "witnesses.json")))
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("10 seconds")
      const results = yield* Fiber.join(asking)
      const said = results.map(({ result }) => (Result.isFailure(result) ? result.failure.message : "cosigned"))
      assert.include(said[0], "the witness silent did not cosign: it gave no answer within 10 seconds")
      assert.include(said[1], "the witness down did not cosign: ")
      assert.strictEqual(said[2], "cosigned")
      assert.include(readFileSync(join(root, "cosigned"), "utf8"), "— witness.example/22 ")
    }).pipe(Effect.scoped)
  )
})
