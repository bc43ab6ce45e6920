import { Context } from "effect"
import type { KeyDigest } from "../key/KeyEvent.ts"

/** Turns a key into what is stored of it. */
export class KeyHasher extends Context.Service<KeyHasher, { readonly digest: (key: string) => KeyDigest }>()(
  "fooddata/domain/ports/KeyHasher"
) {}
