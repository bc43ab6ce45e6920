import { Console, Effect, Option, Schema } from "effect"
import { Command } from "effect/cli"
import { DataDirectory, holdLock, layer as dataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { existsSync } from "node:fs"
import { Settings } from "../Config.ts"
import type { Examined } from "../roles/doctor/Examined.ts"
import { examineDirectory, examineMemory, examinePort, examineRuntime } from "../roles/doctor/ExamineMachine.ts"
import { examineClock } from "../roles/doctor/ExamineClock.ts"
import type { SettingsValues } from "../SettingsValues.ts"
import { json, table } from "./Output.ts"

/** Something that the service needs is not well. */
export class NotWell extends Schema.TaggedError<NotWell>()("NotWell", { names: Schema.Array(Schema.String) }) {
  override get message(): string {
    return `not well: ${this.names.join(", ")}`
  }
}

/** Does a service run on the directory? One that is not there is not made. */
const isServed = ({ dataDirectory: root }: SettingsValues) =>
  existsSync(root)
    ? Effect.scoped(Effect.flatMap(DataDirectory, ({ serveLock }) => holdLock(serveLock))).pipe(
        Effect.as(false),
        Effect.catchTag("LockHeld", () => Effect.succeed(true)),
        Effect.provide(dataDirectory(root)),
        Effect.orElseSucceed(() => false)
      )
    : Effect.succeed(false)

const examine = Effect.gen(function* () {
  const settings = yield* Settings
  const { adminHost, adminPort, cluster, host, port } = settings
  const isServing = yield* isServed(settings)
  const here: ReadonlyArray<Examined> = yield* Effect.all([
    examineRuntime,
    examineMemory,
    examineDirectory(settings),
    examinePort({ host, port, setting: "PORT" }, isServing),
    examinePort({ host: adminHost, port: adminPort, setting: "ADMIN_PORT" }, isServing)
  ])
  if (Option.isNone(cluster)) return [...here, yield* examineClock(settings)]
  const { examineServers } = yield* Effect.promise(() => import("../roles/doctor/ExamineServers.ts"))
  return [...here, ...(yield* examineServers(cluster.value))]
})

export const doctorCommand = Command.make(
  "doctor",
  { json },
  Effect.fn(function* (flags) {
    const found = yield* examine
    yield* Console.log(
      flags.json
        ? JSON.stringify(found)
        : table(found.map(({ detail, name, ok }) => [ok ? "ok" : "NOT WELL", name, detail]))
    )
    const names = found.flatMap(({ name, ok }) => (ok ? [] : [name]))
    if (names.length > 0) return yield* new NotWell({ names })
  })
).pipe(
  Command.withDescription(
    "Check everything that the service needs: version, memory, disk, rights, ports, servers, clock"
  )
)
