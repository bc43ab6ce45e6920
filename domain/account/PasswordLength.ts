/** Code points of a password in NFC. */
export const passwordLengthMin = 8
export const passwordLengthMax = 256
