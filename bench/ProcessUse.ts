import { readFileSync } from "node:fs"
import process from "node:process"

/** Memory of the process itself, MB: pages of files that it has mapped are the system's to take back. Linux only. */
export const ownMb = (): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1_000

/** CPU time of all threads of the process so far, ms. */
export const cpuMs = (): number => {
  const { system, user } = process.cpuUsage()
  return (user + system) / 1_000
}
