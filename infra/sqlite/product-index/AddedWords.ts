import { Context, Layer } from "effect"

type Words = ReadonlyArray<string>

/** Tells whoever searches the live views in other threads which words a change of them brought. */
export class AddedWords extends Context.Service<
  AddedWords,
  {
    readonly publish: (words: Words) => void
    /** The listener is told from now on, until what is returned is called. */
    readonly subscribe: (listener: (words: Words) => void) => () => void
  }
>()("fooddata/infra/sqlite/product-index/AddedWords") {
  static readonly layer = Layer.sync(AddedWords, () => {
    const listeners = new Set<(words: Words) => void>()
    return AddedWords.of({
      publish: (words) => {
        if (words.length > 0) for (const listener of listeners) listener(words)
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }
    })
  })
}
