import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"

/** The words of the vocabulary that a thread holds which only reads. */
export class ReadVocabulary extends Context.Service<
  ReadVocabulary,
  {
    /** to be called with the words that the writing connection brought */
    readonly add: (words: ReadonlyArray<string>) => void
    /** Reads some of the words before anybody asks; false: there are no more. */
    readonly readSome: Effect.Effect<boolean, StorageUnavailable>
  }
>()("fooddata/infra/sqlite/product-index/ReadVocabulary") {}
