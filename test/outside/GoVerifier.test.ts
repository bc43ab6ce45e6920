import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { readVerifier } from "../../infra/crypto/SignedNote.ts"
import { cosignerFrom, startWitness } from "../support/audit/WitnessServer.ts"
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

const verifierOf = (text: string) => {
  const verifier = readVerifier(text)
  return verifier === undefined ? Effect.die(`no key: ${text}`) : Effect.succeed(verifier)
}

const Extended = Schema.fromJsonString(Schema.Struct({ size: Schema.Int }))
const Line = Schema.fromJsonString(Schema.Struct({ id: Schema.String }))
const Proven = Schema.fromJsonString(Schema.Struct({ entry: Schema.String, proof: Schema.String }))

describe("a verifier that has none of our code", () => {
  it.live(
    "accepts tree, growth, proof, cosignatures and receipts, and refuses what was touched",
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

        const witness = yield* startWitness(yield* verifierOf(key), 51)
        const policy = join(folder, "policy")
        writeFileSync(policy, `witness w ${witness.cosigner.text} ${witness.url}\nquorum w\n`)
        assert.strictEqual((yield* outside("--witness", witness.cosigner.text, key, tree)).code, 1)
        yield* command("audit", "witness", tree, "--policy", policy)
        const accepted = { code: 0, said: `${size} entries, 1 older checkpoints` }
        assert.deepStrictEqual(yield* outside("--witness", witness.cosigner.text, key, tree, older), accepted)
        assert.deepStrictEqual(yield* outside(key, tree, older), accepted)
        const stranger = cosignerFrom("witness.example/51", 52)
        const unknown = yield* outside("--witness", stranger.text, key, tree)
        assert.include(unknown.said, "not cosigned by witness.example/51")

        const receipt = join(folder, "receipt.tlog-proof")
        yield* command("audit", "receipt", id, tree, "--out", receipt)
        const read = yield* outside("--witness", witness.cosigner.text, key, "--receipt", receipt)
        assert.strictEqual(read.code, 0, read.said)
        assert.match(read.said, /\nKeyIssued of key-key_\w+ at .+ by operator:.+: \{.*"plan":"developer"/)
        const [first = "", extra = "", ...rest] = readFileSync(receipt, "utf8").split("\n")
        const opening = Buffer.from(extra.slice(6), "base64").toString("utf8").replace("developer", "business1")
        const changed = join(folder, "changed.tlog-proof")
        writeFileSync(changed, [first, `extra ${Buffer.from(opening).toString("base64")}`, ...rest].join("\n"))
        assert.include((yield* outside(key, "--receipt", changed)).said, "the entry does not commit to this event")

        const bytes = readFileSync(join(tree, "tile/0/001"))
        bytes[0] = (bytes[0] ?? 0) ^ 1
        writeFileSync(join(tree, "tile/0/001"), bytes)
        assert.strictEqual((yield* outside(key, tree)).code, 1)
      }).pipe(Effect.scoped),
    120_000
  )
})
