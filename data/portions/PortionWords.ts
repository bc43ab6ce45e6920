import { readTsv } from "../Csv.ts"

/** What the words of a portion say. */
export interface PortionWords {
  /** measures of a meal; none: the portion names the food ("1 cookie") or a part of it ("1 thigh") */
  readonly measures: ReadonlyArray<string>
  /** none: of no size in particular */
  readonly sizes: ReadonlyArray<string>
  /** words that are neither */
  readonly others: ReadonlyArray<string>
  /** how far it is from the plain measure: 0 is nearest */
  readonly distance: number
}

/** Sizes of a portion, the smallest first. */
export const portionSizes: ReadonlyArray<string> = ["mini", "small", "medium", "large", "xlarge"]

/** A table without its comment lines. */
export const withoutComments = (table: string): string => table.replace(/^#.*\n/gm, "")

/** Meanings of phrases, as `portion-words.tsv` lists them. */
export type PhraseMeanings = ReadonlyMap<string, string>

/** Reads `portion-words.tsv`. */
export const phraseMeanings = (table: string): PhraseMeanings => {
  const meanings = new Map<string, string>()
  for (const row of readTsv(withoutComments(table)))
    for (const phrase of (row.get("phrases") ?? "").split(", ")) {
      if (meanings.has(phrase)) throw new Error(`portion-words.tsv: "${phrase}" stands twice`)
      meanings.set(phrase, row.get("meaning") ?? "")
    }
  return meanings
}

const phraseLengthMax = 8
/** What was done to the food before it was measured weighs more than other remarks. */
const stateDistance = 10

/** What a container holds or a piece weighs: "5.3 oz container", "bar 2 oz". */
const statedSize = /\d+(?:\.\d+)? ?(?:fl )?oz\b\.?/g

/**
 * Reads what follows the number of a portion: "cup, shredded", "small or thin slice", `piece (1/8 of 9" dia)`. `null`: it is no
 * household measure.
 */
export const readPortion = (text: string, meanings: PhraseMeanings): PortionWords | null => {
  const remark = /\(.*$/.exec(text)?.[0] ?? ""
  const plain = text.slice(0, text.length - remark.length)
  const sizeless = plain.replace(statedSize, "")
  const found = meaningsIn(wordsOf(sizeless), meanings)
  const remarked = meaningsIn(wordsOf(remark), meanings).filter(({ phrase }) => phrase.includes(" "))
  const said = new Set([...found, ...remarked].map(({ meaning }) => meaning))
  const measures = measuresIn(found)
  const others = found.flatMap(({ meaning, phrase }) => (meaning === null ? [phrase] : []))
  if (said.has("skip") || (said.has("skip-alone") && measures.length === 0 && others.length === 0)) return null
  const states = found.filter(({ meaning }) => meaning === "state").length
  return {
    measures,
    sizes: portionSizes.filter((size) => said.has(size)),
    others,
    distance:
      states * stateDistance + others.length * 2 + (remark === "" && plain === sizeless ? 0 : 1) - (said.has("any") ? 1 : 0)
  }
}

/** The first one, and what stands beside it behind "or". */
const measuresIn = (found: ReadonlyArray<Found>): ReadonlyArray<string> => {
  const measures: Array<string> = []
  for (const [i, { meaning }] of found.entries())
    if (meaning !== null && isMeasure(meaning) && (measures.length === 0 || found[i - 1]?.phrase === "or")) measures.push(meaning)
  return [...new Set(measures)]
}

const isMeasure = (meaning: string): boolean =>
  !portionSizes.includes(meaning) && meaning !== "any" && meaning !== "state" && meaning !== "remark" && !meaning.startsWith("skip")

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.toLowerCase().replaceAll("/", " or ").match(/[a-z0-9'%&.]+/g) ?? []

interface Found {
  readonly phrase: string
  readonly meaning: string | null
}

const meaningsIn = (words: ReadonlyArray<string>, meanings: PhraseMeanings): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  let i = 0
  while (i < words.length) {
    const length = lengths.find((each) => meanings.has(words.slice(i, i + each).join(" "))) ?? 1
    const phrase = words.slice(i, i + length).join(" ")
    found.push({ phrase, meaning: meanings.get(phrase) ?? null })
    i += length
  }
  return found
}

const lengths = Array.from({ length: phraseLengthMax }, (_, i) => phraseLengthMax - i)
