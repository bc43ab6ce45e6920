import { Effect, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { readEmailAddress } from "../../../domain/account/EmailAddress.ts"
import {
  alreadyRegistered,
  onPasswordFailure,
  passwordInvalid,
  withoutPasswords
} from "../../api/accounts/AccountRefusals.ts"
import { clientOf } from "../../api/accounts/ClientName.ts"
import { SessionAccess } from "../../api/accounts/SessionAccess.ts"
import { Admission } from "../../api/admission/Admission.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import {
  LogInBody,
  logInEndpoint,
  logOutEndpoint,
  SignUpBody,
  signUpEndpoint
} from "../../api/contract/AuthContract.ts"
import { type EdgeError, OriginRefused, RequestInvalid } from "../../api/EdgeError.ts"
import { acceptedLanguage } from "../../api/request/AcceptHeader.ts"
import { keylessJsonBody } from "../../api/request/JsonBody.ts"
import { type Incoming, notStored, route } from "../../api/Route.ts"
import { valueError } from "../../api/validation/Offences.ts"
import { Sessions } from "../../commands/accounts/Sessions.ts"
import { SignUp } from "../../commands/accounts/SignUp.ts"
import { requestInput } from "../request/RequestInput.ts"

const signUpInput = requestInput(Schema.Struct({ body: Schema.Struct(SignUpBody) }))
const logInInput = requestInput(Schema.Struct({ body: Schema.Struct(LogInBody) }))

/** Whoever has no key has the limits of an address, and pages of other sites ask for nothing here. */
const guarded = Effect.gen(function* () {
  const admission = yield* Admission
  const { isOwnOrigin } = yield* SessionAccess
  return ({ exchange, request }: Incoming): Effect.Effect<void, EdgeError> =>
    Effect.andThen(
      admission.paceKeyless(exchange),
      Effect.suspend(() => (isOwnOrigin(request.headers) ? Effect.void : Effect.fail(new OriginRefused())))
    )
})

const emailOf = (text: string) =>
  Option.match(readEmailAddress(text), {
    onNone: () =>
      Effect.fail(
        new RequestInvalid({ items: [{ ...valueError("invalid input"), loc: ["body", "email"], input: text }] })
      ),
    onSome: Effect.succeed
  })

/** Cannot be interrupted: once the account is made, the response is the only place where its key stands. */
const signUp = Effect.gen(function* () {
  const guard = yield* guarded
  const accounts = yield* SignUp
  return route(
    signUpEndpoint,
    (incoming) =>
      Effect.gen(function* () {
        yield* guard(incoming)
        const { exchange, params, request } = incoming
        const sent = yield* keylessJsonBody(request, exchange)
        const { body } = yield* signUpInput(params, exchange.target, sent).pipe(Effect.mapError(withoutPasswords))
        const issued = yield* accounts
          .signUp({
            email: yield* emailOf(body.email),
            password: body.password,
            from: limitedBy(exchange.address),
            language: acceptedLanguage(request.headers["accept-language"])
          })
          .pipe(
            Effect.catchTags({
              ...onPasswordFailure,
              PasswordRefused: (refused) => Effect.fail(passwordInvalid(refused)),
              AlreadyRegistered: () => Effect.fail(alreadyRegistered(body.email))
            })
          )
        return HttpServerResponse.jsonUnsafe(
          { key: Redacted.value(issued.key), key_prefix: issued.prefix, plan: issued.plan },
          { status: 201, headers: notStored }
        )
      }),
    { uninterruptible: true }
  )
})

const logIn = Effect.gen(function* () {
  const guard = yield* guarded
  const sessions = yield* Sessions
  const access = yield* SessionAccess
  return route(logInEndpoint, (incoming) =>
    Effect.gen(function* () {
      yield* guard(incoming)
      const { exchange, params, request } = incoming
      const sent = yield* keylessJsonBody(request, exchange)
      const { body } = yield* logInInput(params, exchange.target, sent).pipe(Effect.mapError(withoutPasswords))
      const { token } = yield* sessions
        .signIn({
          email: yield* emailOf(body.email),
          password: body.password,
          from: limitedBy(exchange.address),
          client: clientOf(request.headers),
          replaces: access.tokenOf(request.headers)
        })
        .pipe(Effect.catchTags(onPasswordFailure))
      return access.setSession(HttpServerResponse.empty({ status: 204, headers: notStored }), Redacted.value(token))
    })
  )
})

const logOut = Effect.gen(function* () {
  const guard = yield* guarded
  const sessions = yield* Sessions
  const access = yield* SessionAccess
  return route(logOutEndpoint, (incoming) =>
    Effect.gen(function* () {
      yield* guard(incoming)
      const token = access.tokenOf(incoming.request.headers)
      if (token !== null) {
        const { EventUndecodable, TooManyConflicts } = onPasswordFailure
        yield* sessions.signOut(token).pipe(Effect.catchTags({ EventUndecodable, TooManyConflicts }))
      }
      return access.clearSession(HttpServerResponse.empty({ status: 204, headers: notStored }))
    })
  )
})

/** Accounts and sessions by REST. What pages do beyond it stands on the same commands. */
export const AuthRoutes = HttpRouter.addAll(Effect.all([signUp, logIn, logOut]))
