import { Effect, Exit, Schema, Scope } from "effect"
import process from "node:process"
import type { TestProject } from "vitest/node"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { fooddataWith, startService } from "../ServiceProcess.ts"
import { twoNodes } from "./TwoNodes.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** where the service of the browser's tests listens */
    readonly serviceUrl: string
    /** opens the audit trail */
    readonly auditorKey: string
  }
}

const scope = Scope.makeUnsafe()

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String }))

const auditorKey = Effect.fnUntraced(function* (folder: string, settings: Readonly<Record<string, string>>) {
  const issued = yield* fooddataWith(folder, { settings }, "key", "issue", "--role", "auditor", "--json")
  return Schema.decodeSync(Issued)(issued.stdout.trim()).key
})

const oneProcess = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const { url } = yield* startService(folder, { BUNDLED_CATALOGUE: "true" })
  return { url, folder, settings: {} }
})

/** One service, with `TEST_TIER=cluster` of two nodes, with the bundled catalogue for every file: it takes most of the time. */
export const setup = async (project: TestProject): Promise<void> => {
  const started = process.env["TEST_TIER"] === "cluster" ? twoNodes : oneProcess
  const { folder, settings, url } = await Effect.runPromise(Effect.provideService(started, Scope.Scope, scope))
  project.provide("serviceUrl", url)
  project.provide("auditorKey", await Effect.runPromise(auditorKey(folder, settings)))
}

export const teardown = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void))
