import { preferencesOf } from "../../api/request/AcceptHeader.ts"

const names = (header: string, type: string): boolean =>
  preferencesOf(header).some(({ value, weight }) => value === type && weight > 0)

/** Does the client name HTML? Browsers do; what programs send by default does not. */
export const asksForHtml = (accept: string | undefined): boolean => accept !== undefined && names(accept, "text/html")

/** May a page be answered? Not to who names JSON and no HTML: that is a client of the interface. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  accept === undefined ||
  names(accept, "text/html") ||
  (!names(accept, "application/json") && (names(accept, "text/*") || names(accept, "*/*")))
