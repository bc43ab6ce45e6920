import { Schema } from "effect"
import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { SearchableProduct, Tag } from "../../../domain/search/SearchableProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"

/** A product one of whose names is the whole query. */
export interface ExactMatch {
  readonly key: number
  readonly place: "head" | "name"
}

/** The bits of `exact_names.flags`: the place first, then the tags. */
const headFlag = 1
const tagFlags: Readonly<Record<Tag, number>> = {
  region_russia: 2,
  region_gcc: 4,
  region_us: 8,
  region_eu: 16,
  region_global: 32,
  source_curated: 64,
  source_off: 128,
  // the key says it
  lang_en: 0,
  lang_ru: 0,
  lang_ar: 0
}

const flagsOf = (place: "head" | "name", tags: ReadonlyArray<Tag>): number =>
  tags.reduce((flags, tag) => flags | tagFlags[tag], place === "head" ? headFlag : 0)

export const insertExactNames = (db: SqliteDatabase, key: number, product: SearchableProduct): void => {
  const insert = db.statement("INSERT INTO exact_names (name, rank, flags) VALUES (?, ?, ?)")
  for (const { place, text } of product.exactNames) insert.run(text, key, flagsOf(place, product.tags))
}

export const deleteExactNames = (db: SqliteDatabase, key: number): void => {
  db.statement("DELETE FROM exact_names WHERE rank = ?").run(key)
}

const decodeRows = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ rank: Schema.Int, flags: Schema.Int })))

/** All products that the query names exactly and its filters let pass. */
export const findExactMatches = (db: SqliteDatabase, query: AnalyzedQuery): ReadonlyArray<ExactMatch> => {
  if (query.exactName === null) return []
  const filters = query.filters.reduce((flags, tag) => flags | tagFlags[tag], 0)
  const rows = db
    .statement("SELECT rank, flags FROM exact_names WHERE name = ? AND flags & ? = ?")
    .all(query.exactName, filters, filters)
  return decodeRows(rows).map(({ flags, rank }) => ({
    key: rank,
    place: (flags & headFlag) === 0 ? "name" : "head"
  }))
}
