import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** A permanent refusal: a retry would fail too. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}
/** A temporary failure: a later attempt may succeed. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
}

export type Wanted = {
  readonly maxBytes: number
  /** For the whole fetch, redirects included. */
  readonly timeoutMs: number
  /** Ends the fetch earlier. */
  readonly signal?: AbortSignal | undefined
  readonly accept: string
}
export type Fetched = { readonly contentType: string; readonly body: Buffer }

/** Fetches untrusted addresses, without reaching anything but the open internet. */
export type Fetcher = {
  /** @throws FetchRefused, FetchFailed */
  get(url: string, wanted: Wanted): Promise<Fetched>
  close(): Promise<void>
}

export type FetcherOptions = {
  /** Ports besides 80 and 443. */
  readonly ports?: readonly number[]
  /** Every address of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>
  /** Which addresses may be called. */
  readonly isAllowed?: (address: string) => boolean
  /** Origins that the operator chose: they may have any address. Targets of their redirects may not. */
  readonly trusted?: readonly string[]
}

/** Conditions a URL must meet before a request. */
type Rules = {
  readonly ports: ReadonlySet<string>
  readonly trusted: ReadonlySet<string>
  readonly resolve: (hostname: string) => Promise<readonly string[]>
  readonly isAllowed: (address: string) => boolean
}

const MOST_REDIRECTS = 3
const PHASE_TIMEOUT_MS = 5_000
const LONGEST_URL = 2_000

export function createFetcher(options: FetcherOptions = {}): Fetcher {
  const rules: Rules = {
    // The other scheme's default port is allowed too: 443 for http, 80 for https.
    ports: new Set(['', '80', '443', ...(options.ports ?? []).map(String)]),
    trusted: new Set(options.trusted ?? []),
    resolve: options.resolve ?? resolvePublicly,
    isAllowed: options.isAllowed ?? isPublicAddress,
  }
  const agent = guardedAgent(rules)

  const get = async (first: string, wanted: Wanted): Promise<Fetched> => {
    const signal = withinTime(wanted)
    let url = checkUrl(first, undefined, rules)
    for (let hop = 0; ; hop++) {
      const response = await send(agent, url, wanted, signal)
      const location = redirectOf(response)
      if (location === undefined) return readBody(response, wanted.maxBytes)
      discard(response)
      if (hop === MOST_REDIRECTS) throw new FetchFailed('Too many redirects')
      url = checkUrl(location, url, rules)
    }
  }
  return { get: (url, wanted) => get(url, wanted).catch(asFetchError), close: () => agent.destroy() }
}

/** Aborted when the time of a fetch is over. */
export function withinTime({ timeoutMs, signal }: Pick<Wanted, 'timeoutMs' | 'signal'>): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([timeout, signal]) : timeout
}

/**
 * The WHATWG URL parser reads 127.1, 0x7f.1 and 2130706433 as 127.0.0.1, and its result is used here. Names are
 * checked when they are resolved, addresses here: no look-up happens for them.
 * @throws FetchRefused
 */
function checkUrl(text: string, base: URL | undefined, { ports, trusted, isAllowed }: Rules): URL {
  const url = text.length <= LONGEST_URL ? URL.parse(text, base) : null
  if (!url) throw new FetchRefused('Not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused(`${url.protocol} is not fetched`)
  if (url.username !== '' || url.password !== '') throw new FetchRefused('A URL with credentials')
  if (trusted.has(url.origin)) return url
  if (!ports.has(url.port)) throw new FetchRefused(`Port ${url.port}`)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !isAllowed(literal)) throw new FetchRefused('Not a public address')
  return url
}

/** Connects only to an address it has just resolved, so that a name can't answer differently a second time. */
function guardedAgent({ resolve, isAllowed, trusted }: Rules): Agent {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        if (addresses.length === 0) return done(new FetchFailed('The name has no address'), '')
        // One private address among public ones is treated as an attack.
        if (!addresses.every(isAllowed)) return done(new FetchRefused('Not a public address'), '')
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error: Error) => done(error, ''),
    )
  }
  const open = { timeout: PHASE_TIMEOUT_MS, allowH2: false } as buildConnector.BuildOptions
  const [guarded, unguarded] = [buildConnector({ ...open, lookup } as buildConnector.BuildOptions), buildConnector(open)]
  return new Agent({
    connections: 4,
    keepAliveTimeout: 1_000,
    headersTimeout: PHASE_TIMEOUT_MS,
    bodyTimeout: PHASE_TIMEOUT_MS,
    maxHeaderSize: 16_384,
    connect: (options, done) => {
      if (trusted.has(new URL(`${options.protocol}//${options.host}`).origin)) return unguarded(options, done)
      guarded(options, (error, socket) => {
        if (error) return done(error, null)
        if (isAllowed(socket.remoteAddress ?? '')) return done(null, socket)
        socket.destroy()
        done(new FetchRefused('Not a public address'), null)
      })
    },
  })
}

/** Queries name servers directly: no names of this machine's own files, and no blocking of its few resolver threads. */
async function resolvePublicly(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

async function send(agent: Agent, url: URL, wanted: Wanted, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  // A compressed body could expand without limit.
  const headers = { accept: wanted.accept, 'accept-encoding': 'identity', 'user-agent': 'Plinth' }
  return request(url, { dispatcher: agent, method: 'GET', headers, signal })
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const { location } = headers
  if (typeof location !== 'string') throw new FetchFailed('A redirect to nowhere')
  return location
}

async function readBody(response: Dispatcher.ResponseData, maxBytes: number): Promise<Fetched> {
  const { statusCode, headers, body } = response
  try {
    if (statusCode !== 200) throw new FetchFailed(`Answered ${statusCode}`)
    const encoding = String(headers['content-encoding'] ?? 'identity')
    if (encoding !== 'identity' && encoding !== '') throw new FetchFailed(`Packed with ${encoding.slice(0, 20)}`)
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new FetchFailed('Too large')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBytes) throw new FetchFailed('Too large')
      chunks.push(chunk)
    }
    return { contentType: String(headers['content-type'] ?? ''), body: Buffer.concat(chunks) }
  } finally {
    discard(response)
  }
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined)
  body.destroy()
}

function asFetchError(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof FetchRefused || cause instanceof FetchFailed) throw cause
  throw new FetchFailed(error instanceof Error ? error.message : String(error), { cause: error })
}
