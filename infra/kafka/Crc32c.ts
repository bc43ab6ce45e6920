/** The reversed polynomial of Castagnoli. */
const polynomial = 0x82f63b78

/** `tables[256 * n + b]`: the checksum of byte `b` followed by `n` zero bytes. */
const tables = new Int32Array(256 * 8)
for (let byte = 0; byte < 256; byte++) {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
  tables[byte] = crc
}
for (let i = 256; i < tables.length; i++) {
  const crc = at(i - 256)
  tables[i] = (crc >>> 8) ^ at(crc & 0xff)
}

function at(index: number): number {
  return tables[index] ?? 0
}

/**
 * CRC-32C (RFC 3720, appendix B.4) of the bytes from `start` to `end`, eight at a time: a third of the time that
 * kafkajs takes with one at a time. node:zlib has CRC-32 of the other polynomial only.
 */
export const crc32c = (bytes: Uint8Array, start = 0, end = bytes.length): number => {
  let crc = -1
  let i = start
  const byte = (offset: number): number => bytes[i + offset] ?? 0
  for (; i + 8 <= end; i += 8) {
    crc ^= byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24)
    crc =
      at(1_792 + (crc & 0xff)) ^
      at(1_536 + ((crc >>> 8) & 0xff)) ^
      at(1_280 + ((crc >>> 16) & 0xff)) ^
      at(1_024 + (crc >>> 24)) ^
      at(768 + byte(4)) ^
      at(512 + byte(5)) ^
      at(256 + byte(6)) ^
      at(byte(7))
  }
  for (; i < end; i++) crc = at((crc ^ byte(0)) & 0xff) ^ (crc >>> 8)
  return (crc ^ -1) >>> 0
}
