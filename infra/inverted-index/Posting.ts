import { fields } from "../../domain/search/SearchableProduct.ts"

// A posting says that a product has a term, and in which field. While it is written or sorted it is one integer: the number
// of the product in its segment, and in the low three bits the index of the field.

export const fieldBits = 3
const fieldMask = 7

export const postingOf = (product: number, field: number): number => (product << fieldBits) | field
export const productOf = (posting: number): number => posting >>> fieldBits
export const fieldOf = (posting: number): number => posting & fieldMask

/** The worst field. Those in it have lists of their own. */
export const categoryField = fields.indexOf("category")
/** The worst field of the other lists. */
export const namedFieldMax = categoryField - 1
/** The field of a product that a list does not hold; worse than any. */
export const noField = fields.length
