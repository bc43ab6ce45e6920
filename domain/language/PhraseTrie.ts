import { tokenize, exactForm, type Token } from "./Tokenizer.ts"
import type { Concept, ConceptName, NameUse } from "./Concept.ts"

/** What a phrase may mean. */
export interface Meaning {
  readonly concept: string
  readonly use: NameUse
  readonly opaque: boolean
  /** its names with these stems as written, to tell them from another's */
  readonly written: Array<string>
}

/** The phrases that begin with the words that lead here, by their next stem. */
export interface TrieNode {
  readonly next: Map<string, TrieNode>
  readonly meanings: Array<Meaning>
}

/** Longer names are not looked for. */
const phraseLengthMax = 5

const emptyNode = (): TrieNode => ({ next: new Map(), meanings: [] })

const nodeAt = (root: TrieNode, stems: ReadonlyArray<string>): TrieNode => {
  let node = root
  for (const stem of stems) {
    const known = node.next.get(stem)
    const next = known ?? emptyNode()
    if (known === undefined) node.next.set(stem, next)
    node = next
  }
  return node
}

const add = (root: TrieNode, tokens: ReadonlyArray<Token>, concept: Concept, name: ConceptName): void => {
  const { meanings } = nodeAt(
    root,
    tokens.map((token) => token.stem)
  )
  const written = exactForm(tokens)
  const known = meanings.find((meaning) => meaning.concept === concept.id)
  if (known === undefined)
    meanings.push({ concept: concept.id, use: name.use, opaque: name.opaque, written: [written] })
  else known.written.push(written)
}

/** Russian says *сок яблочный* and *яблочный сок* alike. */
const orders = (tokens: ReadonlyArray<Token>, { language }: ConceptName): ReadonlyArray<ReadonlyArray<Token>> =>
  language === "ru" && tokens.length === 2 ? [tokens, tokens.toReversed()] : [tokens]

/** The names of the concepts, by the stems of their words. */
export const phraseTrie = (concepts: ReadonlyArray<Concept>): TrieNode => {
  const root = emptyNode()
  const named = concepts.flatMap((concept) =>
    concept.names.map((name) => ({ concept, name, tokens: tokenize(name.text) }))
  )
  // what is equal to a concept comes before what only hints at one, and names as they stand before turned ones
  for (const hints of [false, true])
    for (const order of [0, 1])
      for (const { concept, name, tokens } of named) {
        const ordered = orders(tokens, name)[order]
        if ((name.use === "hint") === hints && ordered !== undefined && ordered.length <= phraseLengthMax)
          add(root, ordered, concept, name)
      }
  return root
}

/**
 * What the words mean that lead to a node. Of several concepts, whose names differ in their endings alone, the one that
 * is written like this; else the only one that is more than hinted at.
 */
export const meaningOf = (node: TrieNode, words: () => ReadonlyArray<Token>): Meaning | null => {
  const { meanings } = node
  const [only] = meanings
  if (meanings.length < 2) return only ?? null
  const text = exactForm(words())
  const [sure, another] = meanings.filter((meaning) => meaning.use !== "hint")
  return meanings.find(({ written }) => written.includes(text)) ?? (another === undefined ? (sure ?? null) : null)
}
