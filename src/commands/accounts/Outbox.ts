import { Context, Duration, Effect, Layer, Queue, Schedule } from "effect"
import { type Mail, Mailer } from "../../../domain/ports/Mailer.ts"

/** Mails that wait to be sent. Beyond it they are dropped, and the log says so: their links can be asked for again. */
const waitingMax = 200

const retries = Schedule.max([Schedule.exponential(Duration.seconds(5), 3), Schedule.recurs(4)])

/**
 * Sends mail behind the answer, so that nobody can tell by the time whether there was one to send. What waits when the
 * process ends is lost.
 */
export class Outbox extends Context.Service<Outbox, { readonly post: (mail: Mail) => Effect.Effect<void> }>()(
  "fooddata/src/commands/accounts/Outbox"
) {
  static readonly layer: Layer.Layer<Outbox, never, Mailer> = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const mailer = yield* Mailer
      const waiting = yield* Queue.dropping<Mail>(waitingMax)
      const sendNext = Effect.gen(function* () {
        const mail = yield* Queue.take(waiting)
        yield* mailer.send(mail).pipe(
          Effect.retry({ schedule: retries, while: ({ isFinal }) => !isFinal }),
          Effect.catchTag("MailRefused", ({ cause }) => Effect.logWarning("a mail could not be sent", cause))
        )
      })
      if (mailer.isOn) yield* Effect.forkScoped(Effect.forever(sendNext))
      return Outbox.of({
        post: Effect.fn("Outbox.post")(function* (mail) {
          if (!mailer.isOn) return
          if (!(yield* Queue.offer(waiting, mail))) yield* Effect.logWarning("a mail was dropped: too many wait")
        })
      })
    })
  )
}
