import { phrasesOf, rowsOf } from "../language/Knowledge.ts"

/** What a small word does beside a food: `need-particles.tsv` explains each. */
type Role = "and" | "than" | "much" | "addition" | "flavoured" | "purpose" | "doing" | "target" | "place"

const rows = rowsOf("need-particles").map((row) => ({ roles: row.attributes[0]?.split(" ") ?? [], row }))

/** The words of a role, as they are written. */
export const particles = (role: Role): ReadonlySet<string> =>
  new Set(rows.flatMap(({ roles, row }) => (roles.includes(role) ? phrasesOf(row) : [])))

/** Arabic writes and, with, for, like in front of the word: `و ب ل ك ف`. */
export const arabicParticle = /^[وبلكف]/

/** What stands in front of an Arabic word for *for the*. */
export const arabicPurpose = /^لل/
