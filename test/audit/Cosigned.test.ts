import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Cosigned } from "../../infra/audit/Cosigned.ts"
import { askWitnesses } from "../../src/audit/witness/AskWitnesses.ts"
import { verifyCosigned } from "../../src/audit/witness/VerifyCosigned.ts"
import { findingsOf, forger, manipulate, signer } from "../support/audit/AuditedLog.ts"
import { watched } from "../support/audit/WatchedTree.ts"
import { policyFrom, startWitness } from "../support/audit/WitnessServer.ts"

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
