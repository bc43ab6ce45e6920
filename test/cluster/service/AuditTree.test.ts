import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { cluster, issueKeys, operator } from "../../support/cluster/ClusterProcesses.ts"

it.live(
  "one of two projectors keeps the tree of a log in Postgres, and an event that is changed there is named",
  () =>
    Effect.gen(function* () {
      const running = yield* cluster
      const shared = yield* temporaryFolder
      const [tree, key] = [join(shared, "tree"), join(shared, "audit-key")]
      const settings = {
        AUDIT_TREE: tree,
        AUDIT_KEY_FILE: key,
        AUDIT_ORIGIN: "food.example/audit",
        ROLES: "api,projector",
        LOG_LEVEL: "Info"
      }
      yield* issueKeys(300, "developer").pipe(Effect.provide(operator(running)))
      const nodes = yield* Effect.all(
        ["one", "other"].map((name) => {
          const folder = join(shared, name)
          mkdirSync(folder, { mode: 0o700 })
          return running.startNode(folder, settings)
        }),
        { concurrency: 2 }
      )
      for (const { url } of nodes) {
        const served = yield* Effect.repeat(
          Effect.promise(() => fetch(`${url}/audit/checkpoint`)),
          { until: ({ status }) => status === 200 }
        )
        const note = yield* Effect.promise(() => served.text())
        assert.match(note, /^food\.example\/audit\n\d{3,}\n/)
      }
      const leaders = nodes.filter(({ stderr }) => stderr().includes("audit checkpoint"))
      assert.lengthOf(leaders, 1)
      const held = yield* running.command("audit", "extend", tree, "--key-file", key)
      assert.include(held.stderr, "is held by another process")
      for (const node of nodes) yield* node.stop("SIGTERM")

      const whole = yield* running.command("audit", "extend", tree, "--key-file", key)
      assert.strictEqual(whole.code, 0, whole.stderr)
      assert.isAbove(readFileSync(join(tree, "places")).length, 16)
      const verified = yield* running.command("audit", "verify", tree, "--key-file", key)
      assert.strictEqual(verified.code, 0, verified.stdout + verified.stderr)
      yield* PgClient.PgClient.use((client) =>
        client.unsafe("UPDATE events SET actor = 'operator:bob' WHERE position = (SELECT min(position) FROM events)")
      ).pipe(Effect.provide(Postgres.layer(running.databaseUrl, { maxConnections: 1 }), { local: true }))
      const changed = yield* running.command("audit", "verify", tree, "--key-file", key)
      assert.strictEqual(changed.code, 1)
      assert.match(changed.stdout, /^entry 0 .*edited: KeyIssued of key-\S+ version 1 has another actor/)
    }).pipe(Effect.scoped),
  240_000
)
