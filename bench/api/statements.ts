import { createClient } from '@plinth/api'
import { createV1 } from '@plinth/api/v1'
import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { createContext } from '../../apps/server/src/context.ts'
import { PG_TYPES } from '../../apps/server/src/db/values.ts'
import { createApp } from '../../apps/server/src/http/app.ts'
import { benchChain, FREELY, KEYS } from '../bench-chain.ts'
import type { Ask } from './cases.ts'

export type Sent = {
  readonly method: string
  /** With the query string. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

const BASE = 'http://plinth.test'

/** The request of the typed client for this call, without a token by a visitor. */
export async function encode(ask: Ask, token: string | undefined): Promise<Sent> {
  let sent: Sent | undefined
  const keep: typeof fetch = async (url, init) => {
    const request = new Request(url as string, init)
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    sent = { method, path: pathname + search, headers: Object.fromEntries(headers), body: await request.text() }
    return new Response('{}')
  }
  const client = createClient({ baseUrl: BASE, token: () => token, fetch: keep })
  await ask(client, createV1({ baseUrl: BASE, fetch: keep })).catch(() => undefined)
  if (!sent) throw new Error('The call sent nothing')
  return sent
}

export type Recorder = { record(sent: Sent): Promise<Statement[]>; textOf(sent: Sent): Promise<string>; close(): Promise<void> }

/** Our own server in this process, with its database statements logged. */
export async function openRecorder(dataDir: string, databaseUrl: string, rpcUrl: string): Promise<Recorder> {
  let heard: Statement[] = []
  class Listening extends pg.Client {
    override query(...asked: unknown[]): never {
      const [text, values] = asked
      if (typeof text === 'string') heard.push({ text, values: Array.isArray(values) ? values : [] })
      // Its six overloads are passed on unchanged.
      return super.query(...(asked as [string])) as never
    }
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, types: PG_TYPES, Client: Listening })
  const config = configOf({ dataDir, chains: [benchChain([rpcUrl])], publicUrl: BASE, limits: FREELY, answerCacheBytes: 0 }, 80)
  const context = await createContext({ config, dialect: new PostgresDialect({ pool }), keys: KEYS })
  const app = await createApp(context)
  const textOf = async ({ method, path, headers, body }: Sent): Promise<string> => {
    const answer = await app.inject({ method: method as 'GET' | 'POST', url: path, headers, ...(body === '' ? {} : { payload: body }) })
    const { errno, errmsg } = JSON.parse(answer.body) as { errno?: number; errmsg?: string }
    if (errno) throw new Error(`${path}: ${errmsg}`)
    return answer.body
  }
  return {
    textOf,
    record: async (sent) => {
      heard = []
      await textOf(sent)
      return heard
    },
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}
