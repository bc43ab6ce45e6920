import { type Token, tokenize } from "../../language/Tokenizer.ts"

/** The words of a text, and which of them begin a sentence. */
export interface Sentences {
  readonly tokens: ReadonlyArray<Token>
  readonly sentences: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()

export const oneSentence = (tokens: ReadonlyArray<Token>): Sentences => ({ tokens, sentences: none })

const sentenceEnd = /[.!?؟…]+(?=\s)|\n/u

/** The words as `tokenize` tells them, but that a sentence begins a clause. */
export const sentencesOf = (text: string): Sentences => {
  if (!sentenceEnd.test(text)) return oneSentence(tokenize(text))
  const tokens: Array<Token> = []
  const sentences = new Set<number>()
  for (const part of text.split(sentenceEnd)) {
    const [first, ...more] = tokenize(part)
    if (first === undefined) continue
    if (tokens.length > 0) sentences.add(tokens.length)
    tokens.push(tokens.length > 0 ? { ...first, startsClause: true } : first, ...more)
  }
  return { tokens, sentences }
}
