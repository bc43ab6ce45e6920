import type { english } from "./English.ts"

/** Forms of a phrase by the plural rules of its language; `{n}` is the number. */
export type PluralForms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

/** Everything that the site says, in one language. */
export interface Texts {
  readonly words: Readonly<Record<keyof typeof english.words, string>>
  readonly plurals: Readonly<Record<keyof typeof english.plurals, PluralForms>>
  /** the search that the start page shows before anybody has searched */
  readonly example: string
  /** other searches that a visitor may start from; each finds foods in the bundled catalogue */
  readonly examples: ReadonlyArray<string>
}
