import { argon2id } from "hash-wasm"
import { type Argon2Input, hashBytes, lanes, memoryKib, passes } from "./Argon2Parameters.ts"

/** In WebAssembly, on the thread that calls it, which does nothing else for some 50 ms. */
export const wasmArgon2 = ({ password, salt }: Argon2Input): Promise<Uint8Array> =>
  argon2id({
    password,
    salt,
    parallelism: lanes,
    iterations: passes,
    memorySize: memoryKib,
    hashLength: hashBytes,
    outputType: "binary"
  })
