import {
  API_PREFIX,
  AppError,
  argumentProblem,
  argumentWords,
  CATALOGUE,
  type Call,
  type Catalogue,
  DEFAULT_LANGUAGE,
  ERRORS,
  type ErrorCode,
  type ErrorMeta,
  EVENTS_PATH,
  errorText,
  type Input,
  ItemCard,
  type ItemRecord,
  LANGUAGE_CODES,
  type Language,
  LiveEvent,
  type Output,
  POSITION_HEADER,
  TOKEN_HEADER,
  withoutAbsent,
} from '@plinth/api'
import { PROBLEM_TYPE, type Problem, V1_PREFIX } from '@plinth/api/v1'
import { ITEM_LISTS } from '@plinth/api/v1/item-lists'
import { z } from 'zod'
import { RESOURCES } from '../../src/lib/resources.ts'

type NamesOf<C> = { [S in keyof C & string]: `${S}.${keyof C[S] & string}` }[keyof C & string]
/** Of every call of the catalogue: `order.add`, `blind.box.list`. */
export type CallName = NamesOf<Catalogue>
type CallOf<N extends CallName> = {
  [S in keyof Catalogue & string]: N extends `${S}.${infer K}` ? (K extends keyof Catalogue[S] ? Catalogue[S][K] : never) : never
}[keyof Catalogue & string]
export type InputOf<N extends CallName> = CallOf<N> extends Call ? Input<CallOf<N>> : never
export type OutputOf<N extends CallName> = CallOf<N> extends Call ? Output<CallOf<N>> : never

export type Asked = { name: CallName; input: unknown; token: string; language: Language; files: readonly File[] }
type Answer = (input: never, asked: Asked) => unknown

/**
 * The server's side of the catalogue without a server: it reads requests and writes answers by the catalogue's schemas, so an
 * answer of a shape that the server could not give fails the test. A call without an answer is `INTERNAL` and is reported
 * by `unanswered`.
 */
export class FakeServer {
  /** Every call that arrived, in order. */
  readonly asked: Asked[] = []
  /** Names of the calls that resources of `GET /v1` answered, in order; they are in `asked` too. */
  readonly byResource: CallName[] = []
  /** Calls that had no answer, and answers or requests that break a schema. */
  readonly faults: string[] = []
  /** No call arrives, as without a network. */
  isAway = false
  /** Its calls are answered, and no event reaches a page. */
  isMute = false
  /** How many calls had arrived when a page last subscribed to events. */
  streamSince: number | undefined
  /** The position of answers, by the id of the last event; undefined for none. */
  positionAt: (last: number) => number | undefined = () => undefined
  readonly #answers = new Map<string, Answer>()
  readonly #refusals = new Map<string, AppError[]>()
  readonly #refused = new Map<string, AppError>()
  readonly #lost = new Set<string>()
  readonly #gates = new Map<string, Promise<void>>()
  readonly #calls = new Map<string, { name: CallName; call: Call }>()
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  #events = 0

  constructor() {
    for (const [segment, calls] of Object.entries<Record<string, Call>>(CATALOGUE))
      for (const [name, call] of Object.entries(calls)) this.#calls.set(call.path, { name: `${segment}.${name}` as CallName, call })
  }

  /** Answers a call from now on. The function may throw an `AppError` to refuse. */
  answer<N extends CallName>(name: N, answer: (input: InputOf<N>, asked: Asked) => OutputOf<N> | Promise<OutputOf<N>>): this {
    this.#answers.set(name, answer as Answer)
    return this
  }

  /** Refuses the next such call. */
  refuse(name: CallName, code: ErrorCode, meta: ErrorMeta = {}): this {
    this.#refusals.set(name, [...(this.#refusals.get(name) ?? []), new AppError(code, meta)])
    return this
  }

  /** Refuses all such calls until the returned function is called. A page asks again by itself once it receives events. */
  refuseAll(name: CallName, code: ErrorCode, meta: ErrorMeta = {}): () => void {
    this.#refused.set(name, new AppError(code, meta))
    return () => void this.#refused.delete(name)
  }

  /** The connection drops under each such call. */
  lose(name: CallName): void {
    this.#lost.add(name)
  }

