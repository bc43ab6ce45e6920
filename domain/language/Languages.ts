/** The languages a caller can ask for, in the order of the columns of `data/language`. */
export const languages = ["en", "ru", "ar"] as const
