import process from "node:process"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { NothingSkipped } from "./test/toolchain/NothingSkipped.ts"

// The launcher, the linter and the hook that kills an export are of Node: their tests say nothing about Deno
const onDeno = "deno" in process.versions
// Loading Effect anew for every file is what takes the time: 8.4 s for 17 files, 2.3 s with shared modules
const sharedModules = { isolate: false }
const pure = ["test/domain/**/*.test.ts", "test/projections/**/*.test.ts"]
const processes = ["test/service/**/*.test.ts"]
const abuse = ["test/abuse/**/*.test.ts"]
const toolchain = ["test/toolchain/**/*.test.ts"]
const browser = ["test/browser/**/*.test.ts"]
const outside = ["test/outside/*.test.ts"]
const witness = ["test/outside/witness/*.test.ts"]
const cluster = ["test/cluster/**/*.test.ts"]

const project = (name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...test }
})

export default defineConfig({
  test: {
    allowOnly: false,
    passWithNoTests: false,
    // by default one core is left free: on a machine of two everything took 391 s, with both 245 s
    maxWorkers: "100%",
    projects: [
      // no file, no socket
      project("unit", { include: pure, testTimeout: 60_000, ...sharedModules }),
      // files and sockets of this process; every folder under test/ that is named nowhere else. It is no `exclude`, because a
      // project that has one takes none from the command line
      project("embedded", {
        include: ["test/!(domain|projections|service|abuse|toolchain|cluster|browser|outside)/**/*.test.ts"],
        // the longest takes 3 s on a quiet machine, and took 30 s on one that did several things at once
        testTimeout: 120_000,
        hookTimeout: 120_000,
        ...sharedModules
      }),
      // starts, signals and kills the service; each file has folders and ports of its own
      project("service", { include: processes, testTimeout: 240_000, hookTimeout: 240_000 }),
      // each file ill-treats a service of its own; most of the time it waits for the service's time limits
      project("abuse", { include: abuse, testTimeout: 120_000, hookTimeout: 120_000 }),
      // over Postgres, Kafka and OpenSearch, which `npm run test:cluster` starts; `npm test` leaves them out
      // three servers are killed and restarted around them: a test has a second try, which the report shows
      project("cluster", {
        include: cluster,
        fileParallelism: false,
        retry: 1,
        testTimeout: 120_000,
        hookTimeout: 120_000
      }),
      // by programs of others, in other languages, which `npm test` does not ask for: Go, Python
      project("outside", { include: outside, testTimeout: 240_000 }),
      // litewitness, which takes more than a minute of CPU to compile: the nightly run has it
      project("witness", { include: witness, testTimeout: 240_000 }),
      // in Debian's Chromium, against one service; `npm run test:browser` alone runs them
      project("browser", {
        include: browser,
        globalSetup: ["test/support/browser/StartService.ts"],
        fileParallelism: false,
        testTimeout: 60_000,
        hookTimeout: 60_000
      }),
      ...(onDeno ? [] : [project("toolchain", { include: toolchain, testTimeout: 120_000 })])
    ],
    reporters: [
      "default",
      new NothingSkipped(),
      ...(process.env["TEST_REPORT"] === undefined
        ? []
        : [["json", { outputFile: process.env["TEST_REPORT"] }] satisfies [string, object]])
    ]
  }
})
