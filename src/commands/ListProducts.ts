import { Context, Effect, Layer, Result } from "effect"
import { type Actor, type Cursor, productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductHeads } from "../../domain/ports/ProductHeads.ts"
import { SecretSource } from "../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Product, type ProductCommand } from "../../domain/product/Product.ts"
import type { ProductEvent } from "../../domain/product/ProductEvent.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import { fingerprint } from "../../infra/crypto/Fingerprint.ts"
import { retryConflicts, type TooManyConflicts } from "./RetryConflicts.ts"

/** What a batch did, in products. */
export interface ListedBatch {
  readonly listed: number
  readonly revised: number
  readonly relisted: number
  readonly unchanged: number
  /** the log's cursor after the batch */
  readonly cursor: Cursor
}

/** A product that its source has no more, and why. */
export interface Withdrawal {
  readonly id: ProductId
  readonly reason: string
}

/** What a batch of withdrawals did, in products; unknown and withdrawn ones are unchanged. */
export interface WithdrawnBatch {
  readonly withdrawn: number
  readonly unchanged: number
  readonly cursor: Cursor
}

/** How far a listing goes. `new-only` leaves products that are known, withdrawn ones included, as they are. */
export type ListMode = "all" | "new-only" | "dry-run"

/**
 * Lists a batch of products: new ones are listed, changed ones revised, withdrawn ones relisted, unchanged ones leave
 * no event. One read of the heads, one decision a record, one append: all of the batch or none of it. When a batch
 * names a product twice, the later record counts.
 */
export class ListProducts extends Context.Service<
  ListProducts,
  {
    readonly list: (
      batch: ReadonlyArray<ProductFacts>,
      actor: Actor,
      mode: ListMode
    ) => Effect.Effect<ListedBatch, StorageUnavailable | TooManyConflicts>
    /** Withdraws the listed ones among the products, all of them or none, in one append. */
    readonly withdraw: (
      batch: ReadonlyArray<Withdrawal>,
      actor: Actor,
      mode: ListMode
    ) => Effect.Effect<WithdrawnBatch, StorageUnavailable | TooManyConflicts>
  }
>()("fooddata/src/commands/ListProducts") {}

const make = Effect.gen(function* () {
  const log = yield* EventLog
  const heads = yield* ProductHeads
  const secrets = yield* SecretSource

  const decideBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Decision>, mode: ListMode) {
    const before = yield* heads.of(batch.map(({ id }) => id))
    return batch.flatMap(({ command, id }, i) => {
      const { state, version } = before[i] ?? { state: Product.initial, version: 0 }
      if (mode === "new-only" && state.status !== "absent") return []
      // listing is accepted in every state, and what was never listed needs no withdrawal
      const events = Result.getOrElse(Product.decide(state, command()), () => [])
      return events.length === 0 ? [] : [{ streamId: productStream(id), expectedVersion: version, events }]
    })
  })

  const append = Effect.fnUntraced(function* (batch: ReadonlyArray<Decision>, actor: Actor, mode: ListMode) {
    const changed = yield* decideBatch(batch, mode)
    const cursor =
      mode === "dry-run" || changed.length === 0
        ? yield* log.end
        : yield* log.append(changed, { commandId: yield* secrets.commandId, actor })
    const count = (tag: ProductEvent["_tag"]) => changed.filter(({ events }) => events[0]?._tag === tag).length
    return { changed: changed.length, count, cursor }
  })

  return ListProducts.of({
    list: Effect.fn("ListProducts.list")(function* (batch, actor, mode) {
      const distinct = new Map(batch.map((facts) => [facts.id, listing(facts)]))
      const { changed, count, cursor } = yield* append([...distinct.values()], actor, mode)
      return {
        listed: count("ProductListed"),
        revised: count("ProductRevised"),
        relisted: count("ProductRelisted"),
        unchanged: batch.length - changed,
        cursor
      }
    }, retryConflicts),
    withdraw: Effect.fn("ListProducts.withdraw")(function* (batch, actor, mode) {
      const distinct = new Map(batch.map((gone) => [gone.id, withdrawal(gone)]))
      const { changed, cursor } = yield* append([...distinct.values()], actor, mode)
      return { withdrawn: changed, unchanged: batch.length - changed, cursor }
    }, retryConflicts)
  })
})

interface Decision {
  readonly id: ProductId
  /** made only for products that are decided on: a fingerprint costs */
  readonly command: () => ProductCommand
}

const listing = (facts: ProductFacts): Decision => ({
  id: facts.id,
  command: () => ({ _tag: "ListProduct", facts, fingerprint: fingerprint(facts) })
})

const withdrawal = ({ id, reason }: Withdrawal): Decision => ({
  id,
  command: () => ({ _tag: "WithdrawProduct", reason })
})

export const layer: Layer.Layer<ListProducts, never, EventLog | ProductHeads | SecretSource> = Layer.effect(
  ListProducts,
  make
)
