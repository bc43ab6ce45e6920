import type { Effect } from "effect"

/** A word of the catalogue that differs from another by a few typing mistakes. */
export interface NearWord {
  readonly word: string
  readonly edits: number
}

/**
 * What an engine has to know of the words of its products for queries to be understood. Words of barcodes are none, and
 * words that stand in no product any more are unknown.
 */
export interface Vocabulary<E> {
  /** How many products carry each of these terms; terms that none carries may be left out. */
  readonly counts: (terms: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, number>, E>
  /** Does any term of a product begin with one of these? */
  readonly hasBeginning: (beginnings: ReadonlyArray<string>) => Effect.Effect<boolean, E>
  /** The words, as written, that have one of these keys of `phoneticKeyOf`. */
  readonly soundingLike: (soundKeys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, E>
  /** The words, as written, at most so many edits away. */
  readonly near: (word: string, edits: number) => Effect.Effect<ReadonlyArray<NearWord>, E>
}
