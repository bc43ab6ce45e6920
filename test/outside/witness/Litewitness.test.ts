import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { manipulate } from "../../support/audit/AuditedLog.ts"
import { startLitewitness } from "../../support/audit/Litewitness.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { fooddata } from "../../support/ServiceProcess.ts"

it.live(
  "litewitness cosigns the tree and its growth, and refuses a tree that was cut back, forked or rewritten",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [tree, policy] = [join(folder, "tree"), join(folder, "policy")]
      const litewitness = yield* startLitewitness(folder)
      writeFileSync(policy, `witness lite ${litewitness.vkey} ${litewitness.url}\nquorum lite\n`)
      const command = (...args: ReadonlyArray<string>) => fooddata(folder, ...args)
      const done = (...args: ReadonlyArray<string>) =>
        Effect.tap(command(...args), ({ code, stderr }) => Effect.sync(() => assert.strictEqual(code, 0, stderr)))
      const grow = Effect.andThen(done("key", "issue", "--plan", "developer"), done("audit", "extend", tree))
      const witnessed = command("audit", "witness", tree, "--policy", policy)
      const refused = (why: string) =>
        Effect.map(witnessed, ({ code, stderr }) => {
          assert.strictEqual(code, 1)
          assert.include(stderr, why)
        })

      yield* done("import", "curated", "data/curated.jsonl")
      const log = (yield* done("audit", "key", "--origin", "food.example/audit")).stdout.trim()
      yield* done("audit", "extend", tree)
      yield* refused("it does not know this log (404)")
      yield* litewitness.know(log)
      assert.match((yield* witnessed).stdout, /^lite cosigned 903 entries at 20/)
      for (const size of [904, 905]) {
        yield* grow
        assert.include((yield* witnessed).stdout, `lite cosigned ${size} entries`)
      }
      assert.include(yield* litewitness.logs, '"size":905')
      const verified = yield* done("audit", "verify", tree, "--policy", policy)
      assert.include(verified.stdout, "checkpoint: 1 of 1 witnesses cosigned 905 entries: lite at 20")

      // the folder as it was, and how far the witness has come is lost: it says so itself
      cpSync(tree, `${tree}.kept`, { recursive: true })
      rmSync(join(tree, "witnesses.json"))
      yield* grow
      assert.include((yield* witnessed).stdout, "lite cosigned 906 entries")
      rmSync(tree, { recursive: true })
      cpSync(`${tree}.kept`, tree, { recursive: true })
      rmSync(join(tree, "witnesses.json"))
      writeFileSync(
        join(tree, "checkpoint"),
        readFileSync(join(tree, "checkpoint"), "utf8").replace(/— witness.*\n/, "")
      )
      cpSync(join(tree, "checkpoint"), join(tree, "checkpoints", "905"))
      yield* refused("it has cosigned 906 entries of this log, more than the tree has")

      // another history, signed with the real key: as long, and longer
      manipulate(folder, (db) => db.exec("UPDATE events SET actor = 'operator:bob' WHERE position = 905"))
      rmSync(tree, { recursive: true })
      yield* done("audit", "extend", tree)
      yield* refused("the tree was rewritten")
      yield* grow
      yield* refused("does not continue the one that it has cosigned (422)")
      assert.include(yield* litewitness.logs, '"size":906')
      assert.notInclude(readFileSync(join(tree, "checkpoint"), "utf8"), "witness.example")
    }).pipe(Effect.scoped),
  200_000
)
