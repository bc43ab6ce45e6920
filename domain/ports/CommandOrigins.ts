import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Where a command came from over the network. */
export interface Origin {
  /** the peer, or whom a trusted proxy names */
  readonly address: string
  /** what the client calls itself, without U+0000, which no store takes; `""`: nothing */
  readonly userAgent: string
  readonly requestId: string
}

/** How much of what a client calls itself is kept. */
export const userAgentLengthMax = 200

/**
 * The origin of the request that is being answered; an append keeps it by the id of its command. `null`: no request, as at
 * the command line.
 */
export const CurrentOrigin: Context.Reference<Origin | null> = Context.Reference(
  "fooddata/domain/ports/CurrentOrigin",
  { defaultValue: (): Origin | null => null }
)

/**
 * Origins by command, beside the log and not in it: addresses are personal data, which `PersonalData` erases. An append writes them in
 * its own transaction.
 */
export class CommandOrigins extends Context.Service<
  CommandOrigins,
  {
    /** Those that are known, by command. */
    readonly of: (commandIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Origin>, StorageUnavailable>
  }
>()("fooddata/domain/ports/CommandOrigins") {}
