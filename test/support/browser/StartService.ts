import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { startService } from "../ServiceProcess.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** where the service of the browser's tests listens */
    readonly serviceUrl: string
  }
}

const scope = Scope.makeUnsafe()

/** One service with the bundled catalogue for every file: it takes most of the time. */
export const setup = async (project: TestProject): Promise<void> => {
  const started = Effect.gen(function* () {
    const folder = yield* temporaryFolder
    return yield* startService(folder, { BUNDLED_CATALOGUE: "true" })
  })
  const { url } = await Effect.runPromise(Effect.provideService(started, Scope.Scope, scope))
  project.provide("serviceUrl", url)
}

export const teardown = (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void))
