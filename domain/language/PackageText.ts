import { tokenize } from "./Tokenizer.ts"

const gramsOrMillilitres = /^([\d.]+)(?:g|ml)$/

/** Grams or millilitres that the text of a package or serving states ("30 g (2 biscuits)", "0.5 l"); `null` for none. */
export const statedGrams = (text: string | null): number | null => {
  for (const { isNumber, written } of text === null ? [] : tokenize(text)) {
    const amount = isNumber ? Number(gramsOrMillilitres.exec(written)?.[1] ?? 0) : 0
    if (amount > 0) return amount
  }
  return null
}
