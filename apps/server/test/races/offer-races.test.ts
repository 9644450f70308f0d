/** @module-tag more */
import { AppError, isErrorCode } from '@plinth/api'
import { ORDER_STATUS, toExchangeOrder } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Hex, parseGwei, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytes } from '../../src/db/database.ts'
import { type ItemId, TestMarket, type Who } from '../market/market.ts'
import { allow, balanceOf, takeDollars } from '../market/money.ts'
import { acceptanceOf, acceptOffer, fillOf, makeOffer, type Offered } from '../market/offers.ts'

const ROUNDS = process.env.PLINTH_LONG ? 1_000 : 20
const PRICE = parseUnits('10', 6)
const SELLERS = ['alice', 'dan'] as const

/** Two at once on one offer for a set: the outcome equals that of one after the other, on the chain and in the market. */
describe('races for an offer', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await TestMarket.open()
    for (const who of SELLERS) await market.approve(who, market.official)
    await allow(market, 'bob', market.testnet.contracts.dollar, 2n ** 255n)
  })
  afterAll(() => market?.close())

  const race = (title: string, round: (at: number) => Promise<void>) => {
    it(`${title}, ${ROUNDS} times`, { timeout: ROUNDS * 8_000 }, async () => {
      for (let at = 0; at < ROUNDS; at++) await round(at)
    })
  }
  const dollarsOf = (who: Who) => balanceOf(market, who, market.testnet.contracts.dollar)
  const cancelOf = ({ order }: Offered) =>
    ({ address: market.exchange, abi: exchangeAbi, functionName: 'cancel', args: [toExchangeOrder(order).key] }) as const
  const stored = ({ order }: Offered) =>
    market.server.context.db
      .selectFrom('market_order')
      .selectAll()
      .where('maker', '=', bytes(order.owner))
      .where('salt', '=', order.salt)
      .executeTakeFirstOrThrow()
  const ownerOf = async (item: ItemId) => (await market.detail(item)).onlyOwner
  const isListed = async ({ order }: Offered) =>
    (await market.server.api().offer.list({ page: 1, limit: 100, owner: order.owner })).list.some(({ salt }) => salt === order.salt)

  /** One item of each seller, and a paid offer of Bob's for both. */
  async function offered(quantity: bigint): Promise<{ items: [ItemId, ItemId]; offer: Offered }> {
    await takeDollars(market, 'bob', PRICE * 4n)
    const items: [ItemId, ItemId] = [await market.mint('alice'), await market.mint('dan')]
    await market.sync()
    return { items, offer: await makeOffer(market, 'bob', PRICE, { quantity, withNew: true }) }
  }

  type Sent = { who: Who; send: (more: { gas: bigint; maxPriorityFeePerGas: bigint; maxFeePerGas: bigint }) => Promise<Hex> }
  /** All in one block, in this order. Returns which were done. */
  async function inOneBlock(...sent: readonly Sent[]): Promise<boolean[]> {
    const { testnet } = market
    const hashes: Hex[] = []
    await testnet.setAutomine(false)
    try {
      for (const [at, { send }] of sent.entries()) {
        const maxPriorityFeePerGas = parseGwei(String(sent.length - at))
        hashes.push(await send({ gas: 600_000n, maxPriorityFeePerGas, maxFeePerGas: parseGwei('100') }))
      }
      await testnet.mine(1)
    } finally {
      await testnet.setAutomine(true)
    }
    const receipts = await Promise.all(hashes.map((hash) => testnet.publicClient.getTransactionReceipt({ hash })))
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
    expect(receipts.map(({ transactionIndex }) => transactionIndex)).toEqual(sent.map((_, at) => at))
    return receipts.map(({ status }) => status === 'success')
  }
  async function selling(who: Who, offer: Offered, item: ItemId): Promise<Sent> {
    const call = await acceptanceOf(market, who, offer, item)
    return { who, send: (more) => market.wallet(who).writeContract({ ...call, ...more }) }
  }
  const cancelling = (offer: Offered): Sent => ({
    who: 'bob',
    send: (more) => market.wallet('bob').writeContract({ ...cancelOf(offer), ...more }),
  })

  /** Of the last unit one seller alone was paid, and the other kept its item. */
  async function expectSoldBy(winner: Who, { items: [first, second], offer }: Awaited<ReturnType<typeof offered>>) {
    const [won, kept] = winner === 'alice' ? [first, second] : [second, first]
    const loser = winner === 'alice' ? 'dan' : 'alice'
    expect([await ownerOf(won), await ownerOf(kept)]).toEqual([offer.order.owner, market.address(loser)])
    expect(await stored(offer)).toMatchObject({ status: ORDER_STATUS.FILLED, filled_items: 1n, is_live: false })
    expect(await isListed(offer)).toBe(false)
    await expect(fillOf(market, loser, offer, kept)).rejects.toMatchObject({ code: 'ORDER_FILLED' })
  }

  race('[COFF-05] the last unit in one block is that of the first seller', async (at) => {
    const made = await offered(1n)
    const order = at % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    const before = await Promise.all(SELLERS.map(dollarsOf))
    const sales = [await selling('alice', made.offer, made.items[0]), await selling('dan', made.offer, made.items[1])] as const
    expect(await inOneBlock(sales[order[0]], sales[order[1]])).toEqual([true, false])
    await expectSoldBy(SELLERS[order[0]], made)
    const gained = (await Promise.all(SELLERS.map(dollarsOf))).map((now, seller) => now - (before[seller] ?? 0n))
    expect([gained[order[0]], gained[order[1]]]).toEqual([parseUnits('9.75', 6), 0n])
  })

  race('[COFF-05] the last unit goes to one of two sellers that ask and send at once', async () => {
    const made = await offered(1n)
    const ends = await settled(
      acceptOffer(market, 'alice', made.offer, made.items[0]),
      acceptOffer(market, 'dan', made.offer, made.items[1]),
    )
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    await expectSoldBy(ends[0] === 'done' ? 'alice' : 'dan', made)
  })

  race('[COFF-05] a cancel before a sale in one block ends the offer; after it, the rest of it', async (at) => {
    const [isCancelFirst, isLast] = [at % 4 === 0 || at % 4 === 3, at % 4 < 2]
    const made = await offered(isLast ? 1n : 2n)
    const { offer, items } = made
    const sale = await selling('alice', offer, items[0])
    const acts = isCancelFirst ? [cancelling(offer), sale] : [sale, cancelling(offer)]
    // Nothing is left to cancel of an offer whose last unit was sold.
    expect(await inOneBlock(...acts)).toEqual([true, !isCancelFirst && !isLast])
    expect(await ownerOf(items[0])).toBe(isCancelFirst ? market.address('alice') : offer.order.owner)
    const status = !isCancelFirst && isLast ? ORDER_STATUS.FILLED : ORDER_STATUS.CANCELLED
    expect(await stored(offer)).toMatchObject({ status, filled_items: isCancelFirst ? 0n : 1n, is_live: false })
    expect(await isListed(offer)).toBe(false)
    const code = status === ORDER_STATUS.FILLED ? 'ORDER_FILLED' : 'ORDER_CANCELLED'
    await expect(fillOf(market, 'dan', offer, items[1])).rejects.toMatchObject({ code })
  })

  race('[COFF-05] a seller who asks while the maker cancels ends as the chain says', async () => {
    const { offer, items } = await offered(1n)
    const cancel = async () => market.mined(await market.wallet('bob').writeContract(cancelOf(offer)))
    const [cancelled, sold] = await settled(cancel(), acceptOffer(market, 'alice', offer, items[0]))
    expect([cancelled, sold].filter((end) => end === 'done')).toHaveLength(1)
    // Indexed or not: the chain has it.
    const code = sold === 'done' ? 'ORDER_FILLED' : 'ORDER_CANCELLED'
    await expect(fillOf(market, 'dan', offer, items[1])).rejects.toMatchObject({ code })
    expect(await ownerOf(items[0])).toBe(sold === 'done' ? offer.order.owner : market.address('alice'))
    const status = sold === 'done' ? ORDER_STATUS.FILLED : ORDER_STATUS.CANCELLED
    expect(await stored(offer)).toMatchObject({ status, is_live: false })
  })
})

async function settled(...acts: readonly Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(acts)
  return ends.map((end) => (end.status === 'fulfilled' ? 'done' : codeOf(end.reason)))
}

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && isErrorCode(code) ? code : 'reverted'
}
