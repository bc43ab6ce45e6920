import { phrasesOf, rowsOf, type KnowledgeRow, type TableName } from "./Knowledge.ts"
import { tokenize, type Token } from "./Tokenizer.ts"

type Form = (token: Token) => string

/** Words of a table are told by their stems, in all forms. */
export const byStem: Form = ({ stem }) => stem

/** Words of a table are told as they are written there. */
export const byWriting: Form = ({ written }) => written

const formsOf = (rows: ReadonlyArray<KnowledgeRow>, form: Form): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => phrasesOf(row).flatMap((phrase) => tokenize(phrase).map(form))))

// tables are read when they are first asked for, which a program that names no food need not wait for

/** The forms of all words of a table. */
export const wordsOf = (table: TableName, form: Form): (() => ReadonlySet<string>) => {
  let words: ReadonlySet<string> | null = null
  return () => (words ??= formsOf(rowsOf(table), form))
}

const nothing: ReadonlySet<string> = new Set()

/** The forms of the words of a class; the first column of the table names it. */
export const wordClassesOf = (table: TableName, form: Form): ((name: string) => ReadonlySet<string>) => {
  let classes: ReadonlyMap<string | undefined, ReadonlySet<string>> | null = null
  const read = () =>
    new Map(
      [...Map.groupBy(rowsOf(table), ({ attributes }) => attributes[0])].map(([name, rows]) => [
        name,
        formsOf(rows, form)
      ])
    )
  return (name) => (classes ??= read()).get(name) ?? nothing
}
