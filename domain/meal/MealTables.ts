import { Schema } from "effect"
import { phrasesOf, rowsOf, type TableName } from "../language/Knowledge.ts"
import { normalize } from "../language/Normalizer.ts"
import { tokenize } from "../language/Tokenizer.ts"

/**
 * The phrases of a table with the values of their rows, which stand in its first column. A value that is not one of these
 * is a defect.
 */
export const phrasesBy = <A extends string>(
  table: TableName,
  values: ReadonlyArray<A>
): ReadonlyArray<readonly [phrase: string, value: A]> => {
  const decode = Schema.decodeUnknownSync(Schema.Literals(values))
  return rowsOf(table).flatMap((row) => {
    const value = decode(row.attributes[0])
    return phrasesOf(row).map((phrase) => [phrase, value] as const)
  })
}

const phrasesIn = (table: TableName, value: string | null): ReadonlyArray<string> =>
  rowsOf(table)
    .filter(({ attributes }) => value === null || attributes[0] === value)
    .flatMap(phrasesOf)

/** The words of a table as they are spelt; those of one value of its first column, or all. */
export const spellingsOf = (table: TableName, value: string | null = null): ReadonlySet<string> =>
  new Set(phrasesIn(table, value).map(normalize))

/** The stems of the words of a table; those of one value of its first column, or all. */
export const stemsOf = (table: TableName, value: string | null = null): ReadonlySet<string> =>
  new Set(phrasesIn(table, value).flatMap((phrase) => tokenize(phrase).map(({ stem }) => stem)))
