import { isProperty } from "../../language/FoodProperties.ts"
import { isNameAsWritten, type Mention, mentionsIn } from "../../language/Lexicon.ts"
import type { TokenRange } from "../../language/TokenRange.ts"
import type { Token } from "../../language/Tokenizer.ts"
import { isAllergen } from "./ExclusionKinds.ts"
import { isStopWord } from "../StopWords.ts"
import { type Cue, cueAt, type Wording, wordingAt } from "./ExclusionWordings.ts"
import { contentsOf, isMadeByRecipe } from "./FoodContents.ts"
import { type Named, NamedThings } from "./NamedThings.ts"
import { oneSentence, type Sentences, sentencesOf } from "./Sentences.ts"

/** What a text rules out. */
export interface Exclusions {
  /** of `exclusion-kinds.tsv`: `milk`, `pork` */
  readonly ids: ReadonlySet<string>
  /** foods of the lexicon, each with its kinds */
  readonly foods: ReadonlySet<string>
  /** something is ruled out for good reason, and nothing of it could be read */
  readonly isUnread: boolean
  /** foods in whose place another is wanted */
  readonly replaced: ReadonlySet<string>
  /** the words that say so */
  readonly spans: ReadonlyArray<TokenRange>
}

export const isExcluding = ({ foods, ids, isUnread, replaced }: Exclusions): boolean =>
  isUnread || foods.size + ids.size + replaced.size > 0

class ExclusionReader {
  readonly ids = new Set<string>()
  readonly foods = new Set<string>()
  readonly spans: Array<TokenRange> = []
  /** a cue that is sure stands beside nothing that is known */
  isUnread = false
  private namedCount = 0
  private readonly tokens: ReadonlyArray<Token>
  readonly things: NamedThings
  private readonly sentences: ReadonlySet<number>
  private readonly isName: boolean

  constructor({ sentences, tokens }: Sentences, isName: boolean) {
    this.tokens = tokens
    this.sentences = sentences
    this.isName = isName
    const all = mentionsIn(tokens).filter((mention) => !isProperty(mention.concept) && !this.isCue(mention))
    this.things = new NamedThings(tokens, all, isName, sentences)
    for (let i = 0; i < tokens.length;) i = Math.max(i + 1, this.readAt(i))
  }

  /** A word that rules out, or says nothing, is no food that is written much like it: без, without, is no безе, meringue. */
  private isCue({ end, start }: Mention): boolean {
    const token = this.tokens[start]
    if (end !== start + 1 || token === undefined || isNameAsWritten(token)) return false
    return this.cueAt(start)?.end === end || (!this.isName && isStopWord(token))
  }

  private asks({ ids, kind }: Wording): boolean {
    return ids.length > 0 && (kind === "claim" || (kind === "request" && !this.isName))
  }

  private cueAt(i: number): Cue | null {
    return cueAt(this.tokens, i, this.isName)
  }

  /** The end of what is ruled out from this word on; the word itself when nothing is. */
  private readAt(i: number): number {
    const cue = this.cueAt(i)
    const wording = wordingAt(this.tokens, i)
    if (wording !== null && wording.end >= (cue?.end ?? 0) && this.asks(wording.value)) {
      this.add({ ids: wording.value.ids, foods: [] }, i, wording.end, false)
      return wording.end
    }
    if (wording !== null && wording.value.kind === "condition" && wording.end >= (cue?.end ?? 0)) {
      // its words stay: they say what is wanted as well
      if (this.isName) return wording.end
      for (const id of wording.value.ids) this.ids.add(id)
      for (const food of wording.value.foods) this.foods.add(food)
      return wording.end
    }
    if (cue === null || cue.position === "inside" || cue.position === "joining") return i
    return cue.position === "doubt" ? cue.end : this.readAround(cue)
  }

  private readAround(cue: Cue): number {
    const before = this.namedCount
    const end = this.readSides(cue)
    if (this.namedCount > before) return end
    for (const id of cue.alone) this.ids.add(id)
    if (cue.isSure) this.isUnread = true
    return end
  }

