import { Predicate } from "effect"
import type { Reporter, TestModule, Vitest } from "vitest/node"

/**
 * Fails a run that proves less than it seems to: one in which no test ran, in which a selected project has none, or in
 * which a test is skipped or still to be written. What the caller filtered out by path or name is not missed.
 */
export class NothingSkipped implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const ran = tests.filter((test) => test.result().state !== "skipped")
    if (ran.length === 0) fail("no test ran")
    if (this.#vitest?.config.testNamePattern !== undefined) return
    for (const test of tests) {
      if (test.result().state === "skipped") fail(`skipped: ${test.module.relativeModuleId} > ${test.fullName}`)
    }
    if (filteredByPath(this.#vitest)) return
    for (const project of this.#vitest?.projects ?? []) {
      if (!ran.some((test) => test.project.name === project.name)) fail(`no test ran in project ${project.name}`)
    }
  }
}

/** vitest keeps the paths of its command line in a field that its types leave out. */
const filteredByPath = (vitest: unknown): boolean =>
  Predicate.hasProperty(vitest, "filenamePattern") &&
  Array.isArray(vitest.filenamePattern) &&
  vitest.filenamePattern.length > 0

const fail = (reason: string): void => {
  process.exitCode = 1
  console.error(`FAIL ${reason}`)
}
