import { type Client, createClient } from '@plinth/api'
import { type Context, createContext } from '../../src/context.ts'
import { openPool } from '../../src/db/driver.ts'
import { createApp } from '../../src/http/app.ts'
import { TEST_KEYS } from './harness.ts'
import type { TestMarket, Who } from './market.ts'

export type OtherProcess = {
  readonly context: Context
  apiOf(who: Who): Promise<Client>
  /** Learns of the newest block, as a process does within a second. */
  see(): Promise<unknown>
  close(): Promise<void>
}

/** A second server over the same database and chain, with a view of the chain's clock of its own. */
export async function openOtherProcess(market: TestMarket): Promise<OtherProcess> {
  const { server } = market
  const opened = openPool({ connectionString: server.database.url, max: 4 }, 'external', () => undefined)
  const { config, clock, signer } = server.context
  const made = await createContext({ config, dialect: opened.dialect, keys: TEST_KEYS, clock })
  const context = { ...made, signer }
  const see = () => context.chains.get(market.chainId).refresh()
  await see()
  const app = await createApp(context)
  return {
    context,
    see,
    apiOf: async (who) => {
      const { token } = await market.session(who)
      return createClient({
        baseUrl: 'http://other.test',
        token: () => token,
        language: () => 'en',
        fetch: async (url, init) => {
          const request = new Request(url, init)
          const { pathname } = new URL(request.url)
          const payload = Buffer.from(await request.arrayBuffer())
          const response = await app.inject({ method: 'POST', url: pathname, headers: Object.fromEntries(request.headers), payload })
          const headers = { 'content-type': String(response.headers['content-type']) }
          return new Response(response.body, { status: response.statusCode, headers })
        },
      })
    },
    close: async () => {
      await app.close()
      await opened.close()
    },
  }
}
