import { TIMERS_MS } from '@plinth/protocol'
import { z } from 'zod'
import { ApiError } from '../client.ts'
import type { ErrorCode } from '../errors.ts'
import type { Resource, V1Input, V1Output } from './resource.ts'

export const V1_PREFIX = '/v1'
/** The type of a refusal's body: RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json'

/** A refusal of a resource. */
export const Problem = z.object({
  /** where the error is described */
  type: z.string(),
  /** what went wrong, in English */
  title: z.string(),
  status: z.int(),
  /** the error's name and number in the registry of errors */
  code: z.string(),
  errno: z.int(),
  /** the request's id, to report the error with */
  instance: z.string(),
  /** the input field at fault, where there is one */
  field: z.string().optional(),
})
export type Problem = z.output<typeof Problem>

export type V1Options = {
  /** origin, "" for the page's own */
  baseUrl?: string
  fetch?: typeof fetch
  timeoutMs?: number
}

export type V1ClientOf<R extends Record<string, Resource>> = {
  [N in keyof R]: (input: V1Input<R[N]>, options?: { signal?: AbortSignal }) => Promise<V1Output<R[N]>>
}

/** The same of some resources: a page that reads few loads few. */
export function createV1Of<const R extends Record<string, Resource>>(resources: R, options: V1Options = {}): V1ClientOf<R> {
  const entries = Object.entries<Resource>(resources).map(([name, one]) => [
    name,
    (input: unknown, { signal }: { signal?: AbortSignal } = {}) => read(options, name, one, input, signal),
  ])
  // Built from exactly these keys; TypeScript can't infer it.
  return Object.fromEntries(entries) as V1ClientOf<R>
}

/** The path of a resource with its query string, without a prefix. */
export function v1Path(one: Resource, input: unknown): string {
  // The client ties the input to this resource’s type, which is not known by name here.
  const wire = z.encode(one.request, input as never) as Record<string, unknown>
  const query = new URLSearchParams()
  const inPath = new Set(one.path.match(/(?<=\{)\w+(?=\})/g) ?? [])
  for (const [field, value] of Object.entries(wire))
    if (value !== undefined && value !== null && !inPath.has(field)) query.append(field, String(value))
  const path = one.path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(wire[field])))
  return query.size > 0 ? `${path}?${query}` : path
}

async function read(options: V1Options, name: string, one: Resource, input: unknown, signal?: AbortSignal): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMERS_MS.httpTimeout)
  try {
    const response = await (options.fetch ?? fetch)(`${options.baseUrl ?? ''}${V1_PREFIX}${v1Path(one, input)}`, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok) throw await refusal(name, response)
    // The raw JSON of the server: decoding checks it against the schema.
    return z.decode(one.response, (await response.json()) as never)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw networkFailure(name, error instanceof Error ? error.message : String(error), error)
  }
}

async function refusal(name: string, response: Response): Promise<ApiError> {
  const isProblem = response.headers.get('content-type')?.startsWith(PROBLEM_TYPE) === true
  const read = isProblem ? Problem.safeParse(await response.json()) : undefined
  if (!read?.success) return networkFailure(name, `${response.status} ${response.statusText}`, undefined)
  const { errno, title, code, field } = read.data
  // A later server may have codes that this client does not know.
  return new ApiError(name, errno, title, code as ErrorCode, field === undefined ? {} : { field })
}

/** Of ERRORS.NETWORK_FAILURE. */
const NETWORK_ERRNO = 400

function networkFailure(name: string, message: string, cause: unknown): ApiError {
  return new ApiError(name, NETWORK_ERRNO, message, 'NETWORK_FAILURE', { cause })
}
