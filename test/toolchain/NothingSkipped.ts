import type { Reporter, TestModule, Vitest } from "vitest/node"

/**
 * Fails a run that proves less than it seems to: one in which no test ran, in which a selected project has none, or in
 * which a test is marked `skip` or `todo`. What the caller filtered out by path or name is not missed.
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
      const { mode } = test.options
      if (mode === "skip" || mode === "todo") fail(`${mode}: ${test.module.relativeModuleId} > ${test.fullName}`)
    }
    if ((this.#vitest?.filenamePattern ?? []).length > 0) return
    for (const project of this.#vitest?.projects ?? []) {
      if (!ran.some((test) => test.project.name === project.name)) fail(`no test ran in project ${project.name}`)
    }
  }
}

const fail = (reason: string): void => {
  process.exitCode = 1
  console.error(`FAIL ${reason}`)
}
