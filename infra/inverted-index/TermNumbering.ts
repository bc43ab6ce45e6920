import { fields, type SearchableProduct } from "../../domain/search/SearchableProduct.ts"
import { postingOf } from "./Posting.ts"
import { type KeyKind, kinds } from "./TermKey.ts"

/** What a product is found by, its terms as numbers from 0 on, in the order in which the products of a run bring them. */
export interface NumberedTerms {
  /** first of a run: its terms are numbered anew */
  readonly startsRun: boolean
  /** the terms that no product of the run had before, and their kinds; they have the next numbers */
  readonly newTexts: ReadonlyArray<string>
  readonly newKinds: ReadonlyArray<KeyKind>
  /** as `postingOf` the number of each term and its field */
  readonly postings: ReadonlyArray<number>
}

/** The kinds of terms that products bring; all others come of these. */
const termKinds = [kinds.tag, kinds.name, kinds.term] as const

const newTerms = (): ReadonlyArray<Map<string, number>> => termKinds.map(() => new Map<string, number>())

/** Postings of a run of a load, so that its sorting takes some 30 MB. */
const runPostingsMax = 2_000_000

/**
 * Numbers the terms of products, so that a thread which describes products hands on numbers where it would hand on the same
 * words again and again. What it returns is for one `Run`, all of it and in this order.
 */
export class TermNumbering {
  private readonly postingsMax: number
  private terms = newTerms()
  private termCount = 0
  private postingCount = 0

  constructor(postingsMax = runPostingsMax) {
    this.postingsMax = postingsMax
  }

  number(product: SearchableProduct): NumberedTerms {
    if (this.postingCount >= this.postingsMax) this.startAnew()
    const startsRun = this.postingCount === 0
    const numbered = {
      startsRun,
      newTexts: new Array<string>(),
      newKinds: new Array<KeyKind>(),
      postings: new Array<number>()
    }
    const note = (kind: KeyKind, text: string, field: number): void => {
      const terms = this.terms[kind]
      if (terms === undefined) return
      let term = terms.get(text)
      if (term === undefined) {
        term = this.termCount++
        terms.set(text, term)
        numbered.newTexts.push(text)
        numbered.newKinds.push(kind)
      }
      numbered.postings.push(postingOf(term, field))
    }
    for (const tag of product.tags) note(kinds.tag, tag, 0)
    for (const name of product.exactNames) note(kinds.name, name, 0)
    for (let field = 0; field < fields.length; field++) {
      const name = fields[field]
      if (name === undefined) break
      for (const term of product.terms[name]) note(kinds.term, term, field)
    }
    this.postingCount += numbered.postings.length
    return numbered
  }

  private startAnew(): void {
    this.terms = newTerms()
    this.termCount = 0
    this.postingCount = 0
  }
}
