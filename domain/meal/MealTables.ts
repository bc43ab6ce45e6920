import { Schema } from "effect"
import { phrasesOf, rowsOf, type TableName } from "../language/Knowledge.ts"

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
