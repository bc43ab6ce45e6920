import type { AnalyzedQuery } from "../../../domain/search/AnalyzedQuery.ts"
import type { LanguageTag, SearchableProduct, Tag } from "../../../domain/search/SearchableProduct.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { decodeKeys } from "./IndexReads.ts"

/** The bits of `exact_names.flags`. */
const tagFlags: Readonly<Record<Exclude<Tag, LanguageTag>, number>> = {
  region_russia: 1,
  region_gcc: 2,
  region_us: 4,
  region_eu: 8,
  region_global: 16,
  source_curated: 32,
  source_off: 64
}

const isLanguageTag = (tag: Tag): tag is LanguageTag => tag.startsWith("lang_")

/** The key says the languages. */
const flagOf = (tag: Tag): number => (isLanguageTag(tag) ? 0 : tagFlags[tag])

export const exactNameFlags = ({ tags }: SearchableProduct): number => flagsOf(tags)

const flagsOf = (tags: ReadonlyArray<Tag>): number => tags.reduce((flags, tag) => flags | flagOf(tag), 0)

interface NamedExactly {
  readonly key: number
  readonly exactNames: ReadonlyArray<string>
  readonly flags: number
}

/** `into`: the table, or one of the same columns. */
export const insertExactNames = (
  db: SqliteDatabase,
  { exactNames, flags, key }: NamedExactly,
  into = "exact_names"
): void => {
  const insert = db.statement(`INSERT INTO ${into} (name, rank, flags) VALUES (?, ?, ?)`)
  for (const name of exactNames) insert.run(name, key, flags)
}

const nameEnd = "\n"

/** `products.exact_names`: what a change of the product takes away. */
export const storedExactNames = ({ exactNames }: SearchableProduct): string | null =>
  exactNames.length === 0 ? null : exactNames.join(nameEnd)

export const deleteExactNames = (db: SqliteDatabase, key: number, stored: string | null): void => {
  const remove = db.statement("DELETE FROM exact_names WHERE name = ? AND rank = ?")
  for (const name of stored?.split(nameEnd) ?? []) remove.run(name, key)
}

// a common word is the whole name of very many products: one JSON array is several times faster to read than as many rows
const exactSql = "SELECT json_group_array(rank) AS keys FROM exact_names WHERE name = ? AND flags & ? = ?"

/** The keys of all products that the query names exactly and its filters let pass. */
export const findExactMatches = (db: SqliteDatabase, query: AnalyzedQuery): ReadonlyArray<number> => {
  if (query.exactName === null) return []
  const filters = flagsOf(query.filters)
  return decodeKeys(db.statement(exactSql).get(query.exactName, filters, filters)?.["keys"])
}
