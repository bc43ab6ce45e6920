import { Effect, Exit, Scope } from "effect"
import process from "node:process"
import type { TestProject } from "vitest/node"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { startService } from "../ServiceProcess.ts"
import { twoNodes } from "./TwoNodes.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** where the service of the browser's tests listens */
    readonly serviceUrl: string
  }
}

const scope = Scope.makeUnsafe()

const oneProcess = Effect.flatMap(temporaryFolder, (folder) => startService(folder, { BUNDLED_CATALOGUE: "true" }))

/** One service, with `TEST_TIER=cluster` of two nodes, with the bundled catalogue for every file: it takes most of the time. */
export const setup = async (project: TestProject): Promise<void> => {
  const started = process.env["TEST_TIER"] === "cluster" ? twoNodes : oneProcess
  const { url } = await Effect.runPromise(Effect.provideService(started, Scope.Scope, scope))
  project.provide("serviceUrl", url)
}

export const teardown = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void))