  private isAllergenBefore({ reach, start }: Cue): boolean {
    return this.things.last(start, reach)?.ids.some(isAllergen) === true
  }

  private isClauseEnd(end: number): boolean {
    return end > 1 && (this.tokens[end]?.startsClause ?? true)
  }

  private readSides(cue: Cue): number {
    if (cue.position === "before") {
      const end = this.readBehind(cue)
      // "sesame? absolutely not", but "soup, avoid: nuts"
      if (this.isClauseEnd(cue.end)) {
        if (this.isAllergenBefore(cue)) this.readBefore(cue)
        else if (end === cue.end) this.readBefore({ ...cue, reach: 0 })
      }
      return end
    }
    if (cue.position === "beside") return this.readBeside(cue)
    this.readBefore(cue)
    return cue.end
  }

  /** What stands right beside the cue, on either side; only where nothing does, what is farther away. */
  private readBeside(cue: Cue): number {
    const close = { ...cue, reach: 0 }
    // "where there are neither nuts nor milk" says nothing of the cake before it
    if (this.cueAt(cue.end)?.position === "before" && this.tokens[cue.end]?.startsClause !== true) return cue.end
    const isClause = this.tokens[cue.end]?.startsClause === true
    const end = isClause ? cue.end : this.readBehind(close)
    // "salad dressing, mustard not allowed": beside a thing that is ruled out the food before the cue is wanted
    const isBefore =
      end > cue.end
        ? this.things.last(cue.start, 0)?.foods.length === 0 && this.readBefore(close)
        : this.readBefore(close)
    if (isBefore || end > cue.end) return end
    const behind = isClause ? cue.end : this.readBehind(cue)
    if (behind > cue.end || this.readBefore(cue) || !isClause) return behind
    // "allergies: honey and nuts"
    const listed = this.things.next(cue.end, 0)
    return listed !== null && isOfList(listed) ? this.readBehind(close) : cue.end
  }

  private add({ foods, ids }: Pick<Named, "foods" | "ids">, start: number, end: number, isAllergy: boolean): void {
    this.namedCount++
    const excluded = this.isName ? [] : foods
    if (ids.length + excluded.length === 0) return
    for (const id of ids) this.ids.add(id)
    for (const food of excluded) {
      this.foods.add(food)
      if (isAllergy) for (const id of contentsOf(food).contains) if (isAllergen(id)) this.ids.add(id)
    }
    // the words of "non-alcoholic beer" name what is asked for as well
    const isFoodOfItsOwn = this.things.foods.some((food) => food.start <= start && end < food.end)
    if (!isFoodOfItsOwn) this.spans.push({ start, end })
  }

  /** What stands behind a cue, with what is joined to it: "without milk, eggs and nuts". */
  private readBehind(cue: Cue): number {
    let named = this.things.next(cue.end, cue.reach)
    let end: number = cue.end
    for (let count = 1; named !== null; count++) {
      end = named.end
      this.add(named, cue.start, end, cue.isAllergy)
      named = this.joinedTo(end, cue, count > 1)
    }
    return end
  }

  /** What is joined to a thing that ends here: by a word, in Arabic by a letter, or in a list by a comma. */
  private joinedTo(end: number, by: Cue, isList: boolean): Named | null {
    const named = this.namedBehind(end, by, isList)
    // "without sugar and 5 g of protein" asks for protein
    const isAmount = named !== null && this.tokens.slice(end, named.end + 1).some(({ isNumber }) => isNumber)
    return isAmount ? null : named
  }

