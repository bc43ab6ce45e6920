import { performance } from "node:perf_hooks"

/**
 * How long this thread has computed, ms: what others compute meanwhile is not counted. Where the runtime does not tell,
 * the time that has passed.
 */
export const threadTimeMs: () => number =
  "threadCpuUsage" in process
    ? () => {
        const { system, user } = process.threadCpuUsage()
        return (system + user) / 1_000
      }
    : () => performance.now()
