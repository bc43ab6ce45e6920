/** Splits texts into the pieces of a vocabulary. */
export interface PieceTokenizer {
  /** The pieces that the text is most probably made of, between the marks of its beginning and its end. */
  readonly piecesOf: (text: string) => ReadonlyArray<number>
}

export interface Vocabulary {
  readonly pieces: ReadonlyArray<string>
  /** log probabilities */
  readonly scores: Float32Array
  readonly unknownScore: number
}

const unknown = 0
const beginning = 1
const end = 2
const wordMark = "\u2581"

/** Only the beginning of a piece, which is none by itself. */
const onlyPrefix = -1

/** Texts are cut here: what people ask for is shorter, and time grows with the length. */
const charactersMax = 200

/** As the vocabulary was made for: compatible forms are one, words are marked where they begin, in lower case. */
const marked = (text: string): string => {
  const words = text
    .toLowerCase()
    .normalize("NFKC")
    .split(/\s+/u)
    .filter((word) => word !== "")
  return words.length === 0 ? "" : [wordMark + words.join(wordMark)].join("").slice(0, charactersMax)
}

/**
 * A unigram language model: of all ways to split a text the one whose pieces' probabilities have the greatest product,
 * found by dynamic programming (Viterbi). Source: Kudo, "Subword Regularization", 2018.
 */
export const makePieceTokenizer = ({ pieces, scores, unknownScore }: Vocabulary): PieceTokenizer => {
  const ids = new Map<string, number>()
  for (const [id, piece] of pieces.entries()) {
    for (let length = 1; length < piece.length; length++) {
      const prefix = piece.slice(0, length)
      if (!ids.has(prefix)) ids.set(prefix, onlyPrefix)
    }
    ids.set(piece, id)
  }

  const split = (text: string): ReadonlyArray<number> => {
    const characters = [...text]
    const best = new Float64Array(characters.length + 1).fill(-Infinity)
    const starts = new Int32Array(characters.length + 1)
    const chosen = new Int32Array(characters.length + 1)
    const offer = (from: number, to: number, score: number, id: number): void => {
      if (score <= (best[to] ?? 0)) return
      best[to] = score
      starts[to] = from
      chosen[to] = id
    }
    best[0] = 0
    for (let from = 0; from < characters.length; from++) {
      const before = best[from] ?? 0
      let piece = ""
      let isKnown = false
      for (let to = from + 1; to <= characters.length; to++) {
        piece += characters[to - 1] ?? ""
        const id = ids.get(piece)
        if (id === undefined) break
        if (id === onlyPrefix) continue
        offer(from, to, before + (scores[id] ?? 0), id)
        isKnown ||= to === from + 1
      }
      if (!isKnown) offer(from, from + 1, before + unknownScore, unknown)
    }
    const found: Array<number> = []
    for (let to = characters.length; to > 0; to = starts[to] ?? 0) found.push(chosen[to] ?? unknown)
    return found.toReversed()
  }

  return {
    piecesOf: (text) => {
      const found = split(marked(text))
      return [beginning, ...(found.length === 0 ? [unknown] : found), end]
    }
  }
}
