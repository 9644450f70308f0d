import { callRpc, type FeedWriter, keepFeeds, localFeeds } from '@plinth/devnet'
import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FeedAnswers, feedCode } from '../../../test/chain/feed-code.ts'
import { TestMarket } from '../../../test/market/market.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'
import type { ChainConfig } from '../../config/config.ts'
import { createOperatorApp } from '../../http/operator.ts'
import { readRates } from '../../jobs/read-rates.ts'
import { examineRates } from '../../operator/doctor-rates.ts'

const HEARTBEAT_S = 600
/** Contracts whose code a test writes. */
const HOSTILE = toAddress(`0x${'f1'.repeat(20)}`)
const EURO = toAddress(`0x${'f2'.repeat(20)}`)
const SEQUENCER = toAddress(`0x${'f3'.repeat(20)}`)
const [COIN_FEED] = localFeeds(31337)
const WITHOUT_FEEDS = 31338

let market: TestMarket
let other: TestMarket
let writer: FeedWriter
let app: FastifyInstance
beforeAll(async () => {
  const configure = (chain: ChainConfig, { contracts }: { contracts: { dollar: typeof HOSTILE } }): ChainConfig => {
    const config = { ...chain, maxFutureS: 86_400 * 365 }
    if (chain.network.chainId === WITHOUT_FEEDS || !COIN_FEED) return config
    const feeds = [
      { ...COIN_FEED, heartbeatS: HEARTBEAT_S },
      { token: contracts.dollar, address: HOSTILE, heartbeatS: HEARTBEAT_S },
      { currency: 'EUR' as const, address: EURO, heartbeatS: 86_400 * 30 },
    ]
    return { ...config, feeds, sequencerFeed: { address: SEQUENCER, graceS: 60 } }
  }
  const [first, second] = await TestMarket.openOn([31337, WITHOUT_FEEDS], { configure })
  if (!first || !second) throw new Error('Two chains were to start')
  market = first
  other = second
  await setFeed(SEQUENCER, { answer: 0n, startedAt: 1n })
  await setEuro()
  writer = await keep()
  app = await createOperatorApp({ context: context(), pool: () => ({ total: 0, idle: 0, waiting: 0 }) })
})
afterAll(async () => {
  await writer?.stop()
  await app?.close()
  await market?.close()
})

const context = () => market.server.context
const chain = () => context().chains.all.find(({ id }) => id === 31337) as ReturnType<typeof context>['chains']['all'][number]
const dollar = () => market.testnet.contracts.dollar
const wrapped = () => market.testnet.contracts.wrappedCoin
const keep = () => keepFeeds({ rpcUrl: market.testnet.rpcUrl, chainId: 31337, heartbeatS: HEARTBEAT_S, lookMs: 50 })
const chainTime = async () => Number((await market.testnet.publicClient.getBlock()).timestamp)
const setFeed = (at: string, answers: FeedAnswers) => callRpc(market.testnet.rpcUrl, 'anvil_setCode', [at, feedCode(answers)])

const setEuro = async () => setFeed(EURO, { answer: 104_000_000n, updatedAt: BigInt(await chainTime()) })

/** The rates as visitors get them, after the job has read every feed. */
async function ratesRead(isRead = true) {
  if (isRead) await readRates.run(context())
  const { currency, rates } = await market.server.api().rates.list({})
  const find = (token: string, chainId = 31337) => rates.find((rate) => rate.token === token && rate.chainId === chainId)
  return { currency, rates, coin: find(ZERO_ADDRESS), wrapped: find(wrapped()), dollar: find(dollar()), find }
}

async function passTime(seconds: number): Promise<void> {
  await market.testnet.setNextBlockTimestamp((await chainTime()) + seconds)
  await market.testnet.mine(1)
  await market.sync()
}

/** A fresh dollar feed without a past: the next answer is its first. */
async function forgetDollar(): Promise<void> {
  await context().db.deleteFrom('feed').where('money', '=', dollar()).execute()
  await context().db.deleteFrom('rate').where('money', '=', dollar()).execute()
}

const gauge = async (name: string, money: string) =>
  (await app.inject({ url: '/metrics' })).body.match(new RegExp(`^${name}\\{chain="31337",money="${money}"\\} (\\d+)`, 'm'))?.[1]
const doctor = async () => (await examineRates(context(), chain())).map(({ state, says }) => `${state}: ${says.en}`).join('\n')

