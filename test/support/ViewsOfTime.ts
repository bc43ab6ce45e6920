import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { writeCurated } from "./CuratedFile.ts"
import type { CommandResult } from "./ServiceProcess.ts"

type Run = (...args: ReadonlyArray<string>) => Effect.Effect<CommandResult>

/** When the newest event was recorded, and a millisecond more. */
const timeAfterNewest = (exported: string): string => {
  const { time }: { readonly time: string } = JSON.parse(exported.trimEnd().split("\n").at(-1) ?? "")
  return new Date(Date.parse(time) + 1).toISOString()
}

const succeed = (result: CommandResult): string => {
  assert.strictEqual(result.code, 0, result.stderr)
  return result.stdout
}

/** The same on both tiers: what was so at a time is built again beside the live view, and held against it. */
export const viewsOfTime = Effect.fnUntraced(function* (folder: string, run: Run) {
  const file = join(folder, "foods.jsonl")
  const foods = [
    { key: "milk", name: "Milk", sodium: 43 },
    { key: "kefir", name: "Kefir", sodium: 40 },
    { key: "curd", name: "Curd", sodium: 30 }
  ]
  writeCurated(file, foods)
  succeed(yield* run("import", "curated", file))
  const time = timeAfterNewest(succeed(yield* run("events", "export")))
  writeCurated(file, [
    { key: "milk", name: "Milk", sodium: 44 },
    { key: "kefir", name: "Kefir", sodium: 40 },
    { key: "ayran", name: "Ayran", sodium: 50 }
  ])
  succeed(yield* run("import", "curated", file))
  succeed(yield* run("views", "rebuild"))

  const built = yield* run("views", "rebuild", "--as-of", time, "--name", "before", "--json")
  const { cursor, products } = JSON.parse(succeed(built))
  assert.strictEqual(products, 3)
  assert.include(built.stderr, `as of ${time}: the log up to ${cursor}`)
  const taken = yield* run("views", "rebuild", "--as-of", time, "--name", "before")
  assert.strictEqual(taken.code, 1)
  assert.include(taken.stderr, "there is a view before already")

  const diff = succeed(yield* run("views", "diff", "before", "live"))
  assert.deepStrictEqual(diff.trimEnd().split("\n"), [
    "only in live: c_ayran",
    "differs: c_milk nutrition.sodium",
    "2 the same, 1 differ, 0 only in before, 1 only in live"
  ])
  // the live view is built anew: the other stays what it was
  succeed(yield* run("views", "rebuild"))
  assert.strictEqual(succeed(yield* run("views", "diff", "before", "live")), diff)
  const listed: ReadonlyArray<{ readonly name: string; readonly live: boolean; readonly products: number }> =
    JSON.parse(succeed(yield* run("views", "list", "--json")))
  assert.deepInclude(
    listed.map(({ live, name, products }) => ({ live, name, products })),
    { live: false, name: "before", products: 3 }
  )
  assert.deepStrictEqual(JSON.parse(succeed(yield* run("views", "drop", "before", "--json"))), { dropped: "before" })
  assert.include((yield* run("views", "diff", "before", "live")).stderr, "there is no view before")
})
