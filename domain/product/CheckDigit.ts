/** Does the last digit agree with the others (GS1 modulo 10, for GTINs of any length)? A UPC-E must be expanded first. */
export const hasValidCheckDigit = (code: string): boolean =>
  /^[0-9]{2,}$/.test(code) && checkDigit(code.slice(0, -1)) === code.slice(-1)

/**
 * The GS1 check digit for the digits before it: weights 3 and 1 alternate from the right, and the sum is filled up to
 * a multiple of 10. Notices every single wrong digit.
 * Source: GS1 General Specifications, 7.9.
 */
export const checkDigit = (digits: string): string => {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    sum += Number(digits[digits.length - place]) * (place % 2 === 1 ? 3 : 1)
  }
  return String((10 - (sum % 10)) % 10)
}
