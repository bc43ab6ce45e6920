import { hasValidCheckDigit } from "./CheckDigit.ts"

/**
 * The UPC-A that 8 digits abbreviate (number system 0 or 1, six digits, check digit); `null` when they are no UPC-E.
 * A code that would expand to 8 significant digits or fewer is none: GS1 keeps those company numbers empty, lest they
 * collide with EAN-8.
 * Source: GS1 General Specifications, UPC-E symbol.
 */
export const expandUpcE = (code: string): string | null => {
  if (!/^[01][0-9]{7}$/.test(code)) return null
  const upcA = code.slice(0, 1) + zerosRestored(code.slice(1, 7)) + code.slice(7)
  return isAssignable(upcA) && hasValidCheckDigit(upcA) ? upcA : null
}

/** The UPC-E codes that abbreviate a UPC-A: one where the zeros lie right, else none. The inverse of `expandUpcE`. */
export const abbreviateUpcA = (upcA: string): ReadonlyArray<string> => {
  if (!/^[01][0-9]{11}$/.test(upcA) || !isAssignable(upcA) || !hasValidCheckDigit(upcA)) return []
  const company = upcA.slice(1, 6)
  const item = upcA.slice(6, 11)
  const six: Array<string> = []
  if (/[012]00$/.test(company) && item.startsWith("00"))
    six.push(company.slice(0, 2) + item.slice(2) + company.slice(2, 3))
  if (company.endsWith("00") && item.startsWith("000")) six.push(`${company.slice(0, 3)}${item.slice(3)}3`)
  if (company.endsWith("0") && item.startsWith("0000")) six.push(`${company.slice(0, 4)}${item.slice(4)}4`)
  if (/^0000[5-9]$/.test(item)) six.push(company + item.slice(4))
  return six.map((digits) => upcA.slice(0, 1) + digits + upcA.slice(11))
}

const isAssignable = (upcA: string): boolean => /[1-9]/.test(upcA.slice(0, 4))

/** UPC-E drops zeros between company and item number; its sixth digit says where they were. */
const zerosRestored = (six: string): string => {
  const [ab, c, de, last] = [six.slice(0, 2), six.slice(2, 3), six.slice(3, 5), six.slice(5)]
  if (last <= "2") return `${ab}${last}0000${c}${de}`
  if (last === "3") return `${ab}${c}00000${de}`
  if (last === "4") return `${six.slice(0, 4)}00000${six.slice(4, 5)}`
  return `${six.slice(0, 5)}0000${last}`
}
