import { Effect } from "effect"
import { spawn } from "node:child_process"

/** What opens an address in the browser of the desktop. */
const opener: Partial<Record<NodeJS.Platform, readonly [string, ...Array<string>]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""]
}

/** Shows the page in the user's browser; where there is none, a warning says so, and the service goes on. */
export const openInBrowser = (address: string): Effect.Effect<void> =>
  Effect.callback<void, Error>((resume) => {
    const [command, ...before] = opener[process.platform] ?? ["xdg-open"]
    const child = spawn(command, [...before, address], { stdio: "ignore", detached: true })
    child.once("error", (error) => resume(Effect.fail(error)))
    child.once("spawn", () => {
      child.unref()
      resume(Effect.void)
    })
  }).pipe(Effect.catch((error) => Effect.logWarning(`no browser could be opened: ${error.message}`)))
