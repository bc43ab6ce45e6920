import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata } from "../support/ServiceProcess.ts"

const verifierFolder = new URL("go", import.meta.url)
const run = promisify(execFile)

/** Go's tools, with whatever module of `go.sum` they need. */
const outside = (...args: ReadonlyArray<string>) =>
  Effect.promise(() =>
    run("go", ["run", ".", ...args], { cwd: verifierFolder, env: { ...process.env, GOFLAGS: "-mod=readonly" } }).then(
      ({ stdout }) => ({ code: 0, said: stdout.trim() }),
      (error: unknown) => ({ code: 1, said: String(error) })
    )
  )

const Extended = Schema.fromJsonString(Schema.Struct({ size: Schema.Int }))
const Line = Schema.fromJsonString(Schema.Struct({ id: Schema.String }))
const Proven = Schema.fromJsonString(Schema.Struct({ entry: Schema.String, proof: Schema.String }))

describe("a verifier that has none of our code", () => {
  it.live(
    "accepts tree, growth and proof, and refuses what was touched",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const tree = join(folder, "tree")
        const command = (...args: ReadonlyArray<string>) =>
          Effect.tap(fooddata(folder, ...args), ({ code, stderr }) =>
            Effect.sync(() => assert.strictEqual(code, 0, stderr))
          )
        yield* command("import", "curated", "data/curated.jsonl")
        const key = (yield* command("audit", "key", "--origin", "food.example/audit")).stdout.trim()
        yield* command("audit", "extend", tree)
        const older = join(folder, "older")
        writeFileSync(older, readFileSync(join(tree, "checkpoint")))
        yield* command("key", "issue", "--plan", "developer")
        const { size } = Schema.decodeSync(Extended)((yield* command("audit", "extend", tree, "--json")).stdout)
        assert.deepStrictEqual(yield* outside(key, tree, older), {
          code: 0,
          said: `${size} entries, 1 older checkpoints`
        })

        const exported = yield* command("events", "export", "--type", "KeyIssued")
        const { id } = Schema.decodeSync(Line)(exported.stdout.trim())
        const { entry, proof } = Schema.decodeSync(Proven)(
          (yield* command("audit", "prove", id, tree, "--json")).stdout
        )
        const file = join(folder, "key.tlog-proof")
        writeFileSync(file, proof)
        assert.deepStrictEqual(yield* outside(key, "--proof", file, entry), {
          code: 0,
          said: `entry ${size - 1} of ${size}`
        })
        const forged = yield* outside(key, "--proof", file, entry.replace("KeyIssued", "KeyRotated"))
        assert.strictEqual(forged.code, 1)

        const bytes = readFileSync(join(tree, "tile/0/001"))
        bytes[0] = (bytes[0] ?? 0) ^ 1
        writeFileSync(join(tree, "tile/0/001"), bytes)
        assert.strictEqual((yield* outside(key, tree)).code, 1)
      }).pipe(Effect.scoped),
    120_000
  )
})
