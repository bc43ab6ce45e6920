import { Clock, Context, Effect, Layer } from "effect"
import { makeMemory } from "../../domain/Remembering.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { type FoundPage, SearchPageCache } from "../../projections/ports/SearchPageCache.ts"
import { forgetterOf } from "./product-index/DataVersion.ts"
import { type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"

/** Products on all pages that are remembered, at the most: three thousand pages of ten are about 11 MB. */
const productsMaxDefault = 30_000

/** A page costs something although nothing was found. */
const weightOf = ({ products }: FoundPage): number => products.length + 1

/** The text comes last: it may hold anything. */
const keyOf = ({ language, limit, offset, region, source, text }: SearchQuery): string =>
  `${language} ${region} ${source} ${limit} ${offset} ${text}`

/**
 * The same product index, and a cache of the pages that were found in it, which the next change empties. A page that is kept
 * is the same object again, so what was made of it can be kept beside it. A change by another process is seen in the next
 * millisecond.
 */
export const layer = (
  productsMax = productsMaxDefault
): Layer.Layer<ProductIndex | SearchPageCache, never, ProductIndex | ViewsDatabase> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const views = yield* ViewsDatabase
      const pages = makeMemory<FoundPage>(productsMax, weightOf)
      // rises with every change: what was looked for before one must not be kept after it
      let age = 0
      const forget = () => {
        pages.forget()
        age++
      }
      const forgetIfChanged = lookingOnceAMillisecond(yield* Clock.Clock, forgetterOf(forget))

      const found = <E>(key: string, find: Effect.Effect<FoundPage, E>) => {
        const begun = age
        return Effect.map(find, (page) => {
          if (begun === age) pages.remember(key, page)
          return page
        })
      }

      const cached = ProductIndex.of({
        ...index,
        apply: (changes, more) => Effect.ensuring(index.apply(changes, more), Effect.sync(forget))
      })
      const cache = SearchPageCache.of({
        of: (query, find) =>
          Effect.suspend(() => {
            const db = views.current()
            const key = keyOf(query)
            return Effect.flatMap(
              db.read("look whether the product index was changed", () => {
                forgetIfChanged(db)
                return pages.known(key)
              }),
              (known) => (known === undefined ? found(key, find) : Effect.succeed(known))
            )
          })
      })
      return Context.make(ProductIndex, cached).pipe(Context.add(SearchPageCache, cache))
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
