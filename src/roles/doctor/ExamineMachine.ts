import { Effect } from "effect"
import { accessSync, constants, existsSync, statfsSync } from "node:fs"
import { createServer } from "node:net"
import { totalmem } from "node:os"
import { dirname } from "node:path"
import type { SettingsValues } from "../../SettingsValues.ts"
import { version } from "../../Version.ts"
import { type Examined, ill, orIll, well } from "./Examined.ts"

const gigabyte = 1e9
/** The bundled catalogue takes .1 GB, and a million products some 4. */
const roomMin = 1 * gigabyte
/** The service takes .4 GB on the bundled catalogue. */
const memoryMin = 1 * gigabyte

const gigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`

export const examineRuntime: Effect.Effect<Examined> = Effect.sync(() =>
  well(
    "version",
    `fooddata ${version} on Node.js ${process.versions.node}, SQLite ${process.versions["sqlite"] ?? "?"}`
  )
)

export const examineMemory: Effect.Effect<Examined> = Effect.sync(() => {
  const bytes = totalmem()
  return bytes >= memoryMin
    ? well("memory", gigabytes(bytes))
    : ill("memory", `${gigabytes(bytes)}: the service needs ${gigabytes(memoryMin)}`)
})

/** The folder itself, or the one that it will be made in. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

/** Can the directory be written, and has its disk room? It is not made here. */
export const examineDirectory = ({ dataDirectory }: SettingsValues): Effect.Effect<Examined> =>
  orIll(
    "data directory",
    "set DATA_DIR to a folder that you may write",
    Effect.try(() => {
      const there = nearest(dataDirectory)
      accessSync(there, constants.W_OK | constants.X_OK)
      const { bavail, bsize } = statfsSync(there)
      const room = `${gigabytes(bavail * bsize)} free`
      const state = there === dataDirectory ? "can be written" : `will be made in ${there}`
      return bavail * bsize >= roomMin
        ? well("data directory", `${dataDirectory} ${state}, ${room}`)
        : ill("data directory", `${dataDirectory}: only ${room}, keep ${gigabytes(roomMin)}`)
    })
  )

const canListen = (host: string, port: number): Effect.Effect<void, Error> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(port, host, () => server.close(() => resume(Effect.void)))
  })

interface Listener {
  readonly host: string
  readonly port: number
  /** of the port */
  readonly setting: string
}

/** Is the port free? Of the service that runs on this directory it is its own. */
export const examinePort = ({ host, port, setting }: Listener, isServing: boolean): Effect.Effect<Examined> =>
  canListen(host, port).pipe(
    Effect.as(well(setting, `${host}:${port} is free`)),
    Effect.catch((error) =>
      Effect.succeed(
        isServing
          ? well(setting, `${host}:${port} is taken, as it should be while the service runs`)
          : ill(setting, `${host}:${port} cannot be listened on (${error.message}): set ${setting} to another`)
      )
    )
  )
