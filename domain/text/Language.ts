import { Schema } from "effect"

/** The languages a caller can ask for. Records may carry names in any other language too. */
export const Language = Schema.Literals(["en", "ru", "ar"])
export type Language = typeof Language.Type
