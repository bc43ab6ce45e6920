/**
 * One offence of a request, as a 422 lists it: the four fields of the interface, in the names and the wording of
 * pydantic v2.
 */
export interface ValidationItem {
  readonly type: string
  /** where: the section (`query`, `path`, `body`), then names; positions in arrays are written as text */
  readonly loc: ReadonlyArray<string>
  readonly msg: string
  /** the value as it was sent; `null` for a parameter that is missing */
  readonly input: unknown
}

/** How many offences a 422 lists: every one that a batch of valid length can have. */
export const maxValidationItems = 50

/** What is wrong with a value, without saying where it stood. */
export type Offence = Pick<ValidationItem, "type" | "msg">

/**
 * A query or path value whose percent-encoding or UTF-8 is broken, or a text of JSON with half a surrogate pair: it
 * stands in the place of the text, so that it is reported with all the other offences of the request.
 */
export class UndecodableText {
  /** as it was sent, as far as it can be sent back */
  readonly raw: string

  constructor(raw: string) {
    this.raw = raw
  }

  toJSON(): string {
    return this.raw
  }
}
