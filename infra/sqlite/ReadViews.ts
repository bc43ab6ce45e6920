import { Context, Data, Effect, Exit, Layer, Scope, Semaphore } from "effect"
import { performance } from "node:perf_hooks"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { threadTimeMs } from "../threads/ThreadTime.ts"
import { identityOf, mayStayOpen } from "./product-vectors/HeldFile.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"

/** A question took longer than it may: a value, since whoever asks such questions asks many. */
export class OverBudget extends Data.TaggedClass("OverBudget") {}

/** Reads `views.db` in a thread that does not write it. */
export class ReadViews extends Context.Service<
  ReadViews,
  {
    /**
     * Runs a question in one read transaction on the file that lies there now; another waits for its end. Fails with
     * `OverBudget` at the first statement after the thread has computed for `budgetMs`.
     */
    readonly during: <A, E, R>(
      question: Effect.Effect<A, E, R>,
      budgetMs: number
    ) => Effect.Effect<A, E | StorageUnavailable | OverBudget, R>
  }
>()("fooddata/infra/sqlite/ReadViews") {}

interface Held {
  readonly db: SqliteDatabase
  /** the same without a budget */
  readonly transaction: SqliteDatabase
  readonly identity: string
  readonly scope: Scope.Closeable
}

/**
 * `views.db` at the path, over a connection of this thread. Others write the file, and may put another in its place at any
 * time: the next question is answered from that.
 */
export const layer = (path: string): Layer.Layer<ViewsDatabase | ReadViews, StorageUnavailable> =>
  Layer.effectContext(
    Effect.gen(function* () {
      let held: Held | null = null
      let budget = { earliest: Number.POSITIVE_INFINITY, endsAt: Number.POSITIVE_INFINITY }
      /** The same database, which looks at the clock before each statement: what is long consists of many. */
      const withBudget = (db: SqliteDatabase): SqliteDatabase => ({
        ...db,
        statement: (sql) => {
          // no thread computes for longer than the time that passes, and that is sooner asked for
          if (performance.now() > budget.earliest && threadTimeMs() > budget.endsAt) throw new OverBudget()
          return db.statement(sql)
        }
      })
      const close = Effect.suspend(() => {
        const closing = held
        held = null
        return closing === null ? Effect.void : Scope.close(closing.scope, Exit.void)
      })
      const opened = Effect.gen(function* () {
        const identity = identityOf(path)
        const scope = yield* Scope.make()
        const db = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true }).pipe(Scope.provide(scope))
        held = { db: withBudget(db), transaction: db, identity, scope }
        return held
      }).pipe(Effect.uninterruptible)
      // in the moment of a swap there is no file: what is held answers as it did a moment ago
      const isReplaced = (identity: string) =>
        Effect.orElseSucceed(
          Effect.try(() => identityOf(path) !== identity),
          () => false
        )
      const current = Effect.gen(function* () {
        if (held === null) return yield* opened
        if (!(yield* isReplaced(held.identity))) return held
        yield* close
        return yield* opened
      })
      yield* Effect.addFinalizer(() => close)
      const oneAtATime = yield* Semaphore.make(1)
      yield* opened
      return Context.make(ViewsDatabase, {
        current: () => {
          if (held === null) throw new Error("no question is being answered")
          return held.db
        }
      }).pipe(
        Context.add(ReadViews, {
          during: (question, budgetMs) =>
            Effect.flatMap(current, ({ transaction }) =>
              transaction
                .read("begin to read the views", () => void transaction.statement("BEGIN").run())
                .pipe(
                  Effect.andThen(
                    Effect.suspend(() => {
                      budget = { earliest: performance.now() + budgetMs, endsAt: threadTimeMs() + budgetMs }
                      return question
                    })
                  ),
                  Effect.catchDefect((defect) =>
                    defect instanceof OverBudget ? Effect.fail(defect) : Effect.die(defect)
                  ),
                  Effect.ensuring(Effect.sync(() => void transaction.statement("COMMIT").run())),
                  Effect.ensuring(mayStayOpen ? Effect.void : close)
                )
            ).pipe(oneAtATime.withPermits(1))
        })
      )
    })
  )
