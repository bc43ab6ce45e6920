/**
 * What two passwords have in common that an attacker tries as one: compatibility forms, capitals and diacritics of their
 * letters do not count. Only for comparing with lists; what is hashed is the password itself.
 */
export const foldPassword = (password: string): string =>
  password.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().normalize("NFC")
