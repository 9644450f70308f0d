import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDemoAccount } from '@plinth/devnet'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJobs } from '../../src/jobs/start.ts'
import { offerBox } from '../acts/boxes.ts'
import { aPng } from '../content/files.ts'
import { TestMarket } from '../market/market.ts'
import * as parts from './parts.ts'
import type { Ground } from './walk.ts'
import * as walk from './walk.ts'

const CHAINS = [31337, 31338] as const

let markets: TestMarket[]
let jobs: ReturnType<typeof startJobs>
let base = ''
beforeAll(async () => {
  // The walk moves the chains' time further ahead of ours than a real chain's may be.
  markets = await TestMarket.openOn(CHAINS, { configure: (chain) => ({ ...chain, maxFutureS: 400 * 86_400 }) })
  const { server } = main()
  base = (await server.app.listen({ host: '127.0.0.1', port: 0 })) + server.context.config.prefix
  jobs = startJobs(server.context)
}, 240_000)
afterAll(async () => {
  await jobs?.stop()
  await markets?.[0]?.close()
})

function main(): TestMarket {
  const [first] = markets
  if (!first) throw new Error('No chain was started')
  return first
}

async function groundOf(market: TestMarket): Promise<Ground> {
  const { testnet } = market
  await testnet.setBalance(testnet.operator.account.address, parseEther('1000'))
  const box = await offerBox(market)
  const keyOf = (name: 'Alice' | 'Bob' | 'Carol') => getDemoAccount(name).privateKey
  return {
    base,
    chainId: market.chainId,
    keys: { alice: keyOf('Alice'), bob: keyOf('Bob'), carol: keyOf('Carol') },
    picture: new Uint8Array(await aPng()),
    boxId: String(box.id),
    now: () => market.server.clock.now(),
    passTo: async (time) => {
      await testnet.setNextBlockTimestamp(time)
      await testnet.mine(1)
    },
    goOn: () => testnet.mine(2),
  }
}

describe('a client that knows the documents alone', () => {
  it('[API-112] imports nothing of this project', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))
    const sources = files.flatMap((name) => {
      const text = readFileSync(join(import.meta.dirname, name), 'utf8')
      return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, source = '']) => source)
    })
    const foreign = sources.filter((source) => !/^(node:|viem(\/|$)|\.\/(abi|auctions|client|parts|trades|walk)\.ts$)/.test(source))
    expect([files.length, foreign]).toEqual([6, []])
  })

  it('[F-115, F-116] edits editions and bids in parts, and sells again what is left after a transfer', { timeout: 120_000 }, async () => {
    const people = await walk.enter(await groundOf(main()))
    await parts.editListing(people)
    await parts.editBid(people)
    await parts.sellAgain(people)
  })

  it('[F-117] finds the default chain’s first in every list that its forms preselect from', () => parts.preselect(base))

  it.each(CHAINS)(
    '[API-01, API-02, API-04, API-06, API-07, API-09, API-10] browses, trades, auctions and opens a box on chain %i',
    { timeout: 120_000 },
    async (chainId) => {
      const market = markets.find((one) => one.chainId === chainId)
      if (!market) throw new Error(`Chain ${chainId} was not started`)
      const ground = await groundOf(market)
      await walk.browse(ground)
      const people = await walk.enter(ground)
      const item = await walk.sell(people)
      await walk.bidAndAccept(people, item)
      await walk.editions(people, item)
      await walk.auctions(people)
      await walk.openBox(people)
      await walk.society(people)
      await walk.messages(people)
    },
  )
})