  private namedBehind(end: number, by: Cue, isList: boolean): Named | null {
    const token = this.tokens[end]
    if (token === undefined) return null
    const cue = this.cueAt(end)
    if (cue?.position === "joining") return this.things.next(cue.end, Math.min(by.reach, 1))
    if (cue === null && !token.startsClause && this.cueAt(end + 1)?.position === "joining")
      return this.namedBehind(end + 1, by, isList)
    const beside = token.startsClause ? null : this.things.at(end)
    // "pork gelatine" is two things
    if (beside !== null && beside.ids.length > 0) return beside
    if (token.written.startsWith("و") && !isNameAsWritten(token)) return this.things.at(end)
    // names list what was added behind a comma: "without milk, whole milk and butter added"
    if (this.isName || !token.startsClause || (cue !== null && cue.position !== "inside")) return null
    // a dish behind a comma is what is wanted: "no dairy, no eggs: pancakes"
    const named = this.things.next(end, 0)
    // what ends a sentence is no wish: "allergies: honey, nuts, chocolate. What can I bring?"
    if (named === null || !(isOfList(named) || (isList && this.sentences.has(named.end)))) return null
    // "hates coconut, curry" asks for a curry; "soup without onions, garlic" for soup
    const isLast = named.end === this.tokens.length && named.ids.length === 0
    if (isLast && !isList && !this.things.isNamedBefore(by.start)) return null
    return by.isAllergy && !isList && named.ids.length === 0 ? null : named
  }

  /** What stands before a cue, with what is joined to it: "milk and egg allergy". */
  private readBefore(cue: Cue): boolean {
    if (cue.start === 0 || (cue.position === "suffix" && this.tokens[cue.start]?.startsClause === true)) return false
    let named = this.things.last(cue.start, cue.reach)
    const isFound = named !== null
    for (let count = 1; named !== null; count++) {
      this.add(named, named.start, cue.end, cue.isAllergy)
      named = this.joinedUpTo(named.start, count > 1)
    }
    return isFound
  }

  /** What is joined to a thing that begins here; behind a comma only what is always a reason to ask, or one more of a list. */
  private joinedUpTo(start: number, isList: boolean): Named | null {
    const word = [start - 1, start - 2].map((at) => this.cueAt(at)).find((cue) => cue?.end === start)
    if (word?.position === "joining") return this.things.upTo(word.start)
    const token = this.tokens[start]
    if (token?.written.startsWith("و") === true) return this.things.upTo(start)
    const beside = token?.startsClause === true ? null : this.things.upTo(start)
    // "lupin flour makes me ill" is about lupin
    if (beside !== null && beside.ids.some(isAllergen)) return beside
    const named = token?.startsClause === true ? this.things.upTo(start) : null
    return named !== null && (named.ids.some(isAllergen) || (isList && isOfList(named))) ? named : null
  }
}

const isOfList = ({ foods, ids }: Named): boolean => ids.length > 0 || !foods.some(isMadeByRecipe)

const read = (sentences: Sentences, isName: boolean): Exclusions => {
  const { foods, ids, isUnread, spans } = new ExclusionReader(sentences, isName)
  return { ids, foods, isUnread: isUnread && ids.size + foods.size === 0, replaced: new Set(), spans }
}

/** All that a question names and that can be ruled out. */
export const namedIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Named> =>
  new ExclusionReader(oneSentence(tokens), false).things.all()

/** What a question rules out. */
export const exclusionsIn = (tokens: ReadonlyArray<Token>): Exclusions => read(oneSentence(tokens), false)

const exclusionsOf = (text: string): Exclusions => read(sentencesOf(text), false)

/** What a question rules out as it is spelt right, and as it was typed: no correction takes an exclusion away. */
export const readExclusions = (spelt: string, typed: string): Exclusions => {
  const asSpelt = exclusionsOf(spelt)
  if (spelt === typed) return asSpelt
  const asTyped = exclusionsOf(typed)
  const [foods, ids] = [asSpelt.foods.union(asTyped.foods), asSpelt.ids.union(asTyped.ids)]
  return { ...asSpelt, foods, ids, isUnread: asSpelt.isUnread && asTyped.isUnread }
}

/** What the name of a product says that it is free of. */
export const claimsOfAbsence = (tokens: ReadonlyArray<Token>): Exclusions => read(oneSentence(tokens), true)
