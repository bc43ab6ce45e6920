import { Context, type Effect } from "effect"
import type { KeyId } from "../key/KeyEvent.ts"

/** Randomness from a cryptographically secure generator. */
export class SecretSource extends Context.Service<
  SecretSource,
  {
    /** `length` characters drawn evenly from the alphabet */
    readonly text: (alphabet: string, length: number) => Effect.Effect<string>
    readonly keyId: Effect.Effect<KeyId>
    /** a fresh id for one command, as events record it */
    readonly commandId: Effect.Effect<string>
  }
>()("fooddata/domain/ports/SecretSource") {}
