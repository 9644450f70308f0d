import { Agent, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type pg from 'pg'
import type { Sent, Statement } from './statements.ts'

export type Figures = { readonly p50: number; readonly p95: number; readonly p99: number; readonly perSecond: number }

/** Visitors at a time: as many as there are cores on the machine the goals were set for. */
const VISITORS = 2

/** Runs all of it, a few at a time, and returns each duration. */
export async function measure<T>(work: readonly T[], run: (one: T, visitor: number) => Promise<unknown>): Promise<Figures> {
  const took: number[] = []
  const waiting = [...work]
  const begun = performance.now()
  const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const at = performance.now()
      await run(one, visitor)
      took.push(performance.now() - at)
    }
  })
  await Promise.all(visitors)
  const perSecond = (took.length * 1_000) / (performance.now() - begun)
  took.sort((a, b) => a - b)
  const share = (of: number) => took[Math.min(took.length - 1, Math.floor(took.length * of))] ?? 0
  return { p50: share(0.5), p95: share(0.95), p99: share(0.99), perSecond }
}

const agent = new Agent({ keepAlive: true })
/** What Chromium sends. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** One request of a browser over a keep-alive connection, its response read to the end and checked; returns its text. */
export async function send(base: string, { method, path, headers, body }: Sent): Promise<string> {
  const text = await new Promise<string>((done, fail) => {
    const sending = request(base + path, { method, agent, headers: { ...headers, ...BROWSER } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => done(unpack(response, Buffer.concat(chunks)).toString()))
      response.on('error', fail)
    })
    sending.on('error', fail)
    sending.end(body === '' ? undefined : body)
  })
  if (!text.startsWith('{') || /"errno":[1-9]/.test(text)) throw new Error(`${path} answered ${text.slice(0, 200)}`)
  return text
}

function unpack({ headers }: IncomingMessage, body: Buffer): Buffer {
  switch (headers['content-encoding']) {
    case 'zstd':
      return zstdDecompressSync(body)
    case 'br':
      return brotliDecompressSync(body)
    case 'gzip':
      return gunzipSync(body)
    default:
      return body
  }
}

/** The statements of one request, in sequence, without a server. */
export async function ask(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await client.query(text, [...values])
}
