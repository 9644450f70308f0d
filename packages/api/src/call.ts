import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** `open` ignores the token; `optional` returns more with one; `login` refuses without a valid one (501). */
export type Auth = 'open' | 'optional' | 'login'
/**
 * Roles of the market's operators, each including the rights of those before it: reading, moderating people and items,
 * everything.
 */
export const ROLES = ['viewer', 'moderator', 'operator'] as const
export type Role = (typeof ROLES)[number]
export type BodyKind = 'form' | 'multipart'
/**
 * What a call costs beside the request itself; each has its own rate limit. `signature`: the server verifies a
 * signature, `outboundFetch`: it fetches from an external address, `authAttempt`: a password or code may be guessed, or
 * mail is sent, `captcha`: an image is drawn, `search`: the database looks through all that words find.
 */
export type Cost = 'signature' | 'outboundFetch' | 'authAttempt' | 'captcha' | 'search'

const TIMEOUT_S = 30
/** Includes the time that the client takes to upload. */
const UPLOAD_TIMEOUT_S = 120

/** By what its schemas read, not by the schemas: those take the compiler seconds to compare. */
export type Call<In = unknown, Out = unknown> = {
  readonly path: `/${string}`
  readonly about: string
  readonly auth: Auth
  /** With `login`: the role that the caller's wallet must have (4601). */
  readonly role?: Role
  readonly body: BodyKind
  /** multipart only: the part's name and how many files it may carry */
  readonly files?: { readonly part: string; readonly max: number }
  readonly cost?: Cost
  /** Seconds after which the server answers with a failure; default 30, and 120 for uploads. */
  readonly timeoutS: number
  readonly request: z.ZodType<In>
  readonly response: z.ZodType<Out>
  readonly errors: readonly ErrorCode[]
  /** announcement.list answers errno 0 on success, every other call omits it (decision 6) */
  readonly errnoOnSuccess?: 0
  /** The answer is the same for everybody who sends the same form without a token: a server may share it (decision 46a). */
  readonly isShared?: true
}

/** A list or detail that depends on the form, the market and the time alone. Its handler sees nothing of who asks. */
export type PublicRead<In = unknown, Out = unknown> = Call<In, Out> & { readonly isShared: true }

export type Calls = Record<string, Call>

/** One entry of the catalogue. */
export function call<In, Out>(
  path: `/${string}`,
  rest: Omit<Call<In, Out>, 'path' | 'body' | 'errors' | 'timeoutS'> & Partial<Pick<Call, 'body' | 'errors' | 'timeoutS'>>,
): Call<In, Out> {
  return { path, body: 'form', errors: [], timeoutS: rest.body === 'multipart' ? UPLOAD_TIMEOUT_S : TIMEOUT_S, ...rest }
}

/** One entry of the catalogue whose answers are shared: it has no login and no files. */
export function publicRead<In, Out>(
  path: `/${string}`,
  rest: Pick<Call<In, Out>, 'about' | 'request' | 'response'> &
    Partial<Pick<Call, 'cost' | 'errors'>> & { readonly auth: Exclude<Auth, 'login'> },
): PublicRead<In, Out> {
  return { ...call(path, rest), isShared: true }
}

/** Input and output of a handler, in our field names. Uploads come beside the fields as files. */
export type Input<C extends Call> = C extends Call<infer In> ? In : never
export type Output<C extends Call> = C extends Call<unknown, infer Out> ? Out : never

/**
 * A handler for every call of a segment; a missing or additional one does not compile, nor does one that shares its answers and
 * needs more than `Shared` of its context.
 */
export type Handlers<S extends Calls, Context, Shared = Context> = {
  readonly [K in keyof S]: (context: S[K] extends PublicRead ? Shared : Context, input: Input<S[K]>) => Promise<Output<S[K]>>
}

const ABSENT = new Set(['', 'null', 'undefined'])

/** Form rules of decision 8: empty text and the texts null and undefined count as absent. */
export function withoutAbsent(body: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined || (typeof value === 'string' && ABSENT.has(value))) continue
    present[name] = value
  }
  return present
}

export type ArgumentProblem = { code: 'BAD_ARGUMENT' | 'BAD_ARGUMENT_VALUE'; field: string; reason: string }

/** 401 for an argument that is not in the body, 402 for one of the wrong type or value (decision 7, wire 1). */
export function argumentProblem(error: z.core.$ZodError, body: Record<string, unknown>): ArgumentProblem {
  const issue = error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  const isMissing = issue !== undefined && issue.path.length === 1 && issue.code !== 'unrecognized_keys' && body[field] === undefined
  return { code: isMissing ? 'BAD_ARGUMENT' : 'BAD_ARGUMENT_VALUE', field, reason: issue?.message ?? '' }
}
