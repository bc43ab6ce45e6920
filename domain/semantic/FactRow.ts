import type { Weights } from "./Weights.ts"

/** What a fact says: the dimension that it is on, and how much of it there is. */
export interface FactName {
  readonly dimension: string
  readonly level: number
}

/** `cheap -keeps`: each fact by itself, and whether it is denied. */
export const factsListed = (text: string): ReadonlyArray<{ readonly fact: string; readonly isDenied: boolean }> =>
  text
    .split(" ")
    .filter((item) => item !== "")
    .map((item) => ({ fact: item.replace(/^-/, ""), isDenied: item.startsWith("-") }))

/** Reads the facts of a row; what is denied has level 0. */
export const readFacts = (text: string, names: ReadonlyMap<string, FactName>): Weights =>
  new Map(
    factsListed(text).flatMap(({ fact, isDenied }) => {
      const name = names.get(fact)
      return name === undefined ? [] : [[name.dimension, isDenied ? 0 : name.level] as const]
    })
  )