  /** Holds such calls until the returned function is called. */
  hold(name: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gates.set(name, promise)
    return () => {
      if (this.#gates.get(name) === promise) this.#gates.delete(name)
      resolve()
    }
  }

  /** Sends events to every open stream. */
  emit(...events: LiveEvent[]): void {
    for (const one of events) this.#write(`id: ${++this.#events}\ndata: ${JSON.stringify(z.encode(LiveEvent, one))}\n\n`)
  }

  #write(frame: string): void {
    for (const stream of this.#streams) stream.enqueue(new TextEncoder().encode(frame))
  }

  /** Ends every event stream; later ones open as before, unless the market `isAway`. */
  cutStreams(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
  }

  #openStream(signal: AbortSignal | null | undefined): Response {
    let opened: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened = controller
        this.#streams.add(controller)
      },
      cancel: () => void this.#streams.delete(opened),
    })
    signal?.addEventListener('abort', () => this.#streams.delete(opened) && opened.error(signal.reason))
    // The first frame says from where on nothing is missed.
    queueMicrotask(() => {
      this.streamSince = this.asked.length
      this.#write(`id: ${this.#events}\n\n`)
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  /** Inputs of one call, in the order of their arrival. */
  inputsOf<N extends CallName>(name: N): InputOf<N>[] {
    return this.asked.filter((asked) => asked.name === name).map(({ input }) => input as InputOf<N>)
  }

  /** Replaces the browser's `fetch`. */
  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const position = this.positionAt(this.#events)
    const response = await this.#answer(url, init)
    if (position !== undefined) response.headers.set(POSITION_HEADER, String(position))
    return response
  }

  async #answer(url: string | URL | Request, init: RequestInit): Promise<Response> {
    if (this.isAway) throw new TypeError('fetch failed')
    const { pathname } = new URL(String(url), 'http://plinth.test')
    if (pathname === EVENTS_PATH) return this.isMute ? new Promise(() => undefined) : this.#openStream(init.signal)
    if (pathname.startsWith(V1_PREFIX)) return this.#answerResource(new URL(String(url), 'http://plinth.test'), init)
    const found = pathname.startsWith(API_PREFIX) ? this.#calls.get(pathname.slice(API_PREFIX.length)) : undefined
    if (!found) return this.#fault(`nothing stands at ${pathname}`, 404)
    const headers = new Headers(init.headers)
    const language: Language = LANGUAGE_CODES.find((code) => headers.get('accept-language')?.startsWith(code)) ?? DEFAULT_LANGUAGE
    const { fields, files } = fieldsOf(init.body)
    const envelope = await this.#run(found, withoutAbsent(fields), { token: headers.get(TOKEN_HEADER) ?? '', language, files })
    if (init.signal?.aborted) throw init.signal.reason
    return Response.json(envelope)
  }

  /** By the answer of the call that it stands for. A refusal counts as not asked: the page asks the call then. */
  async #answerResource({ pathname, searchParams }: URL, init: RequestInit): Promise<Response> {
    for (const [path, template] of Object.entries(RESOURCES)) {
      const at = matched(template.replace('[]', ''), pathname)
      const found = this.#calls.get(path)
      if (!at || !found) continue
      const { chain, ...fields } = { ...Object.fromEntries(searchParams), ...at }
      if (this.#refusals.get(found.name)?.length || this.#refused.has(found.name)) return refusal()
      // Of all networks where none is named.
      const body = { ...fields, chainId: chain ?? '-1' }
      const count = this.asked.length
      const running = this.#run(found, body, { token: '', language: DEFAULT_LANGUAGE, files: [] })
      const [asked] = this.asked.slice(count)
      const envelope = await running
      if (init.signal?.aborted) throw init.signal.reason
      if ('errno' in envelope) {
        if (asked) this.asked.splice(this.asked.indexOf(asked), 1)
        return refusal()
      }
      this.byResource.push(found.name)
      const data = 'data' in envelope ? envelope.data : {}
      return Response.json(template.endsWith('[]') ? { list: data } : data)
    }
    return this.#answerCards(pathname, searchParams)
  }

  /** Lists of slim cards: what the call that lists the same items answers, as cards. */
  async #answerCards(pathname: string, searchParams: URLSearchParams): Promise<Response> {
    const [resource] = Object.entries(ITEM_LISTS).flatMap(([name, { path }]) => {
      const at = matched(path, pathname)
      return at ? [{ name, fields: { ...Object.fromEntries(searchParams), ...at } }] : []
    })
    const asked: Record<string, string> = resource?.fields ?? {}
    const { chain, of, ...fields } = asked
    const path = resource && LISTED_BY[of ?? resource.name]
    const found = path === undefined ? undefined : this.#calls.get(path)
    if (!found) return this.#fault(`no resource stands at ${pathname}`, 404)
    const body = { ...fields, chainId: chain ?? '-1', address: fields.address ?? fields.collection }
    const envelope = await this.#run(found, withoutAbsent(body), { token: '', language: DEFAULT_LANGUAGE, files: [] })
    if ('errno' in envelope) {
      const { errno, errmsg, code } = envelope as { errno: number; errmsg: string; code: string }
      const problem: Problem = { type: 'about:blank', title: errmsg, status: 400, errno, code, instance: '' }
      return Response.json(problem, { status: 400, headers: { 'content-type': PROBLEM_TYPE } })
    }
    // Encoded by this very schema.
    const data = z.decode(found.call.response, ('data' in envelope ? envelope.data : {}) as never) as ItemRecord[] | { list: ItemRecord[] }
    const list = Array.isArray(data) ? data : data.list
    return Response.json({ list: list.map((item) => z.encode(ItemCard, this.cardOf(item))) })
  }

  /** A record as a slim card. */
  cardOf = (_: ItemRecord): ItemCard => {
    throw new Error('no cards')
  }

  async #run(
    { name, call }: { name: CallName; call: Call },
    body: Record<string, unknown>,
    about: Pick<Asked, 'token' | 'language' | 'files'>,
  ) {
    // As the server does: this call checks whether it has the schema’s type.
    const decoded = z.safeDecode(call.request, body as never)
    try {
      if (!decoded.success) {
        const { code, ...meta } = argumentProblem(decoded.error, body)
        throw new AppError(code, meta)
      }
      const asked: Asked = { name, input: decoded.data, ...about }
      this.asked.push(asked)
      await this.#gates.get(name)
      if (this.isAway || this.#lost.has(name)) throw new TypeError('fetch failed')
      const refusal = this.#refusals.get(name)?.shift() ?? this.#refused.get(name)
      if (refusal) throw refusal
      if (call.auth === 'login' && about.token === '') throw new AppError('NOT_LOGGED_IN')
      const answer = this.#answers.get(name)
      if (!answer) {
        this.faults.push(`${name} has no answer`)
        throw new AppError('INTERNAL', { traceId: 'no answer' })
      }
      // An answer is kept under its call’s name, whose input this is.
      const output = await answer(decoded.data as never, asked)
      const data = output === undefined || isEmpty(call) ? {} : { data: this.#encode(name, call, output) }
      return { ...(call.errnoOnSuccess === undefined ? {} : { errno: call.errnoOnSuccess }), ...data }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, meta } = error
      const facts = code === 'BAD_ARGUMENT' || code === 'BAD_ARGUMENT_VALUE' ? argumentWords(meta, about.language) : meta
      // As the server does: an act of the console is refused beside its field.
      const beside = code === 'OPERATOR_REFUSED' && meta.field !== undefined ? { data: { field: meta.field } } : {}
      return { errno: ERRORS[code].errno, errmsg: errorText(code, about.language, facts), code, ...beside }
    }
  }

  #encode(name: CallName, call: Call, output: unknown): unknown {
    // A test may answer what breaks the schema: this call finds it.
    const encoded = z.safeEncode(call.response, output as never)
    if (encoded.success) return encoded.data
    this.faults.push(`the answer to ${name} breaks its schema: ${encoded.error.message}`)
    throw new AppError('INTERNAL', { traceId: 'bad answer' })
  }

  #fault(text: string, status: number): Response {
    this.faults.push(text)
    return new Response(text, { status })
  }
}

/** Paths of the calls whose items these lists show. */
const LISTED_BY: Readonly<Record<string, string>> = {
  similarItems: CATALOGUE.statistics.similar.path,
  collectionItems: CATALOGUE.contract.listitems.path,
  created: CATALOGUE.user.created.path,
  held: CATALOGUE.user.collections.path,
  onSale: CATALOGUE.user.onsales.path,
}

/** The fields in the path of a resource, where this is one of its addresses. */
function matched(path: string, pathname: string): Record<string, string> | undefined {
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${V1_PREFIX}${pattern}$`).exec(pathname)
  return found ? { ...found.groups } : undefined
}

const refusal = () => Response.json({}, { status: 400, headers: { 'content-type': PROBLEM_TYPE } })

const isEmpty = ({ response }: Call): boolean => response instanceof z.ZodObject && Object.keys(response.shape).length === 0

function fieldsOf(body: unknown): { fields: Record<string, unknown>; files: File[] } {
  const fields: Record<string, unknown> = {}
  const files: File[] = []
  const entries = body instanceof URLSearchParams || body instanceof FormData ? [...body.entries()] : []
  for (const [name, value] of entries) {
    if (typeof value === 'string') fields[name] = value
    else files.push(value)
  }
  return { fields, files }
}
