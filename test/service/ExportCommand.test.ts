import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { checkedManifest } from "../support/DatasetOnDisk.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata } from "../support/ServiceProcess.ts"

const damageOneEvent = (folder: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(join(folder, "events.db"))
    db.exec("UPDATE events SET data = replace(data, 'starter', 'growth') WHERE stream_version = 1 AND position = 2")
    db.close()
  })

const withKeys = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  for (let key = 0; key < 3; key++) {
    assert.strictEqual((yield* fooddata(folder, "key", "issue", "--plan", "starter")).code, 0)
  }
  return { folder, dataset: join(folder, "dataset") }
})

describe("fooddata events export, into a dataset", () => {
  it.live("says what is unclear and makes nothing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const dataset = join(folder, "dataset")
      const unclear: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [["--format", "parquet"], "--out DIR"],
        [["--out", dataset, "--incremental", dataset], "give one of them"],
        [["--out", dataset, "--after", "1"], "keeps its own place"],
        [["--out", dataset, "--from", "2026-02-30"], "a UTC day, 2026-11-27"],
        [["--out", dataset, "--to", "2026-11-27T10:30"], "a UTC day, 2026-11-27"]
      ]
      for (const [args, said] of unclear) {
        const { code, stderr } = yield* fooddata(folder, "events", "export", ...args)
        assert.notStrictEqual(code, 0)
        assert.include(stderr, said)
      }
      assert.isFalse(existsSync(dataset))
    }).pipe(Effect.scoped)
  )

  it.live("a damaged event ends it, named, and nothing is kept; --skip-damaged goes on and lists the event", () =>
    Effect.gen(function* () {
      const { dataset, folder } = yield* withKeys
      yield* damageOneEvent(folder)
      const args = ["events", "export", "--format", "parquet", "--incremental", dataset]
      const ended = yield* fooddata(folder, ...args)
      assert.strictEqual(ended.code, 1)
      assert.match(ended.stderr, /cannot read KeyIssued of key-\S+ version 1: its checksum .* --skip-damaged FILE/)
      assert.isNull(yield* checkedManifest(dataset))
      const list = join(folder, "damaged.ndjson")
      const skipped = yield* fooddata(folder, ...args, "--skip-damaged", list)
      assert.strictEqual(skipped.code, 0, skipped.stderr)
      assert.strictEqual(skipped.stdout, "2 events in 1 new files; the dataset has key 2, up to 3\n")
      assert.match(readFileSync(list, "utf8"), /^\{"cursor":"2","stream":"key-/)
      assert.deepStrictEqual((yield* checkedManifest(dataset))?.events, { key: 2 })
    }).pipe(Effect.scoped)
  )
})

describe("fooddata products export", () => {
  it.live("prints every product, or replaces a file by all of them, and says how many are under which licence", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const out = join(folder, "products.jsonl")
      writeFileSync(out, "what was there before")
      assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
      const printed = yield* fooddata(folder, "products", "export")
      assert.match(printed.stderr, /^(\d+) products by licence: CC0-1\.0 \1; /)
      const kept = yield* fooddata(folder, "product", "export", "--out", out)
      assert.deepStrictEqual([kept.code, kept.stdout], [0, ""])
      assert.strictEqual(readFileSync(out, "utf8"), printed.stdout)
      const milk = printed.stdout.split("\n").find((line) => line.startsWith('{"id":"c_milk_whole"'))
      assert.include(JSON.parse(milk ?? ""), { name: "Milk", licence: "CC0-1.0", calories: 61 })
      assert.isFalse(existsSync(`${out}.draft`))
    }).pipe(Effect.scoped)
  )
})
