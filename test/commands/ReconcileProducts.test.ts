import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ProductHeads } from "../../domain/ports/ProductHeads.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import * as NodeSecretSource from "../../infra/crypto/NodeSecretSource.ts"
import { readOff } from "../../infra/sources/off/OffDump.ts"
import { importProducts } from "../../src/commands/ImportProducts.ts"
import * as ListProducts from "../../src/commands/ListProducts.ts"
import { type ReconcileOptions, reconcileProducts } from "../../src/commands/ReconcileProducts.ts"
import { sourceOfText } from "../infra/sources/Reading.ts"
import { embeddedStores } from "../support/EmbeddedStores.ts"
import { facts } from "../support/Facts.ts"
import { offLine } from "../support/OffLines.ts"

const program = Layer.fresh(
  ListProducts.layer.pipe(Layer.provideMerge(embeddedStores), Layer.provide(NodeSecretSource.layer))
)

const codes = (from: number, count: number) => Array.from({ length: count }, (_, i) => 4_000_000_000_001 + from + i)
const dump = (lines: ReadonlyArray<string>) => lines.map((line) => `${line}\n`).join("")

const options = {
  source: "off",
  actor: "cli",
  mode: "all",
  percentMax: 5,
  onStep: () => Effect.void
} satisfies ReconcileOptions<never, never>

const importing = Effect.fnUntraced(function* (text: string) {
  const reader = readOff(sourceOfText(text))
  const report = yield* importProducts(reader, { source: "test", actor: "cli", mode: "all", onStep: () => Effect.void })
  return { report, inventory: reader.inventory ?? assert.fail("no inventory") }
})

const listedIds: Effect.Effect<ReadonlyArray<ProductId>, unknown, ProductHeads> = Effect.gen(function* () {
  return yield* (yield* ProductHeads).listed("off", null, 10_000)
})

layer(program)("reconcileProducts", (it) => {
  it.effect("withdraws what the dump no longer has, over pages, and nothing of another source", () =>
    Effect.gen(function* () {
      const { list } = yield* ListProducts.ListProducts
      yield* list([facts({ id: "c_kept" }), facts({ id: "usda_5" })], "cli", "all")
      const { report } = yield* importing(dump(codes(0, 2_500).map((code) => offLine(code))))
      assert.strictEqual(report.listed, 2_500)
      const later = yield* importing(dump(codes(50, 2_450).map((code) => offLine(code))))
      const done = yield* reconcileProducts(later.inventory, options)
      assert.strictEqual(done.withdrawn, 50)
      const left = yield* listedIds
      assert.lengthOf(left, 2_450)
      assert.strictEqual(left[0], "off_4000000000051")
      const heads = yield* ProductHeads
      assert.deepStrictEqual(yield* heads.listed("curated", null, 5), [ProductId.make("c_kept")])
      assert.deepStrictEqual(yield* heads.listed("usda", null, 5), [ProductId.make("usda_5")])
      assert.strictEqual((yield* reconcileProducts(later.inventory, options)).withdrawn, 0, "again, nothing")
    })
  )

  it.effect("above the limit it withdraws nothing and says how many it would be", () =>
    Effect.gen(function* () {
      const { inventory } = yield* importing(dump(codes(50, 10).map((code) => offLine(code))))
      const error = yield* Effect.flip(reconcileProducts(inventory, options))
      assert.deepInclude(error, { _tag: "TooManyWithdrawals", missing: 2_440, listed: 2_450, percentMax: 5 })
      assert.lengthOf(yield* listedIds, 2_450)
    })
  )

  it.effect("a dry run counts and withdraws nothing; a product that is there without a name stays", () =>
    Effect.gen(function* () {
      const lines = codes(50, 2_440).map((code, i) => offLine(code, i < 5 ? "" : `Test biscuit ${code}`))
      const { inventory, report } = yield* importing(dump(lines))
      assert.deepInclude(report, { unchanged: 2_435, rejected: { no_name: 5 } })
      const dryRun = yield* reconcileProducts(inventory, { ...options, mode: "dry-run" })
      assert.strictEqual(dryRun.withdrawn, 10)
      assert.lengthOf(yield* listedIds, 2_450)
    })
  )

  it.effect("what was withdrawn is relisted when a dump has it again, obsolete products go without a reconcile", () =>
    Effect.gen(function* () {
      const obsolete = offLine(4_000_000_000_060).replace("{", '{"obsolete":"on",')
      const { report } = yield* importing(dump([offLine(4_000_000_000_001), obsolete, obsolete]))
      assert.deepInclude(report, { relisted: 1, withdrawn: 1, skipped: { duplicate_in_file: 1 } })
      assert.notInclude(yield* listedIds, ProductId.make("off_4000000000060"))
      const again = yield* importing(dump([obsolete]))
      assert.deepInclude(again.report, { withdrawn: 0, unchanged: 1 })
    })
  )
})
