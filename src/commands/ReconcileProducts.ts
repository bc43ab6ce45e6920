import { Effect, Schema } from "effect"
import type { Actor } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductHeads } from "../../domain/ports/ProductHeads.ts"
import type { ProductId, ProductSource } from "../../domain/product/ProductId.ts"
import type { SourceInventory } from "../../infra/sources/SourceRow.ts"
import { ListProducts, type ListMode } from "./ListProducts.ts"

/** A reconciliation would withdraw more than it may: most likely the file is not the whole dump. */
export class TooManyWithdrawals extends Schema.TaggedError<TooManyWithdrawals>()("TooManyWithdrawals", {
  missing: Schema.Int,
  listed: Schema.Int,
  percentMax: Schema.Number
}) {
  override get message(): string {
    return (
      `${this.missing} of ${this.listed} listed products are not in the file, more than ${this.percentMax} %: nothing was ` +
      "withdrawn. If it is the whole dump, allow more with --withdraw-max-percent"
    )
  }
}

export interface ReconcileOptions<E, R> {
  readonly source: ProductSource
  readonly actor: Actor
  readonly mode: ListMode
  /** the share of the source's listed products that may go */
  readonly percentMax: number
  readonly onStep: (step: { readonly rows: number; readonly fraction: null }) => Effect.Effect<void, E, R>
}

/**
 * Withdraws the listed products of a source that its whole dump, just imported, does not have. They are counted first: above
 * the limit none is withdrawn. Killed in between, running it again finishes the job.
 */
export const reconcileProducts = Effect.fn("reconcileProducts")(function* <E, R>(
  inventory: SourceInventory,
  options: ReconcileOptions<E, R>
) {
  const products = yield* ListProducts
  const heads = yield* ProductHeads

  const eachMissing = Effect.fnUntraced(function* <E2, R2>(
    use: (missing: ReadonlyArray<ProductId>, listed: number) => Effect.Effect<void, E2, R2>
  ) {
    let after: ProductId | null = null
    while (true) {
      const page: ReadonlyArray<ProductId> = yield* heads.listed(options.source, after, pageSize)
      yield* use(
        page.filter((id) => !inventory.has(id)),
        page.length
      )
      if (page.length < pageSize) return
      after = page.at(-1) ?? null
    }
  })

  const counts = { listed: 0, missing: 0, withdrawn: 0 }
  yield* eachMissing((missing, listed) => {
    counts.listed += listed
    counts.missing += missing.length
    return options.onStep({ rows: 0, fraction: null })
  })
  const { listed, missing } = counts
  if (missing * 100 > listed * options.percentMax) {
    return yield* new TooManyWithdrawals({ missing, listed, percentMax: options.percentMax })
  }
  yield* eachMissing(
    Effect.fnUntraced(function* (ids) {
      const gone = ids.map((id) => ({ id, reason: "not in the source's full dump" }))
      const done = yield* products.withdraw(gone, options.actor, options.mode)
      counts.withdrawn += done.withdrawn
      yield* options.onStep({ rows: ids.length, fraction: null })
    })
  )
  return { withdrawn: counts.withdrawn, cursor: yield* (yield* EventLog).end }
})

/** Ids of one read, and at most as many events in one append. */
const pageSize = 1_000
