import { Effect } from "effect"
import { readlinkSync } from "node:fs"
import { setPriority } from "node:os"

/**
 * Lets the other threads of the machine have the processor before this one: its nice value, 0 to 19. Linux gives each
 * thread a number under which it can be asked for this (`/proc/thread-self`); elsewhere nothing is changed.
 */
export const beNice = (value: number): Effect.Effect<void> =>
  process.platform === "linux"
    ? Effect.try(() => setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), value)).pipe(
        Effect.catch((error) => Effect.logDebug("the priority of a thread could not be lowered", error.cause))
      )
    : Effect.void
