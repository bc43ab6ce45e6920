import { Effect, Layer, Logger, References } from "effect"
import { Settings } from "../Config.ts"
import { jsonLines } from "./JsonLines.ts"
import { terminalLines } from "./TerminalLines.ts"

/**
 * Standard output belongs to results; what the program says about itself goes to standard error: for people on a
 * terminal, as a line of JSON elsewhere.
 */
export const logging = Layer.unwrap(
  Effect.map(Settings, ({ logLevel }) =>
    Layer.mergeAll(
      Logger.layer([
        process.stderr.isTTY
          ? terminalLines((text) => process.stderr.write(text))
          : jsonLines((text) => process.stderr.write(text))
      ]),
      Layer.succeed(References.MinimumLogLevel, logLevel),
      Layer.succeed(Logger.LogToStderr, true)
    )
  )
)
