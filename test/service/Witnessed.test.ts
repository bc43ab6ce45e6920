import { assert, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readVerifier } from "../../infra/crypto/SignedNote.ts"
import { ReceiptResponse } from "../../src/api/contract/Responses.ts"
import { openReceipt } from "../support/audit/OpenReceipt.ts"
import { startWitness } from "../support/audit/WitnessServer.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { send } from "../support/http/HttpClient.ts"
import { fooddata, fooddataWith, start, startService } from "../support/ServiceProcess.ts"

const decodeKey = Schema.decodeUnknownSync(Schema.Struct({ key: Schema.String }))
const decodeReceipt = Schema.decodeUnknownSync(ReceiptResponse, { onExcessProperty: "error" })
const decodeIssued = Schema.decodeSync(Schema.fromJsonString(Schema.Struct({ key: Schema.String })))

it.live(
  "whoever rotates a key gets a receipt that a witness has cosigned, and nobody else gets it",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [tree, policy] = [join(folder, "tree"), join(folder, "policy")]
      const log = (yield* fooddata(folder, "audit", "key", "--origin", "food.example/audit")).stdout.trim()
      const verifier = readVerifier(log)
      if (verifier === undefined) return assert.fail(`no key: ${log}`)
      const witness = yield* startWitness(verifier, 61)
      writeFileSync(policy, `log ${log}\nwitness w ${witness.cosigner.text} ${witness.url}\nquorum w\n`)
      const issue = Effect.map(fooddata(folder, "key", "issue", "--plan", "developer", "--json"), ({ stdout }) =>
        decodeIssued(stdout.trim())
      )
      const [one, other] = [yield* issue, yield* issue]
      const settings = { AUDIT_TREE: tree, AUDIT_WITNESSES: policy }
      const service = yield* startService(folder, settings)
      const port = Number(new URL(service.url).port)
      const call = (path: string, key: string, method = "GET") =>
        send({ port, path, method, headers: { "x-api-key": key } })
      const receiptOf = (key: string) => call("/v1/dashboard/keys/receipt", key)

      assert.deepInclude(yield* receiptOf(one.key), { status: 404, body: { detail: "This key was never rotated." } })
      assert.strictEqual((yield* call("/v1/dashboard/keys/receipt", "")).status, 401)
      const rotated = decodeKey((yield* call("/v1/dashboard/keys/rotate", one.key, "POST")).body)
      const early = yield* receiptOf(rotated.key)
      assert.strictEqual(early.status, 404)
      assert.include(early.text, "is not in the audit tree yet")
      assert.strictEqual(early.headers["retry-after"], "20")
      assert.strictEqual((yield* receiptOf(one.key)).status, 401, "the old key opens nothing")

      const isCosigned = (text: string) => text.includes("witness.example/61")
      const answer = yield* Effect.repeat(receiptOf(rotated.key), {
        schedule: Schedule.spaced("200 millis"),
        until: ({ status, text }) => status === 200 && isCosigned(text)
      })
      assert.strictEqual(answer.headers["cache-control"], "private, no-store")
      const receipt = decodeReceipt(answer.body)
      const read = openReceipt(verifier, receipt.proof)
      if (typeof read === "string") return assert.fail(read)
      assert.deepInclude(read, { id: receipt.event, type: "KeyRotated", version: 2, size: receipt.tree_size })
      assert.strictEqual(new Date(read.recorded_at).toISOString(), receipt.rotated_at)
      assert.match(read.actor, /^key:key_/)
      assert.notInclude(answer.text + read.data, rotated.key)
      assert.strictEqual((yield* receiptOf(other.key)).status, 404)

      const checkpoint = yield* send({ port, path: "/audit/checkpoint" })
      assert.include(checkpoint.text, "— witness.example/61 ")
      yield* service.stop("SIGTERM")
      assert.include(service.stderr(), "audit checkpoint cosigned")
      const verified = yield* fooddataWith(folder, { settings }, "audit", "verify", tree)
      assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)
      assert.match(verified.stdout, /cosigned: 1 of 1 witnesses cosigned \d+ entries: w at 20/)

      const text = readFileSync(policy, "utf8")
      writeFileSync(policy, text.replace("quorum w", "quorum x"))
      const wrong = yield* fooddataWith(folder, { settings }, "config")
      assert.include(wrong.stderr, `AUDIT_WITNESSES: ${policy}: line 3 names x, which no line before it defines`)
      const gone = yield* fooddataWith(folder, { settings: { AUDIT_WITNESSES: `${policy}.away` } }, "config")
      assert.include(gone.stderr, "AUDIT_WITNESSES: Error: ENOENT")
    }).pipe(Effect.scoped),
  120_000
)

it.live("audit serve serves a tree as the service does, and nothing else of the folder", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const tree = join(folder, "tree")
    const empty = yield* fooddata(folder, "audit", "serve", tree)
    assert.include(empty.stderr, "has no checkpoint")
    yield* fooddata(folder, "audit", "key", "--origin", "food.example/audit")
    yield* fooddata(folder, "key", "issue", "--plan", "developer")
    yield* fooddata(folder, "audit", "extend", tree)
    const serving = yield* start(folder, ["audit", "serve", tree, "--port", "0", "--json"])
    yield* serving.said("/audit/checkpoint")
    const url = new URL(JSON.parse(serving.stdout()).checkpoint)
    assert.strictEqual(url.hostname, "127.0.0.1")
    const get = (path: string, method = "GET") => send({ port: Number(url.port), path, method })
    const checkpoint = yield* get("/audit/checkpoint")
    assert.deepInclude(checkpoint, { status: 200, text: readFileSync(join(tree, "checkpoint"), "utf8") })
    assert.strictEqual(checkpoint.headers["x-content-type-options"], "nosniff")
    const tile = yield* get("/audit/tile/0/000.p/1")
    assert.strictEqual(tile.status, 200)
    assert.strictEqual(tile.headers["cache-control"], "public, max-age=60")
    for (const path of ["/", "/audit/state.json", "/audit/tile/0/../../state.json", "/audit/tile/0/999", "/v1/plans"])
      assert.strictEqual((yield* get(path)).status, 404, path)
    for (const method of ["POST", "PUT", "DELETE"])
      assert.strictEqual((yield* get("/audit/checkpoint", method)).status, 404, method)
  }).pipe(Effect.scoped)
)
