import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Cosigned } from "../../infra/audit/Cosigned.ts"
import { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { openNote } from "../../infra/crypto/SignedNote.ts"
import { extendTree } from "../../src/audit/ExtendTree.ts"
import { askWitness } from "../../src/audit/witness/AskWitness.ts"
import { askWitnesses } from "../../src/audit/witness/AskWitnesses.ts"
import { verifyCosigned } from "../../src/audit/witness/VerifyCosigned.ts"
import { appendKey, findingsOf, forger, manipulate, onLog, signer } from "../support/audit/AuditedLog.ts"
import { type Answer, policyFrom, startWitness } from "../support/audit/WitnessServer.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

/** A log with a signed tree of five entries, and a witness that has seen nothing yet. */
const watched = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const root = join(folder, "tree")
  const tree = new TreeFolder(root)
  const witness = yield* startWitness(signer, 21)
  const policy = policyFrom(`witness w ${witness.cosigner.text} ${witness.url}`, "quorum w")
  const [known] = policy.witnesses
  if (known === undefined) return yield* Effect.die("no witness")
  const sign = (by = signer) => onLog(folder, extendTree(tree, by))
  const grow = (n: number) => onLog(folder, appendKey(n)).pipe(Effect.andThen(sign()))
  yield* grow(1)
  const ask = Effect.result(askWitness(tree, known))
  /** why it did not cosign; `null`: it did, or there was nothing to ask */
  const refusal = Effect.map(ask, (result) => (Result.isFailure(result) ? result.failure.message : null))
  const checkpoint = () => readFileSync(join(root, "checkpoint"), "utf8")
  return { ...witness, folder, root, tree, witness: known, policy, sign, grow, ask, refusal, checkpoint }
})

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
      // others have long answered: the silent one has ten seconds of the test's clock
      while (up.seen.size === 0) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("10 seconds")
      const results = yield* Fiber.join(asking)
      const said = results.map(({ result }) => (Result.isFailure(result) ? result.failure.message : "cosigned"))
      assert.include(said[0], "the witness silent did not cosign: it gave no answer within 10 seconds")
      assert.include(said[1], "the witness down did not cosign: fetch failed")
      assert.strictEqual(said[2], "cosigned")
      assert.include(readFileSync(join(root, "cosigned"), "utf8"), "— witness.example/22 ")
    }).pipe(Effect.scoped)
  )
})

describe("Cosignatures of a tree", () => {
  it.effect("that come after the tree has grown stand in the checkpoint that they are of", () =>
    Effect.gen(function* () {
      const { checkpoint, cosigner, grow, root, tree } = yield* watched
      const text = `${checkpoint().split("\n\n")[0]}\n`
      yield* grow(2)
      const newest = checkpoint()
      new Cosigned(tree).keep(cosigner.text, cosigner.line(text, 5), { size: 5, time: 5 })
      assert.strictEqual(checkpoint(), newest)
      assert.include(readFileSync(join(root, "checkpoints", "5"), "utf8"), cosigner.line(text, 5))
      new Cosigned(tree).keep(cosigner.text, cosigner.line(text, 6), { size: 5, time: 6 })
      const kept = readFileSync(join(root, "checkpoints", "5"), "utf8")
      assert.notInclude(kept, cosigner.line(text, 5), "one of each key")
      assert.include(kept, cosigner.line(text, 6))
    }).pipe(Effect.scoped)
  )

  it.effect(
    "make a checkpoint the newest that is cosigned only where they are a quorum, and where there is one at all",
    () =>
      Effect.gen(function* () {
        const { cosigner, root, tree, url } = yield* watched
        const other = yield* Effect.scoped(startWitness(signer, 24))
        const lines = [`witness w ${cosigner.text} ${url}`, `witness other ${other.cosigner.text} ${other.url}`]
        const isNewest = () => existsSync(join(root, "cosigned"))
        yield* askWitnesses(tree, policyFrom(lines[1] ?? "", "quorum none"))
        assert.isFalse(isNewest())
        yield* askWitnesses(tree, policyFrom(...lines, "group both all w other", "quorum both"))
        assert.isFalse(isNewest())
        yield* askWitnesses(tree, policyFrom(...lines, "quorum none"))
        assert.isTrue(isNewest())
      }).pipe(Effect.scoped)
  )

  it.effect("are checked: who cosigned what and when, what does not hold, and whether it is a quorum", () =>
    Effect.gen(function* () {
      const { checkpoint, grow, policy, root, sign, tree } = yield* watched
      yield* askWitnesses(tree, policy)
      const verified = (by = policy) => verifyCosigned(tree, signer, Option.some(by), [])
      const time = new Date(1_795_840_986_000).toISOString()
      const cosigners = [{ witness: "w", time }]
      assert.deepStrictEqual(verified().statements, [
        { name: "checkpoint", size: 5, cosigners, witnesses: 1 },
        { name: "cosigned", size: 5, cosigners, witnesses: 1 }
      ])
      assert.deepStrictEqual(verified().findings, [])

      // not cosigned yet: what was cosigned before is the quorum's word
      yield* grow(2)
      assert.deepStrictEqual(
        verified().statements.map(({ cosigners: { length }, size }) => [size, length]),
        [
          [10, 0],
          [5, 1]
        ]
      )
      assert.deepStrictEqual(verified().findings, [])
      const problems = (by = policy) => verified(by).findings.map(({ place, problem }) => `${place}: ${problem}`)
      const [line] = policy.witnesses.map(({ cosigner }) => `witness w ${cosigner.text}`)
      const strangers = policyFrom(`log ${forger.text}`, line ?? "", "quorum w")
      assert.include(problems(strangers).join(), "policy: does not have the log food.example/audit+")
      writeFileSync(join(root, "cosigned"), readFileSync(join(root, "cosigned"), "utf8").replace("\n5\n", "\n6\n"))
      assert.deepStrictEqual(problems(), [
        "cosigned: the cosignature of w does not hold",
        "checkpoint: no checkpoint of this folder has the cosignatures of a quorum, see docs/audit.md"
      ])
      rmSync(join(root, "cosigned"))
      yield* sign()
      yield* askWitnesses(tree, policy)
      assert.deepStrictEqual(problems(), [])
      assert.strictEqual(checkpoint(), readFileSync(join(root, "cosigned"), "utf8"))
    }).pipe(Effect.scoped)
  )

  it.effect("convict a log that was rewritten and signed again, with what lies in the folder alone", () =>
    Effect.gen(function* () {
      const { folder, grow, policy, root, sign, tree } = yield* watched
      yield* askWitnesses(tree, policy)
      yield* grow(2)
      const cosigned = readFileSync(join(root, "cosigned"))
      manipulate(folder, (db) => db.exec("UPDATE events SET actor = 'operator:bob' WHERE position = 3"))
      rmSync(root, { recursive: true })
      yield* sign()
      writeFileSync(join(root, "cosigned"), cosigned)
      const { findings, kept } = verifyCosigned(tree, signer, Option.some(policy), [])
      assert.deepStrictEqual(findings, [])
      assert.include(
        (yield* findingsOf(folder, root, kept)).join(),
        "cosigned: rewritten: among entries 0 to 4 is one that is not what was signed then"
      )
    }).pipe(Effect.scoped)
  )
})