describe('rates of feeds', () => {
  it('[MONEY-01][MONEY-02] are read from the chain, one for the coin and its wrapped form', async () => {
    await forgetDollar()
    await setFeed(HOSTILE, { answer: 99_900_000n, updatedAt: BigInt(await chainTime()) })
    const read = await ratesRead()
    expect(read.currency).toBe('USD')
    expect(read.coin).toMatchObject({ answer: 312_000_000_000n, decimals: 8, source: 'feed', token: ZERO_ADDRESS })
    expect(read.wrapped).toEqual({ ...read.coin, token: wrapped() })
    expect(read.dollar).toMatchObject({ answer: 99_900_000n, decimals: 8 })
    expect(read.coin?.updatedAt).toBeLessThanOrEqual(await chainTime())
    expect(await gauge('plinth_rate_known', ZERO_ADDRESS)).toBe('1')
    expect(await doctor()).toBe('well: All 3 give a rate.')
  })

  it('[F-109] are the rates of pay tokens, for one whole unit; 0 where none is known', async () => {
    await forgetDollar()
    await setFeed(HOSTILE, { answer: 99_900_000n, updatedAt: BigInt(await chainTime()) })
    await ratesRead()
    const rateOf = async (chainId: number) =>
      (await market.server.api().paytoken.list({ chainId })).map(({ symbol, rate }) => [symbol, rate])
    expect(await rateOf(31337)).toEqual([
      ['ETH', '3120'],
      ['WETH', '3120'],
      ['PUSD', '0.999'],
    ])
    expect(await rateOf(WITHOUT_FEEDS)).toEqual([
      ['BNB', '0'],
      ['WBNB', '0'],
      ['PUSD', '0'],
    ])
  })

  it('[F-109] stand in the records that name a pay token', async () => {
    await ratesRead()
    const item = await market.minted('alice')
    await market.approve('alice', item.collection)
    await market.sync()
    await market.list('alice', item)
    const [listing] = (await market.detail(item)).listings
    expect(listing?.payToken).toMatchObject({ symbol: 'ETH', rate: '3120' })
  })

  const WORD = '00'.repeat(31)
  it.each<[string, (now: number) => FeedAnswers, string]>([
    ['a negative answer', (now) => ({ answer: -5n, updatedAt: BigInt(now) }), 'not above 0'],
    ['zero', (now) => ({ answer: 0n, updatedAt: BigInt(now) }), 'not above 0'],
    ['2^255, which is the least int256', (now) => ({ answer: 2n ** 255n, updatedAt: BigInt(now) }), 'not above 0'],
    ['the most that int256 holds', (now) => ({ answer: 2n ** 255n - 1n, updatedAt: BigInt(now) }), 'higher than anything is worth'],
    ['a round from the future', (now) => ({ updatedAt: BigInt(now + 5_000) }), 'from the future'],
    ['an old round', (now) => ({ updatedAt: BigInt(now - HEARTBEAT_S - 30) }), 'older than its heartbeat'],
    ['77 decimals', (now) => ({ decimals: 77n, updatedAt: BigInt(now) }), 'more decimals than any price'],
    [
      'decimals of more than a byte',
      (now) => ({ decimals: 2n ** 200n, updatedAt: BigInt(now) }),
      'does not answer as a price feed|more decimals',
    ],
    ['a revert', () => ({ round: 'revert' }), 'does not answer as a price feed'],
    ['fewer bytes than a round has', () => ({ round: `0x${WORD}01` }), 'does not answer as a price feed'],
    ['nothing', () => ({ round: '0x' }), 'does not answer as a price feed'],
  ])('[MONEY-03] take nothing from a feed that answers %s, and say so', async (_, answers, says) => {
    await forgetDollar()
    await setFeed(HOSTILE, { answer: 99_900_000n, updatedAt: BigInt(await chainTime()) })
    expect((await ratesRead()).dollar).toBeDefined()
    await setFeed(HOSTILE, answers(await chainTime()))
    const read = await ratesRead()
    expect(read.dollar).toBeUndefined()
    expect(read.coin).toBeDefined()
    expect(await gauge('plinth_rate_known', dollar())).toBe('0')
    expect(await gauge('plinth_rate_known', ZERO_ADDRESS)).toBe('1')
    expect(await doctor()).toMatch(new RegExp(`^worry: ${HOSTILE} gives none: .*(${says})`))
    expect(await rowsOf(context(), 'rates', 'list')).toContainEqual(
      expect.objectContaining({ address: dollar(), rate: null, fault: expect.stringMatching(says) }),
    )
  })

  it('[MONEY-03] hold a jump of more than half back until the next round confirms it', async () => {
    await forgetDollar()
    const answer = async (id: bigint, dollars: bigint) => {
      await setFeed(HOSTILE, { id, answer: dollars, updatedAt: BigInt(await chainTime()) })
      return (await ratesRead()).dollar?.answer
    }
    expect(await answer(1n, 100_000_000n)).toBe(100_000_000n)
    expect(await answer(2n, 49_000_000n)).toBeUndefined()
    expect(await answer(2n, 49_000_000n)).toBeUndefined()
    expect(await doctor()).toContain('moved by more than half')
    expect(await answer(3n, 48_000_000n)).toBe(48_000_000n)
  })

  it('[MONEY-03] are none while the chain’s sequencer is down, and in its grace afterwards', async () => {
    const updatedAt = BigInt(await chainTime())
    await forgetDollar()
    await setFeed(HOSTILE, { updatedAt })
    await setFeed(SEQUENCER, { answer: 1n, startedAt: 1n })
    expect((await ratesRead()).rates).toEqual([])
    expect(await doctor()).toContain('sequencer')
    await setFeed(SEQUENCER, { answer: 0n, startedAt: updatedAt - 10n })
    expect((await ratesRead()).rates).toEqual([])
    await setFeed(SEQUENCER, { answer: 0n, startedAt: 1n })
    expect((await ratesRead()).coin).toBeDefined()
  })

  it('[MONEY-04] go once no round comes any more, also where nothing reads the feed, and come back with the next', async () => {
    const before = (await ratesRead()).coin?.updatedAt ?? 0
    await passTime(HEARTBEAT_S / 2 + 20)
    // The writer goes by the chain's clock: half a heartbeat has passed, and a new round comes.
    await expect.poll(async () => (await ratesRead()).coin?.updatedAt).toBeGreaterThan(before + HEARTBEAT_S / 2)
    await writer.stop()
    await passTime(HEARTBEAT_S / 2 + 20)
    expect((await ratesRead()).coin).toBeDefined()
    await passTime(HEARTBEAT_S / 2 + 20)
    expect(await ratesRead(false)).toMatchObject({ coin: undefined, wrapped: undefined })
    expect(await ratesRead()).toMatchObject({ coin: undefined, wrapped: undefined })
    expect(await doctor()).toContain('older than its heartbeat')
    writer = await keep()
    await market.sync()
    expect((await ratesRead()).coin).toBeDefined()
  })
})

