const seed = 0x9747b28c
const m = 0x5bd1e995

/** MurmurHash2 of 32 bits as Kafka's own clients compute it: signed, little-endian. */
export const murmur2 = (data: Buffer): number => {
  const { length } = data
  let hash = seed ^ length
  const whole = length & ~3
  for (let i = 0; i < whole; i += 4) {
    let k = Math.imul(data.readInt32LE(i), m)
    k = Math.imul(k ^ (k >>> 24), m)
    hash = Math.imul(hash, m) ^ k
  }
  if (whole < length) {
    for (let i = length - 1; i >= whole; i--) hash ^= data.readUInt8(i) << (8 * (i - whole))
    hash = Math.imul(hash, m)
  }
  hash = Math.imul(hash ^ (hash >>> 13), m)
  return hash ^ (hash >>> 15)
}

/** The partition of a key, as every client's default has it. kafkajs takes ten times as long, with big integers. */
export const partitionOf = (key: Buffer, partitionCount: number): number =>
  (murmur2(key) & 0x7fff_ffff) % partitionCount
