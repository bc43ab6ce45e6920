import process from "node:process"

// Loaded before a server (`--import`): tells its parent, as often as it asks, the CPU time of the process so far in µs.
process.on("message", () => {
  const { system, user } = process.cpuUsage()
  process.send?.({ cpuUs: system + user, residentBytes: process.memoryUsage.rss() })
})
process.channel?.unref()
