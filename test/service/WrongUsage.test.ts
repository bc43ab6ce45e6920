import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { join } from "node:path"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, fooddataWith, start } from "../support/ServiceProcess.ts"

interface WrongUsage {
  readonly args: ReadonlyArray<string>
  readonly settings?: Readonly<Record<string, string>>
  readonly code: number
  /** all of standard error */
  readonly says: string
}

const usage = (command: string, rest: string): string =>
  `Usage: fooddata ${command === "" ? "" : `${command} `}${rest}\nMore: fooddata ${command === "" ? "" : `${command} `}--help\n`

const cases: ReadonlyArray<WrongUsage> = [
  {
    args: ["keys"],
    code: 2,
    says: `fooddata: there is no command "keys". Did you mean key?\n${usage("", "<subcommand> [flags]")}`
  },
  {
    args: ["key", "issue", "--nme", "x"],
    code: 2,
    says: `fooddata: there is no flag --nme. Did you mean --name?\n${usage("key issue", "[flags]")}`
  },
  {
    args: ["key", "issue", "--plan", "gold"],
    code: 2,
    says: `fooddata: --plan is "gold": it must be sandbox, developer, starter, growth or business\n${usage("key issue", "[flags]")}`
  },
  {
    args: ["key", "issue", "--plan"],
    code: 2,
    says: `fooddata: --plan has no value: it must be sandbox, developer, starter, growth or business\n${usage("key issue", "[flags]")}`
  },
  {
    args: ["key", "issue"],
    code: 1,
    says: "fooddata: say --plan: sandbox, developer, starter, growth, business\n"
  },
  {
    args: ["import", "off"],
    code: 2,
    says: `fooddata: <file> is missing\n${usage("import", "[flags] <source> <file>")}`
  },
  {
    args: ["key", "show", "fdb_0123456789012345678901234567890123456789012"],
    code: 2,
    says:
      'fooddata: <key> is "fdb_012345…": it must be an id, key_…, or a prefix, fdb_ and six characters, as fooddata key list shows them\n' +
      usage("key show", "[flags] <key>")
  },
  {
    args: ["key", "show", "fdb_abc123"],
    code: 1,
    says: "fooddata: there is no key fdb_abc123: `fooddata key list` shows all\n"
  },
  {
    args: ["serve", "--port", "70000"],
    code: 2,
    says: `fooddata: --port is "70000": it must be 0 to 65535; 0 takes any free one\n${usage("serve", "[flags]")}`
  },
  {
    args: ["serve", "--roles", "boss"],
    code: 1,
    says: "fooddata: no such role: boss. There are api, relay, projector\n"
  },
  {
    args: ["config"],
    settings: { PORT: "abc" },
    code: 1,
    says: 'fooddata: PORT is "abc": it must be a whole number from 0 to 65535\n'
  },
  {
    args: ["serve"],
    settings: { LOG_LEVEL: "loud" },
    code: 1,
    says: 'fooddata: LOG_LEVEL is "loud": it must be Trace, Debug, Info, Warn, Error, Fatal or None\n'
  },
  {
    args: ["config"],
    settings: { ENFORCE_PLAN_LANGUAGES: "maybe" },
    code: 1,
    says: 'fooddata: ENFORCE_PLAN_LANGUAGES is "maybe": it must be true or false\n'
  },
  {
    args: ["config"],
    settings: { PUBLIC_URL: "food.example" },
    code: 1,
    says: 'fooddata: PUBLIC_URL is "food.example": it must be an address such as https://food.example, without a path\n'
  },
  {
    args: ["serve"],
    settings: { HOST: "198.51.100.1" },
    code: 1,
    says: "fooddata: HOST 198.51.100.1 is no address of this machine: 127.0.0.1 is for this machine alone, 0.0.0.0 for all networks\n"
  },
  {
    args: ["import", "off", "/nowhere/dump.jsonl"],
    code: 1,
    says: "fooddata: /nowhere/dump.jsonl: not found (ENOENT: no such file or directory, stat '/nowhere/dump.jsonl')\n"
  }
]

/** A port that is taken until the scope ends. */
const takenPort = Effect.map(
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ),
  (server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }
)

