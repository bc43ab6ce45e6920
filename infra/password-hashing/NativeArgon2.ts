import * as crypto from "node:crypto"
import { type Argon2Input, hashBytes, lanes, memoryKib, passes } from "./Argon2Parameters.ts"

/** The runtime's own, off the event loop; Node has it from 24.7 on, Deno 2 has not. */
export const hasNativeArgon2: boolean = typeof crypto.argon2 === "function"

export const nativeArgon2 = ({ password, salt }: Argon2Input): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parameters = {
      message: Buffer.from(password, "utf8"),
      nonce: salt,
      parallelism: lanes,
      tagLength: hashBytes,
      memory: memoryKib,
      passes
    }
    crypto.argon2("argon2id", parameters, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
