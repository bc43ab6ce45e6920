import type { Memory } from "../../../domain/Remembering.ts"
import type { SqliteDatabase } from "../Sqlite.ts"
import { findKeys } from "./IndexReads.ts"
import { allKeys } from "./RankKey.ts"
import type { QueryPart, QueryParts } from "./WordQuery.ts"

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
  const parts = new Map([...each, ...leftOut.flat()].map((part) => [part.key, part]))
  // nothing of one long list would be read but the beginning
  if (parts.size === 1) return null
  const found = new Map<string, List>()
  for (const part of parts.values()) {
    const list = listOf(db, lists, part)
    if (list !== null) found.set(part.key, list)
  }
  if (found.size < parts.size) return null
  const listsOf = (wanted: ReadonlyArray<QueryPart>) => wanted.map(({ key }) => found.get(key) ?? [])
  const kept = inAll(listsOf(each))
  return kept.length === 0 ? kept : leftOut.reduce((left, group) => without(left, inAll(listsOf(group))), kept)
}

const listOf = (db: SqliteDatabase, lists: WordLists, { expression, key }: QueryPart): List | null => {
  const known = lists.known(key)
  if (known === undefined) {
    lists.remember(key, "asked")
    return null
  }
  if (known !== "asked") return known === "long" ? null : known
  const keys = findKeys(db, expression(), allKeys, listedMax + 1)
  const isLong = keys.length > listedMax
  lists.remember(key, isLong ? "long" : keys)
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
