import process from "node:process"

/** Numbers in [0, 1) that follow from the seed, which is printed: `FAULT_SEED` repeats a run. */
export const seededRandom = (test: string): (() => number) => {
  const seed = Number(process.env["FAULT_SEED"] ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`${test}: FAULT_SEED=${seed}`)
  let state = seed
  // mulberry32, https://github.com/cprosche/mulberry32 (public domain)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A figure of a test that the environment may raise for a longer run. */
export const lengthOf = (name: string, short: number): number => {
  const given = process.env[name]
  return given === undefined || given === "" ? short : Number(given)
}
