import type { Memory } from "../../../domain/Remembering.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { findKeys } from "./IndexReads.ts"
import { allKeys } from "./RankKey.ts"
import type { QueryParts } from "./WordQuery.ts"

// FTS5 reads the lists of all words of a query for each query. Other queries have the same words: what a word finds is
// remembered, so that what several find together needs no reading.

/** What an expression finds, ascending. */
type List = ReadonlyArray<number>

/** `asked`: only counted so far; `long`: too many to be remembered. */
export type WordList = List | "asked" | "long"
export type WordLists = Pick<Memory<WordList>, "known" | "remember">

/** To read so many takes as long as five looks at two lists. */
const listedMax = 2_000

export const weightOfList = (list: WordList): number => (typeof list === "string" ? 0 : list.length)

/** What the parts find together; `null` where not all lists are remembered. A list is read when it is asked for again. */
export const listedMatches = (
  db: SqliteDatabase,
  lists: WordLists,
  { each, leftOut }: QueryParts
): ReadonlyArray<number> | null => {
  const expressions = new Set([...each, ...leftOut.flat()])
  // nothing of one long list would be read but the beginning
  if (expressions.size === 1) return null
  const found = new Map<string, List>()
  for (const expression of expressions) {
    const list = listOf(db, lists, expression)
    if (list !== null) found.set(expression, list)
  }
  if (found.size < expressions.size) return null
  const listsOf = (wanted: ReadonlyArray<string>) => wanted.map((expression) => found.get(expression) ?? [])
  const kept = inAll(listsOf(each))
  return kept.length === 0 ? kept : leftOut.reduce((left, group) => without(left, inAll(listsOf(group))), kept)
}

const listOf = (db: SqliteDatabase, lists: WordLists, expression: string): List | null => {
  const known = lists.known(expression)
  if (known === undefined) {
    lists.remember(expression, "asked")
    return null
  }
  if (known !== "asked") return known === "long" ? null : known
  const keys = findKeys(db, expression, allKeys, listedMax + 1)
  const isLong = keys.length > listedMax
  lists.remember(expression, isLong ? "long" : keys)
  return isLong ? null : keys
}

const inAll = (lists: ReadonlyArray<List>): List => {
  const [first = [], ...others] = lists.toSorted((a, b) => a.length - b.length)
  return others.reduce((found, list) => (found.length === 0 ? found : inBoth(found, list)), first)
}

const inBoth = (few: List, many: List): List => {
  const both: Array<number> = []
  let at = 0
  for (const key of few) {
    while ((many[at] ?? Infinity) < key) at++
    if (many[at] === key) both.push(key)
  }
  return both
}

const without = (list: List, left: List): List => {
  const leftOut = new Set(left)
  return leftOut.size === 0 ? list : list.filter((key) => !leftOut.has(key))
}
