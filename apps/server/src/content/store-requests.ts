import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { ContentStoreAway, ContentStoreFault } from './content-store.ts'
import { says, type Words } from './store-faults.ts'

/** How long a store may be silent. */
export type StoreLimits = { readonly timeoutMs: number; readonly pauseMs: number }
export const STORE_LIMITS: StoreLimits = { timeoutMs: 20_000, pauseMs: 250 }

export type StoreRequest = {
  readonly method: Dispatcher.HttpMethod
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Dispatcher.DispatchOptions['body']
}
export type StoreAnswer = Dispatcher.ResponseData

const TRIES = 3

/**
 * Sends requests to a store over HTTP. Repeats a request without an answer, or with one that reports a fault of the store (5xx):
 * all requests are idempotent. `make` builds the request again, since a body can be read only once.
 */
export function createStoreRequests(store: Words, limits: StoreLimits) {
  const { timeoutMs, pauseMs } = limits
  const dispatcher = new Agent({ connect: { timeout: timeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const askOnce = async (make: () => Promise<StoreRequest>): Promise<StoreAnswer> => {
    const { url, ...options } = await make()
    return request(url, { ...options, dispatcher }).catch((error: unknown) => {
      // The URL may hold a key, and the cause's code is enough.
      throw new ContentStoreAway(says('SILENT', { store, code: codeOf(error) }))
    })
  }
  return async (
    make: () => Promise<StoreRequest>,
    isFinal: (status: number) => boolean = (status) => status < 500,
  ): Promise<StoreAnswer> => {
    for (let tried = 1; ; tried++) {
      try {
        const answer = await askOnce(make)
        if (isFinal(answer.statusCode)) return answer
        await discard(answer)
        throw new ContentStoreAway(says('FAILING', { store, status: answer.statusCode }))
      } catch (error) {
        if (tried === TRIES || !(error instanceof ContentStoreFault)) throw error
        await wait(pauseMs * 2 ** tried)
      }
    }
  }
}

/** An unread body would hold its connection. */
export async function discard({ body }: StoreAnswer): Promise<void> {
  await body.dump().catch(() => undefined)
}

const LONGEST_TEXT = 65_536

/** Reads a store's text or JSON, up to a length beyond which nothing is of use. @throws ContentStoreFault */
export async function textOf(store: Words, { body }: StoreAnswer): Promise<string> {
  return text(upTo(store, body, LONGEST_TEXT))
}

/** @throws ContentStoreFault at more bytes than that */
export async function* upTo(store: Words, body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > most) throw new ContentStoreFault(says('TOO_LONG', { store }))
    yield chunk
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
}
