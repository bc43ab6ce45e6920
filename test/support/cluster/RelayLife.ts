import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"

const Topics = Schema.Struct({
  product: Schema.String,
  key: Schema.String,
  account: Schema.String,
  usage: Schema.String,
  audit: Schema.String
})

/** What a relay in a process of its own is told. */
export const RelayLife = Schema.Struct({
  databaseUrl: Schema.String,
  /** on the shared broker, which the environment names */
  kafka: Schema.Struct({
    clientId: Schema.String,
    topics: Topics,
    partitionCount: Schema.Int,
    replicationFactor: Schema.Int,
    usageRetentionMs: Schema.Int
  }),
  pageSizeMax: Schema.Int,
  /** SIGKILL by its own hand at the batch, counted from 1: before its place is kept, or as soon as it is */
  death: Schema.NullOr(Schema.Struct({ batch: Schema.Int, moment: Schema.Literals(["acknowledged", "kept"]) })),
  /** keeps its place when it has read, instead of when Kafka has acknowledged */
  isMutant: Schema.Boolean
})
export type RelayLife = typeof RelayLife.Type
const encodeLife = Schema.encodeSync(Schema.fromJsonString(RelayLife))

const script = fileURLToPath(new URL("RelayProcess.ts", import.meta.url))
const runtime = "deno" in process.versions ? ["run", "-A"] : ["--disable-warning=ExperimentalWarning"]

/** SIGKILL from outside, so many milliseconds after it has said that a batch is acknowledged. */
export interface Kill {
  readonly batch: number
  readonly delayMs: number
}

/** Runs a relay to its end and gives the signal that ended it; SIGKILL when interrupted. */
export const liveRelay = (life: RelayLife, kill: Kill | null) =>
  Effect.callback<NodeJS.Signals | null>((resume) => {
    const child = spawn(process.execPath, [...runtime, script, encodeLife(life)], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let batches = 0
    child.stdout.on("data", (chunk: Buffer) => {
      const before = batches
      batches += chunk.toString().split("\n").length - 1
      const isDue = kill !== null && before < kill.batch && batches >= kill.batch
      if (isDue) setTimeout(() => child.kill("SIGKILL"), kill.delayMs)
    })
    child.on("close", (_, signal) => resume(Effect.succeed(signal)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })
