import { type NameReading, type NameTerm, readName, type TermRole, termRoles } from "../../domain/meal/records/NameReading.ts"
import { roleLetters } from "../../domain/meal/records/IndexedRecord.ts"
import { rawBit } from "../../domain/meal/records/RecordWords.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import type { NamedRecord } from "./Sources.ts"

/** What `domain/meal/records/records.json` holds. */
export interface CompiledRecords {
  readonly terms: ReadonlyArray<string>
  /** how many words the shortest name of each record has, a digit to the base of 36 */
  readonly lengths: string
  /** numbers of the terms that are brands */
  readonly brands: string
  readonly groups: ReadonlyArray<string>
  /** `id|reports|kcal|fat|group|names|descriptions`: `RecordIndex.ts` says how names are written */
  readonly records: ReadonlyArray<string>
}

class Numbers {
  readonly #numbers = new Map<string, number>()

  of(text: string): string {
    const known = this.#numbers.get(text)
    const number = known ?? this.#numbers.size
    if (known === undefined) this.#numbers.set(text, number)
    return number.toString(36)
  }

  known(text: string): string | undefined {
    return this.#numbers.get(text)?.toString(36)
  }

  all(): ReadonlyArray<string> {
    return [...this.#numbers.keys()]
  }
}

/** Words beyond these are not told apart by their positions. */
const positionMax = 35
const place = (at: number): string => Math.min(at, positionMax).toString(36)

/**
 * A name: its forms, `~` when it is not the first of its language, `!` when it is of a dish, its language unless it is English, then `term role position`, `attribute =` and
 * `concept # start length`, with `@` for a concept that may be what the name is about; all numbers to the base of 36.
 */
const toCode = (
  { attributes, concepts, forms, isDish, terms }: NameReading,
  { isAlias, isRaw, language }: { readonly isAlias: boolean; readonly isRaw: boolean; readonly language: string },
  numbers: Numbers
): string =>
  [
    `${(isRaw ? rawBit : forms).toString(36)}${isAlias ? "~" : ""}${isDish ? "!" : ""}${language === "en" ? "" : `=${language}`}`,
    ...terms.map(({ role, start, term }) => `${numbers.of(term)}${roleLetters[termRoles.indexOf(role)]}${place(start)}`),
    ...attributes.map(({ name }) => `${numbers.of(name)}=`),
    ...concepts.map(({ concept, end, start }) => {
      const isTopic = terms.some((term) => topics.has(term.role) && term.start >= start && term.start < end)
      return `${numbers.of(`#${concept}`)}${isTopic ? "@" : "#"}${place(start)}${place(end - start)}`
    })
  ].join(" ")

const topics: ReadonlySet<TermRole> = new Set(["head", "kind", "later"])

/** What stands in brackets is a brand, or says the same in other words: it may be said. */
const bracketed = /\(([^()]*)\)/g

const readBracketed = (name: string, language: string): NameReading => {
  const reading = readName(name.replace(bracketed, " "), language)
  const inBrackets = [...name.matchAll(bracketed)].flatMap(([, text = ""]) => readName(text, language).terms)
  return { ...reading, terms: [...reading.terms, ...inBrackets.map((term): NameTerm => ({ ...term, role: "option", start: positionMax }))] }
}


/** Compiles the readings of all names; the same records make the same text. */
export const compileRecords = (records: ReadonlyArray<NamedRecord>): CompiledRecords => {
  const numbers = new Numbers()
  const groups = new Numbers()
  const compiled = records.map(({ descriptions, fat, group, id, isRaw, kcal, names, reports }) => {
    const read = names.flatMap(([language, name, use]) => {
      const reading = readBracketed(name, language)
      return reading.terms.length === 0 ? [] : [toCode(reading, { isAlias: use === "alias", isRaw, language }, numbers)]
    })
    const further = descriptions.flatMap((text) => readName(text, "en")).flatMap(({ concepts, terms }) => [
      ...terms.flatMap(({ role, term }) => (role === "absent" || role === "weak" ? [] : [term])),
      ...concepts.map(({ concept }) => `#${concept}`)
    ])
    const extra = [...new Set(further)].map((term) => numbers.of(term)).join(" ")
    return [id, reports, round(kcal), round(fat), groups.of(group), [...new Set(read)].join(","), extra].join("|")
  })
  return { terms: numbers.all(), lengths: compiled.map(lengthOf).join(""), brands: brandsIn(records, numbers), groups: groups.all(), records: compiled }
}

const lengthOf = (line: string): string => {
  const names = line.split("|")[5]?.split(",") ?? []
  const lengths = names.map((name) => name.match(/ [0-9a-z]+[A-Z]/g)?.length ?? 0)
  return place(Math.min(...lengths))
}

/** FoodData Central writes the names of brands in capitals, and all else in small letters. */
const capitals = /\b[A-Z][A-Z']{3,}\b/g

const brandsIn = (records: ReadonlyArray<NamedRecord>, numbers: Numbers): string => {
  const texts = records.flatMap(({ names }) => names.map(([, name]) => name))
  const stems = (words: ReadonlyArray<string>): ReadonlySet<string> =>
    new Set(words.flatMap((word) => tokenize(word).map(({ stem }) => stem)))
  const inCapitals = stems(texts.flatMap((text) => text.match(capitals) ?? []))
  const others = stems(texts.map((text) => text.replace(capitals, " ")))
  return [...inCapitals].flatMap((stem) => (others.has(stem) ? [] : (numbers.known(stem) ?? []))).join(" ")
}

const round = (value: number): number => Number(value.toPrecision(3))
