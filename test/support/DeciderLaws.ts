import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result } from "effect"
import { type Decider, fold } from "../../domain/Decider.ts"

/**
 * The laws of every decider (`domain/Decider.ts`) as properties over random histories of commands. Commands should
 * come from a small world (two or three ids and values), or histories seldom meet themselves.
 */
export const deciderLaws = <State, Command, Event, Rejection>(
  name: string,
  decider: Decider<State, Command, Event, Rejection>,
  command: Arbitrary.Arbitrary<Command>
): void => {
  const histories = Arbitrary.array(command, { maxLength: 12 })

  const applied = (state: State, command: Command): State =>
    fold(
      decider.evolve,
      state,
      Result.getOrElse(decider.decide(state, command), (): ReadonlyArray<Event> => [])
    )
  const stateAfter = (history: ReadonlyArray<Command>): State => history.reduce(applied, decider.initial)

  describe(`${name}, laws of a decider`, () => {
    it.prop(
      "every command on every state is decided, accepted or rejected, never thrown",
      [histories, command],
      ([history, command]) => {
        assert.isTrue(Result.isResult(decider.decide(stateAfter(history), command)))
      }
    )

    it.prop("every event that was decided can be evolved", [histories, command], ([history, command]) => {
      const state = stateAfter(history)
      const decision = decider.decide(state, command)
      if (Result.isFailure(decision)) return
      for (const event of decision.success) assert.isDefined(decider.evolve(state, event))
    })

    it.prop(
      "an accepted command, repeated on the successor state, yields no events",
      [histories, command],
      ([history, command]) => {
        const state = stateAfter(history)
        if (Result.isFailure(decider.decide(state, command))) return
        assert.deepStrictEqual(decider.decide(applied(state, command), command), Result.succeed([]))
      }
    )

    it.prop(
      "an accepted command without events leaves the state as it was",
      [histories, command],
      ([history, command]) => {
        const state = stateAfter(history)
        const decision = decider.decide(state, command)
        if (Result.isFailure(decision) || decision.success.length > 0) return
        assert.deepStrictEqual(applied(state, command), state)
      }
    )
  })
}
