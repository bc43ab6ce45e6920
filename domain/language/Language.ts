import { Schema } from "effect"
import { languages } from "./Languages.ts"

/** The languages a caller can ask for. Records may carry names in any other language too. */
export const Language = Schema.Literals(languages)
export type Language = typeof Language.Type
