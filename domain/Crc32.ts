const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 (ISO 3309, as in gzip) of the first so many characters, all of them ASCII, as an unsigned number. */
export const crc32 = (ascii: string, length = ascii.length): number => {
  let crc = 0xffffffff
  for (let i = 0; i < length; i++) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ ascii.charCodeAt(i)) & 0xff] ?? 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
