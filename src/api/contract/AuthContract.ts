import { Option, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { passwordLengthMax, passwordLengthMin } from "../../../domain/account/PasswordLength.ts"
import { readEmailAddress } from "../../../domain/account/EmailAddress.ts"
import * as Errors from "./ErrorBodies.ts"
import { KeyPrefixValue, KeyValue } from "./Responses.ts"

/** One is refused by its length alone; the other checks tell more. Said before the checks: OpenAPI shows it of the whole. */
const EmailText = Schema.String.annotate({
  description: "An e-mail address. The response does not reveal whether it already has an account.",
  examples: ["anna@example.com"],
  format: "email"
}).check(
  Schema.isMinCodePoints(3),
  Schema.isMaxCodePoints(320),
  Schema.makeFilter((text: string) => Option.isSome(readEmailAddress(text)), {
    message: "mail cannot be sent to this e-mail address"
  })
)

/** Counted again in NFC, in which a letter may be fewer code points. */
const passwordTextMax = 4 * passwordLengthMax
const passwordExample = { examples: ["violet-lamp-on-the-roof"], format: "password" }

const NewPasswordText = Schema.String.annotate({
  ...passwordExample,
  description:
    "8 to 256 characters of any kind, counted as Unicode code points in NFC. Common passwords are refused, and so are passwords that are little more than the e-mail address."
}).check(Schema.isMinCodePoints(passwordLengthMin), Schema.isMaxCodePoints(passwordTextMax))

const PasswordText = Schema.String.annotate({ ...passwordExample, description: "The password of the account." }).check(
  Schema.isMinCodePoints(1),
  Schema.isMaxCodePoints(passwordTextMax)
)

export const SignUpBody = { email: EmailText, password: NewPasswordText }
export const LogInBody = { email: EmailText, password: PasswordText }

export const SignUpResponse = Schema.Struct({
  key: KeyValue.annotate({ description: "The first key of the account: shown in this response only." }),
  key_prefix: KeyPrefixValue,
  plan: Schema.Literal("developer")
}).annotate({ identifier: "SignUp", httpApiStatus: 201, description: "The account was created, with its first key." })

const withBody = [
  Errors.BadRequest,
  Errors.OriginRefused,
  Errors.BodyTooLarge,
  Errors.UnsupportedMediaType,
  Errors.ValidationFailed,
  Errors.TooManyAttempts,
  Errors.InternalError,
  Errors.Unavailable
] as const

export const signUpEndpoint = HttpApiEndpoint.post("signUp", "/v1/auth/signup", {
  payload: Schema.Struct(SignUpBody),
  success: SignUpResponse,
  error: withBody
}).annotateMerge(
  OpenApi.annotations({
    summary: "Create an account",
    description:
      "Creates an account on the developer plan, with its first key. The response does not reveal whether the address already has an account: signing up again with another password creates another account. With the same password it is a 422, because that account is yours: sign in instead."
  })
)

export const logInEndpoint = HttpApiEndpoint.post("logIn", "/v1/auth/login", {
  payload: Schema.Struct(LogInBody),
  success: HttpApiSchema.NoContent,
  error: [...withBody, Errors.CredentialsRefused]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Sign in",
    description:
      "Sets a session cookie for the developer site. The session ends after 12 hours without use, and after 14 days at the latest. If the request already has a session, that one ends."
  })
)

export const logOutEndpoint = HttpApiEndpoint.post("logOut", "/v1/auth/logout", {
  success: HttpApiSchema.NoContent,
  error: [Errors.BadRequest, Errors.OriginRefused, Errors.TooManyAttempts, Errors.InternalError, Errors.Unavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Sign out",
    description: "Ends the session of the cookie. Without a session it does nothing and answers the same."
  })
)

export const Auth = HttpApiGroup.make("auth", { topLevel: true })
  .add(signUpEndpoint, logInEndpoint, logOutEndpoint)
  .annotateMerge(OpenApi.annotations({ title: "auth", description: "Accounts and their sessions. Needs no API key." }))
