import { Effect, Option, Redacted } from "effect"
import { existsSync } from "node:fs"
import { type Manifest, pepperCheck } from "../../../infra/backup/BackupManifest.ts"
import { pepperFromFile, pepperFromText } from "../../../infra/crypto/Pepper.ts"
import { refuse } from "./LogCopies.ts"

type Place = Manifest["pepper"]["place"]

export interface PepperHere {
  readonly place: Place
  readonly check: string | null
}

/** The pepper that a service with these settings would use; none where it would make one. */
export const pepperHere = (setting: Option.Option<Redacted.Redacted>, file: string) =>
  Effect.gen(function* () {
    const place: Place = Option.isSome(setting) ? "setting" : existsSync(file) ? "file" : "none"
    if (place === "none") return { place, check: null } satisfies PepperHere
    const pepper = yield* Option.match(setting, { onNone: () => pepperFromFile(file), onSome: pepperFromText })
    return { place, check: pepperCheck(Redacted.value(pepper)) } satisfies PepperHere
  }).pipe(Effect.mapError(({ message }) => refuse(message)))

/** Refuses to restore where the keys of the backup would not be known again. */
export const demandSamePepper = (backedUp: Manifest["pepper"], here: PepperHere) => {
  if (backedUp.check === null || backedUp.check === here.check) return Effect.void
  if (here.place === "setting") {
    return Effect.fail(refuse("KEY_PEPPER is not the pepper of the backup: no key of it would be valid"))
  }
  if (backedUp.place === "setting") {
    return Effect.fail(
      refuse("the pepper of the backup is a setting, and not in it: set KEY_PEPPER to what it was, or no key is valid")
    )
  }
  return here.place === "none"
    ? Effect.void
    : Effect.fail(refuse("the pepper in the data directory is not the one of the backup: move it away"))
}