describe("wrong usage", () => {
  for (const { args, code, says, settings } of cases) {
    const title = [...Object.entries(settings ?? {}).map(([name, value]) => `${name}=${value}`), "fooddata", ...args]
    it.live(`${title.join(" ")}: says what is wrong first, and in one line where help is`, () =>
      Effect.gen(function* () {
        const ended = yield* fooddataWith(yield* temporaryFolder, { settings: settings ?? {} }, ...args)
        assert.strictEqual(ended.stderr, says)
        assert.strictEqual(ended.stdout, "")
        assert.strictEqual(ended.code, code)
      })
    )
  }

  it.live.each(["PORT", "ADMIN_PORT"])("%s that is taken is named, with what helps", (setting) =>
    Effect.gen(function* () {
      const port = yield* takenPort
      const settings = { [setting]: String(port) }
      const { code, stderr } = yield* fooddataWith(yield* temporaryFolder, { settings }, "serve")
      const says = `${setting} ${port} is taken on 127.0.0.1: stop what listens there, or set ${setting} to another`
      assert.include(stderr, `fooddata: ${says}; 0 takes any free one\n`)
      assert.strictEqual(code, 1)
    })
  )

  it.live("a data directory that is a file is named, with its setting", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "file"), "")
      const { code, stderr } = yield* fooddata(join(folder, "file"), "key", "list")
      assert.match(stderr, /^fooddata: cannot use .*file as the data directory \(DATA_DIR\): /u)
      assert.strictEqual(code, 1)
    })
  )

  it.live("a file of which nothing can be used, and one without rows, are errors", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [wrong, empty] = [join(folder, "wrong.jsonl"), join(folder, "empty.jsonl")]
      writeFileSync(wrong, '{"a":1}\n')
      writeFileSync(empty, "")
      const useless = yield* fooddata(folder, "import", "off", wrong)
      assert.include(useless.stdout, "1 rejected: no_code")
      assert.include(useless.stderr, `fooddata: nothing of ${wrong} could be used: is it of this source?`)
      assert.strictEqual(useless.code, 1)
      const nothing = yield* fooddata(folder, "import", "off", empty)
      assert.strictEqual(nothing.stderr, `fooddata: ${empty} has no rows\n`)
      assert.strictEqual(nothing.code, 1)
    })
  )

  it.live("whoever reads no more ends the command, and that is no error", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const program = yield* start(folder, ["--help"])
      program.child.stdout?.destroy()
      assert.deepStrictEqual(yield* Deferred.await(program.ended), { code: 0, signal: null })
      assert.strictEqual(program.stderr(), "")
    })
  )

  it.live("Ctrl-C ends a command with code 130, and without a word", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* fooddata(folder, "key", "issue", "--plan", "developer")
      const program = yield* start(folder, ["events", "tail", "--after", "0"])
      yield* program.said("KeyIssued")
      // not `child.kill`, after which Deno reports the signal as the end, whatever the program made of it
      const { pid } = program.child
      if (pid !== undefined) process.kill(pid, "SIGINT")
      assert.deepInclude(yield* Deferred.await(program.ended), { code: 130 })
      assert.strictEqual(program.stderr(), "")
    })
  )
})

describe("fooddata doctor", () => {
  it.live("finds all well on a machine that is, and makes nothing", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "data")
      const { code, stdout } = yield* fooddata(folder, "doctor")
      assert.match(stdout, /^ok {2}version +fooddata \d/u)
      assert.match(stdout, /^ok {2}data directory +\S+ will be made in /mu)
      assert.strictEqual(code, 0)
      assert.isFalse(existsSync(folder))
    })
  )

  it.live("names what is not well, and ends with 1", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      mkdirSync(join(folder, "data"))
      const port = yield* takenPort
      const settings = {
        PORT: String(port),
        DATABASE_URL: "postgres://x:y@127.0.0.1:1/z",
        KAFKA_BROKERS: "127.0.0.1:1",
        OPENSEARCH_URL: "http://127.0.0.1:1",
        KEY_PEPPER: "correct-horse-battery-staple-correct"
      }
      const { code, stderr, stdout } = yield* fooddataWith(join(folder, "data"), { settings }, "doctor")
      assert.match(stdout, /^NOT WELL {2}Postgres +connect ECONNREFUSED 127\.0\.0\.1:1: is DATABASE_URL right/mu)
      assert.match(stdout, /^NOT WELL {2}OpenSearch +connect ECONNREFUSED 127\.0\.0\.1:1: is OPENSEARCH_URL right/mu)
      assert.strictEqual(stderr.trim().split("\n").at(-1), "fooddata: not well: PORT, Postgres, Kafka, OpenSearch")
      assert.strictEqual(code, 1)
    })
  )
})
