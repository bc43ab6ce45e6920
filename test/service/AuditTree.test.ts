import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { send } from "../support/http/HttpClient.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const Verified = Schema.fromJsonString(Schema.Struct({ size: Schema.Int, later: Schema.Int }))

/** Paths that are none of the tree's, and must not lead to a file. */
const strangers = [
  "/audit/state.json",
  "/audit/places",
  "/audit/.lock",
  "/audit/tile/0/../../state.json",
  "/audit/tile/0/%2e%2e/%2e%2e/state.json",
  "/audit/tile/..%2f..%2fstate.json",
  "/audit/tile/0/0",
  "/audit/tile/00/000",
  "/audit/tile/64/000",
  "/audit/tile/0/000.p/0",
  "/audit/tile/0/000.p/256",
  "/audit/tile/0/000.tmp",
  "/audit/tile/0/x000",
  "/audit/tile/0/999",
  "/audit/checkpoints/0"
]

it.live(
  "a service with AUDIT_TREE makes a key, extends and signs the tree by itself, and serves it as it lies there",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [tree, kept] = [join(folder, "tree"), join(folder, "kept")]
      yield* fooddata(folder, "import", "curated", "data/curated.jsonl")
      const service = yield* startService(folder, {
        AUDIT_TREE: tree,
        AUDIT_CHECKPOINTS: kept,
        PUBLIC_URL: "https://food.example"
      })
      const port = Number(new URL(service.url).port)
      const get = (path: string) => send({ port, path })

      const checkpoint = yield* Effect.repeat(get("/audit/checkpoint"), { until: ({ status }) => status === 200 })
      assert.strictEqual(checkpoint.headers["cache-control"], "no-store")
      assert.match(checkpoint.headers["content-type"] ?? "", /^text\/plain/)
      assert.match(checkpoint.text, /^food\.example\/audit\n\d+\n/)

      const files = readdirSync(join(tree, "tile"), { recursive: true, encoding: "utf8" }).filter((file) =>
        statSync(join(tree, "tile", file)).isFile()
      )
      assert.isAbove(files.length, 3)
      for (const file of files) {
        const response = yield* Effect.promise(() => fetch(`${service.url}/audit/tile/${file}`))
        assert.strictEqual(response.status, 200, file)
        assert.strictEqual(response.headers.get("content-type"), "application/octet-stream")
        assert.strictEqual(response.headers.get("cache-control")?.includes("immutable"), !file.includes(".p/"), file)
        const bytes = Buffer.from(yield* Effect.promise(() => response.arrayBuffer()))
        assert.deepStrictEqual(bytes, readFileSync(join(tree, "tile", file)), file)
      }
      for (const path of strangers) assert.strictEqual((yield* get(path)).status, 404, path)
      assert.strictEqual((yield* send({ port, method: "POST", path: "/audit/checkpoint" })).status, 405)

      const second = yield* fooddata(folder, "audit", "extend", tree)
      assert.include(second.stderr, "is held by another process")
      yield* service.stop("SIGTERM")
      assert.include(service.stderr(), "audit checkpoint")
      const notes = readdirSync(kept).map((name) => readFileSync(join(kept, name), "utf8"))
      assert.include(notes, checkpoint.text)
      assert.strictEqual(statSync(join(folder, "audit-key")).mode & 0o777, 0o600)
      const backup = yield* fooddata(folder, "backup", join(folder, "backup"))
      assert.include(backup.stdout, `It does not have the key of the audit tree, ${join(folder, "audit-key")}`)
      const extended = yield* fooddata(folder, "audit", "extend", tree)
      assert.strictEqual(extended.code, 0, extended.stderr)
      const verified = yield* fooddata(folder, "audit", "verify", tree, "--checkpoint", kept, "--json")
      assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)
      assert.strictEqual(Schema.decodeSync(Verified)(verified.stdout.trim()).later, 0)
    }).pipe(Effect.scoped),
  120_000
)

it.live("a service without AUDIT_TREE keeps no tree, makes no key and has no files of one", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const service = yield* startService(folder)
    const response = yield* Effect.promise(() => fetch(`${service.url}/audit/checkpoint`))
    assert.strictEqual(response.status, 404)
    assert.isFalse(existsSync(join(folder, "audit-key")))
  }).pipe(Effect.scoped)
)
