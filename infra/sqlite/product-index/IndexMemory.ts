import type { Matches } from "./IndexReads.ts"
import { makeRemembered, type Remembered } from "./Remembered.ts"

/** What searches found out about the index as it is now. */
export interface IndexMemory {
  /** what an expression finds */
  readonly matches: Remembered<Matches>
  /** how many products carry a term, or match an expression, of those that are counted */
  readonly counts: Remembered<number>
  /** the terms that begin in a way; `null` when they are too many to be named */
  readonly expansions: Remembered<ReadonlyArray<string> | null>
  /** the blocks that hold any product, see `RankKey.ts` */
  readonly blocks: Remembered<ReadonlyArray<number>>
  /** to be called after each change of the index by this connection */
  readonly forget: () => void
}

/** A word takes the place of so many numbers. */
const wordSize = 5

export const makeIndexMemory = (): IndexMemory => {
  const memory = {
    matches: makeRemembered<Matches>(({ first }) => first.length),
    counts: makeRemembered<number>(),
    expansions: makeRemembered<ReadonlyArray<string> | null>((terms) => wordSize * (terms?.length ?? 0)),
    blocks: makeRemembered<ReadonlyArray<number>>()
  }
  return {
    ...memory,
    forget: () => {
      for (const each of Object.values(memory)) each.forget()
    }
  }
}
