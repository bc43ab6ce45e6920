import { Clock, Effect, Layer } from "effect"
import { makeMemory } from "../../domain/Remembering.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { ProductIndex, type SearchPage } from "../../projections/ports/ProductIndex.ts"
import { forgetterOf } from "./product-index/Remembered.ts"
import { type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"

/** Products on all pages that are remembered, at the most: a thousand pages of ten are about 20 MB. */
const productsMaxDefault = 10_000

/** A page costs something although nothing was found. */
const weightOf = ({ products }: SearchPage): number => products.length + 1

/** The text comes last: it may hold anything. */
const keyOf = ({ language, limit, offset, region, source, text }: SearchQuery): string =>
  `${language} ${region} ${source} ${limit} ${offset} ${text}`

/**
 * The same product index, which remembers the pages it was asked for until the next change: most callers ask what others
 * have just asked. A page that is remembered is the same object again, so what was made of it can be kept beside it. A change
 * by another process is seen in the next millisecond.
 */
export const layer = (
  productsMax = productsMaxDefault
): Layer.Layer<ProductIndex, never, ProductIndex | ViewsDatabase> =>
  Layer.effect(
    ProductIndex,
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const views = yield* ViewsDatabase
      const pages = makeMemory<SearchPage>(productsMax, weightOf)
      // rises with every change: what was looked for before one must not be kept after it
      let age = 0
      const forget = () => {
        pages.forget()
        age++
      }
      const forgetIfChanged = lookingOnceAMillisecond(yield* Clock.Clock, forgetterOf(forget))

      const find = (query: SearchQuery, key: string): Effect.Effect<SearchPage, StorageUnavailable> => {
        const begun = age
        return Effect.map(index.search(query), (page) => {
          if (begun === age) pages.remember(key, page)
          return page
        })
      }

      return ProductIndex.of({
        ...index,
        apply: (changes, more) => Effect.ensuring(index.apply(changes, more), Effect.sync(forget)),
        search: (query) =>
          Effect.suspend(() => {
            const db = views.current()
            const key = keyOf(query)
            return Effect.flatMap(
              db.read("look whether the product index was changed", () => {
                forgetIfChanged(db)
                return pages.known(key)
              }),
              (known) => (known === undefined ? find(query, key) : Effect.succeed(known))
            )
          })
      })
    })
  )

/** Looking takes SQLite two system calls: a tenth of what a request costs that finds its page remembered. */
const lookingOnceAMillisecond = (clock: Clock.Clock, look: (db: SqliteDatabase) => void) => {
  let looked: { readonly db: SqliteDatabase; readonly atMs: number } | null = null
  return (db: SqliteDatabase): void => {
    const atMs = clock.currentTimeMillisUnsafe()
    if (looked?.db === db && looked.atMs === atMs) return
    look(db)
    looked = { db, atMs }
  }
}
