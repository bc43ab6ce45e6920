import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { compareIds, compareRanks } from "../../../domain/search/Ranking.ts"
import type { PageRange } from "../../../domain/search/SearchQuery.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"
import type { Candidate } from "./Candidates.ts"
import type { IndexCache } from "./IndexCache.ts"
import { readProducts } from "./IndexReads.ts"
import { decodeAllFacts } from "./StoredFacts.ts"

interface Stored {
  readonly db: SqliteDatabase
  readonly cache: IndexCache
}

/** Of a product its facts, or while only its id is needed the JSON of them. */
interface Found {
  readonly candidate: Candidate
  readonly id: string
  readonly facts: ProductFacts | string
}

/** The facts of the products of a range, after these have been put in order; equals go by their ids. */
export const factsInOrder = (
  stored: Stored,
  candidates: ReadonlyArray<Candidate>,
  { limit, offset }: PageRange
): ReadonlyArray<ProductFacts> => {
  const page = findAll(stored, candidates)
    .sort((a, b) => compareRanks(a.candidate.rank, b.candidate.rank) || compareIds(a.id, b.id))
    .slice(offset, offset + limit)
  // a run of equals may be long: only the page is decoded, and at once, which costs half of one by one
  const undecoded = page.flatMap(({ facts }) => (typeof facts === "string" ? [facts] : []))
  const decoded = decodeAllFacts(`[${undecoded.join(",")}]`).values()
  return page.flatMap(({ candidate, facts }) => {
    if (typeof facts !== "string") return [facts]
    const { value } = decoded.next()
    if (value === undefined) return []
    stored.cache.facts.remember(candidate.key, value)
    return [value]
  })
}

const findAll = ({ cache, db }: Stored, candidates: ReadonlyArray<Candidate>): Array<Found> => {
  const known = candidates.map(({ key }) => cache.facts.known(key))
  const unknown = candidates.flatMap(({ key }, i) => (known[i] === undefined ? [key] : []))
  const read = unknown.length === 0 ? null : readProducts(db, unknown)
  return candidates.map((candidate, i) => {
    const product = known[i] ?? read?.get(candidate.key)
    if (product === undefined) throw new UnnoticedDamage("the word index, which holds a product without facts,")
    return { candidate, id: product.id, facts: "facts" in product ? product.facts : product }
  })
}