describe('rates of the operator', () => {
  const CHAIN = ['--chain', String(WITHOUT_FEEDS)] as const
  const WHY = ['--why', 'asked for'] as const
  const set = (...options: string[]) => operate(context(), 'rates', 'set', ...options, ...WHY)

  it('[MONEY-02] count where no feed is configured, for the coin and its wrapped form, until they are removed', async () => {
    expect((await ratesRead()).find(ZERO_ADDRESS, WITHOUT_FEEDS)).toBeUndefined()
    await set(...CHAIN, '--rate', '612.50')
    const read = await ratesRead()
    expect(read.find(ZERO_ADDRESS, WITHOUT_FEEDS)).toMatchObject({ answer: 612_500_000_000_000_000_000n, decimals: 18, source: 'operator' })
    expect(read.find(other.testnet.contracts.wrappedCoin, WITHOUT_FEEDS)).toMatchObject({ answer: 612_500_000_000_000_000_000n })
    await operate(context(), 'rates', 'remove', ...CHAIN, ...WHY)
    expect((await ratesRead()).rates.filter(({ chainId }) => chainId === WITHOUT_FEEDS)).toEqual([])
    await expect(operate(context(), 'rates', 'remove', ...CHAIN, ...WHY)).rejects.toThrow('was set by hand')
  })

  it('[MONEY-02] are refused beside a feed, for unknown tokens, and where they are no rate', async () => {
    await expect(set('--chain', '31337', '--rate', '3000')).rejects.toThrow('names a feed')
    await expect(set('--chain', '31337', '--token', wrapped(), '--rate', '3000')).rejects.toThrow('names a feed')
    await expect(set(...CHAIN, '--token', HOSTILE, '--rate', '1')).rejects.toThrow('is no pay token')
    for (const rate of ['0', '-1', '1e9', '1,5', 'much', '1'.repeat(13), '0.0000000000000000001'])
      await expect(set(...CHAIN, `--rate=${rate}`), rate).rejects.toThrow('A rate is a number above 0')
  })

  it('[MONEY-02] are shown in another currency by its pair feed, and in none without one', async () => {
    const currency = (code: string) => operate(context(), 'rates', 'currency', '--currency', code, ...WHY)
    await expect(currency('JPY')).rejects.toThrow('name one of JPY')
    await currency('EUR')
    const read = await ratesRead()
    expect(read.currency).toBe('EUR')
    expect(read.coin).toMatchObject({ answer: 3_000n * 10n ** 18n, decimals: 18 })
    await setFeed(EURO, { answer: 0n })
    expect((await ratesRead()).coin).toBeUndefined()
    await setEuro()
    await currency('USD')
    expect((await ratesRead()).coin?.answer).toBe(312_000_000_000n)
  })
})
