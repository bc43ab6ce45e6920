import { Console, Effect, Redacted } from "effect"
import { rmSync, writeFileSync } from "node:fs"
import { DataDirectory } from "../../infra/sqlite/DataDirectory.ts"

interface FirstKey {
  readonly key: Redacted.Redacted
  readonly plan: string
}

const curlLine = (key: string, address: string): string => `  curl -H "X-API-Key: ${key}" "${address}/v1/search?q=milk"`

/**
 * Shows the key that the first start issued, once: on a terminal as it is; elsewhere, where output is kept by whatever
 * collects it, in a file for its owner alone, and the output says which.
 */
export const showFirstKey = Effect.fnUntraced(function* (address: string, { key, plan }: FirstKey) {
  const text = Redacted.value(key)
  if (process.stdout.isTTY) {
    yield* Console.log(`
Your first API key (${plan} plan). It is shown this once: keep it safe.

  ${text}

Try it:

${curlLine(text, address)}
`)
    return
  }
  const { firstKey: path } = yield* DataDirectory
  yield* Effect.sync(() => {
    // one of an earlier life may have other rights
    rmSync(path, { force: true })
    writeFileSync(path, `${text}\n`, { mode: 0o600 })
  })
  yield* Effect.logInfo("the first API key was written to a file", { path })
  yield* Console.log(`
Your first API key (${plan} plan) is in ${path}, which only you can read.
Keep the key safe, then delete the file.

Try it:

${curlLine(`$(cat '${path}')`, address)}
`)
})
