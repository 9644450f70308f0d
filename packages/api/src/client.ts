import { TIMERS_MS } from '@plinth/protocol'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import type { Call, Calls } from './call.ts'
import { API_PREFIX, CATALOGUE, type Catalogue, TOKEN_HEADER } from './catalogue.ts'
import type { ErrorCode, ErrorMeta } from './errors.ts'
import type { Language } from './languages.ts'

/** ERRORS.NETWORK_FAILURE: the registry itself loads only when a server has refused a call. */
const NETWORK_ERRNO = 400

/** A failure that the server answered: its errno, and its text in the reader's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly errno: number
  readonly code: ErrorCode
  readonly call: string
  /** The input field at fault, where the server names it. */
  readonly field: string | undefined

  constructor(call: string, errno: number, message: string, code: ErrorCode, options?: ErrorOptions & { readonly field?: string }) {
    super(message, options)
    this.call = call
    this.errno = errno
    this.code = code
    this.field = options?.field
  }
}

export type ClientOptions = {
  /** origin, "" for the page's own */
  baseUrl?: string
  prefix?: string
  token?: () => string | undefined
  language?: () => Language
  fetch?: typeof fetch
  timeoutMs?: number
  /** receives every failure, e.g. to restart the sign-in on 501 */
  onError?: (error: ApiError) => void
}

export type CallOptions = {
  signal?: AbortSignal
  files?: readonly (Blob & { name?: string })[]
  /** Replaces the default fetch, e.g. to report the progress of an upload. */
  fetch?: typeof fetch
  /** Replaces the default time limit, where sending takes longer than a response may. */
  timeoutMs?: number
}

/** A client of some segments of the catalogue. */
export type ClientOf<C extends Record<string, Calls>> = { [S in keyof C]: { [K in keyof C[S]]: Method<C[S][K]> } }
type Method<C> = C extends Call<infer In, infer Out> ? (input: In, options?: CallOptions) => Promise<Out> : never
export type Client = ClientOf<Catalogue>

/** The typed client: `client.order.add({...})`. Throws `ApiError`; a transport failure is errno 400 (document A §8). */
export function createClient(options: ClientOptions = {}): Client {
  return createClientOf(CATALOGUE, options)
}

/** The same of some segments: a page that calls few loads few. */
export function createClientOf<const C extends Record<string, Calls>>(segments: C, options: ClientOptions = {}): ClientOf<C> {
  const client: Record<string, Record<string, unknown>> = {}
  for (const [segment, calls] of Object.entries(segments)) {
    const methods: Record<string, unknown> = {}
    for (const [name, entry] of Object.entries<Call>(calls))
      methods[name] = (input: unknown, callOptions?: CallOptions) => send(options, `${segment}.${name}`, entry, input, callOptions)
    client[segment] = methods
  }
  // The loop above builds exactly the segments' keys; TypeScript can't infer it.
  return client as ClientOf<C>
}

type Envelope = { errno?: number; errmsg?: string; data?: unknown; code?: unknown }

/** The envelope in which a call says this refusal. */
export async function refusalOf(code: ErrorCode, language: Language, meta: ErrorMeta): Promise<Envelope> {
  const { ERRORS, errorText } = await import('./errors.ts')
  return { errno: ERRORS[code].errno, errmsg: errorText(code, language, meta), code }
}

async function send(options: ClientOptions, name: string, entry: Call, input: unknown, callOptions: CallOptions = {}): Promise<unknown> {
  try {
    const envelope = await transport(options, name, entry, input, callOptions)
    if (envelope.errno) throw new ApiError(name, envelope.errno, envelope.errmsg ?? '', await codeOf(envelope), fieldOf(envelope))
    const data = envelope.data === undefined && !entry.response.safeParse(undefined).success ? {} : envelope.data
    // The raw JSON of the server: decoding checks it against the schema.
    return z.decode(entry.response, data as never)
  } catch (error) {
    const failure = error instanceof ApiError || error instanceof AppError ? error : asNetworkFailure(name, error)
    if (failure instanceof ApiError) options.onError?.(failure)
    throw failure
  }
}

async function transport(options: ClientOptions, name: string, entry: Call, input: unknown, callOptions: CallOptions): Promise<Envelope> {
  const timeout = AbortSignal.timeout(callOptions.timeoutMs ?? options.timeoutMs ?? TIMERS_MS.httpTimeout)
  const signal = callOptions.signal ? AbortSignal.any([callOptions.signal, timeout]) : timeout
  const url = `${options.baseUrl ?? ''}${options.prefix ?? API_PREFIX}${entry.path}`
  const response = await (callOptions.fetch ?? options.fetch ?? fetch)(url, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: options.token?.() ?? '', 'Accept-Language': options.language?.() ?? 'en' },
    body: bodyOf(entry, input, callOptions.files ?? []),
    signal,
  })
  if (!response.ok && response.headers.get('content-type')?.includes('json') !== true)
    throw new ApiError(name, NETWORK_ERRNO, `${response.status} ${response.statusText}`, 'NETWORK_FAILURE')
  return (await response.json()) as Envelope
}

function bodyOf(entry: Call, input: unknown, files: readonly (Blob & { name?: string })[]): URLSearchParams | FormData {
  // `Client` types the input by its call, whose type is not known by name here.
  const wire = z.encode(entry.request, input as never) as Record<string, unknown>
  const body = entry.body === 'multipart' ? new FormData() : new URLSearchParams()
  for (const [field, value] of Object.entries(wire)) if (value !== undefined && value !== null) body.append(field, String(value))
  if (body instanceof FormData && entry.files) for (const file of files) body.append(entry.files.part, file, file.name ?? 'file')
  return body
}

async function codeOf(envelope: Envelope): Promise<ErrorCode> {
  const { ERRORS, isErrorCode } = await import('./errors.ts')
  if (isErrorCode(envelope.code)) return envelope.code
  const found = Object.entries(ERRORS).find(([, row]) => row.errno === envelope.errno)
  return isErrorCode(found?.[0]) ? found[0] : 'INTERNAL'
}

function fieldOf({ data }: Envelope): { field?: string } {
  return typeof data === 'object' && data !== null && 'field' in data ? { field: String(data.field) } : {}
}

function asNetworkFailure(name: string, cause: unknown): ApiError {
  return new ApiError(name, NETWORK_ERRNO, cause instanceof Error ? cause.message : String(cause), 'NETWORK_FAILURE', {
    cause,
  })
}
