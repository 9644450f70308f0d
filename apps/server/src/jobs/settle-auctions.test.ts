/** @module-tag more */
import { AUCTION_END, toAddress } from '@plinth/protocol'
import { concat, createTestClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  acceptData,
  bidOn,
  dollarsOf,
  fund,
  type Lot,
  type Offer,
  offered,
  openAuctionMarket,
  passTo,
  publicSettlement,
  read,
  settlementData,
  settlementFor,
  tick,
  usd,
} from '../../test/acts/auctions.ts'
import type { TestMarket, Who } from '../../test/market/market.ts'
import { allow } from '../../test/market/money.ts'
import { settleAuctions } from './settle-auctions.ts'

const KEY: Hex = `0x${'5e'.repeat(32)}`
const SETTLER = privateKeyToAccount(KEY).address
const WAIT_S = 900

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket({ settlerKey: KEY, settlerWaitS: WAIT_S })
  for (const who of ['bob', 'carol', 'dan'] as const) await fund(market, who, usd('1000000'))
  await market.testnet.setBalance(SETTLER, 10n ** 18n)
})
afterAll(() => market?.close())

const testChain = () => createTestClient({ mode: 'anvil', chain: market.testnet.chain, transport: http(market.testnet.rpcUrl) })
const nonce = () => market.testnet.publicClient.getTransactionCount({ address: SETTLER })
const chainNow = () => market.server.context.chains.get(market.chainId).now()
const settle = async () => {
  await settleAuctions.run(market.server.context)
  await market.sync()
}

/** Over since `since` seconds, with Carol's 60 before Bob's 50. */
async function over(since: number, seller: Who = 'alice', given: Offer = {}): Promise<Lot> {
  const lot = await offered(market, seller, { encourage: 1_000, ...given })
  await bidOn(market, 'bob', lot, usd('50'))
  await bidOn(market, 'carol', lot, usd('60'))
  await passTo(market, lot.auction.endTime + since)
  await tick(market)
  return lot
}

const tries = async ({ auction }: Lot) =>
  market.server.context.db
    .selectFrom('auction')
    .select(['keeper_tries', 'keeper_after'])
    .where('salt', '=', auction.salt)
    .where('owner', '=', Buffer.from(auction.owner.slice(2), 'hex'))
    .executeTakeFirstOrThrow()

describe('the settler', () => {
  it('[SNIPE-04] settles an ended auction with its own coin, a quarter of an hour after the end and once', async () => {
    const lot = await over(WAIT_S - 60)
    const before = await nonce()
    await settle()
    expect([await nonce(), (await read(market, lot)).end]).toEqual([before, AUCTION_END.NONE])
    await passTo(market, lot.auction.endTime + WAIT_S)
    const parties = ['alice', 'bob', 'carol'] as const
    const money = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    await settle()
    await settle()
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestBidder: market.address('carol') })
    const after = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    expect(after.map((sum, at) => sum - (money[at] ?? 0n))).toEqual([usd('52.5'), usd('6'), -usd('61.5')])
    expect(await nonce()).toBe(before + 1)
  })

  it('[SNIPE-04] is off where the operator gave no key', async () => {
    const lot = await over(WAIT_S)
    await settleAuctions.run({ ...market.server.context, settler: undefined })
    await market.sync()
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.NONE })
    await settle()
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.FINISHED })
  })

  it('[SNIPE-04] leaves to its parties what needs more gas than a settlement may, and holds up no other owner’s', async () => {
    const dear = await over(WAIT_S, 'alice')
    const { dollar: address } = market.testnet.contracts
    const plain = (await market.testnet.publicClient.getCode({ address })) ?? '0x'
    const place = toAddress(`0x${'d1'.repeat(20)}`)
    await testChain().setCode({ address: place, bytecode: plain })
    await testChain().setCode({ address, bytecode: burning(place) })
    const before = await nonce()
    await settle()
    await testChain().setCode({ address, bytecode: plain })
    expect(await tries(dear)).toMatchObject({ keeper_tries: 3 })
    expect(market.server.logged.join('\n')).toContain('auction left to its parties')
    const other = await over(WAIT_S, 'dan')
    await settle()
    expect(await nonce()).toBe(before + 1)
    expect(await read(market, other)).toMatchObject({ end: AUCTION_END.FINISHED })
    expect(await read(market, dear)).toMatchObject({ end: AUCTION_END.NONE })
    await market.mined(
      await market.wallet('alice').sendTransaction({
        to: market.testnet.contracts.auctionExchange,
        data: settlementData(await settlementFor(market, 'alice', dear, 1)),
      }),
    )
    await market.sync()
    expect(await read(market, dear)).toMatchObject({ end: AUCTION_END.FINISHED })
  })

  it('[SNIPE-04] gives up after three transactions that revert, each with bounded gas', { timeout: 60_000 }, async () => {
    const lot = await over(WAIT_S)
    for (let turn = 1; turn <= 4; turn++) {
      await passTo(market, chainNow() + 1_000)
      const before = await nonce()
      await market.testnet.setAutomine(false)
      const settling = settle()
      const sent = await vi
        .waitUntil(async () => (await pending()) > before, { timeout: 5_000, interval: 20 })
        .then(() => true)
        .catch(() => false)
      // The winner's allowance goes in the same block, before the settlement.
      const gone = sent ? await approveFirst('carol', 0n) : undefined
      await market.testnet.mine(1)
      await market.testnet.setAutomine(true)
      await settling
      if (gone) await market.mined(gone)
      expect([turn, sent]).toEqual([turn, turn <= 3])
      await allow(market, 'carol', market.testnet.contracts.dollar, usd('1000000'))
      await market.sync()
    }
    expect(await tries(lot)).toMatchObject({ keeper_tries: 3 })
  })
})

describe('an auction that all settle at once', () => {
  it('[SNIPE-03] [SNIPE-04] is settled by one of winner, owner, another account and the settler, and paid once', async () => {
    const lot = await over(WAIT_S)
    const parties = ['alice', 'bob', 'carol'] as const
    const money = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    const [won, taken, open] = [
      settlementData(await settlementFor(market, 'carol', lot, 2)),
      settlementData(await settlementFor(market, 'alice', lot, 1)),
      acceptData(await publicSettlement(market, lot)),
    ]
    const to = market.testnet.contracts.auctionExchange
    await market.testnet.setAutomine(false)
    const before = await pending()
    const settling = settle()
    await vi.waitUntil(async () => (await pending()) > before, { timeout: 10_000, interval: 20 })
    const hashes = await Promise.all(
      (
        [
          ['carol', won],
          ['alice', taken],
          ['dan', open],
        ] as const
      ).map(([who, data]) => market.wallet(who).sendTransaction({ to, data, gas: 1_000_000n })),
    )
    await market.testnet.mine(1)
    await market.testnet.setAutomine(true)
    await settling
    const { publicClient } = market.testnet
    const receipts = await Promise.all(hashes.map((hash) => publicClient.getTransactionReceipt({ hash })))
    const block = await publicClient.getBlock({ blockNumber: receipts[0]?.blockNumber ?? 0n, includeTransactions: true })
    const all = await Promise.all(block.transactions.map(({ hash }) => publicClient.getTransactionReceipt({ hash })))
    expect(all.map(({ status }) => status).sort()).toEqual(['reverted', 'reverted', 'reverted', 'success'])
    const after = await Promise.all(parties.map((who) => dollarsOf(market, who)))
    expect(after.map((sum, at) => sum - (money[at] ?? 0n))).toEqual([usd('52.5'), usd('6'), -usd('61.5')])
    await market.sync()
    expect(await read(market, lot)).toMatchObject({ end: AUCTION_END.FINISHED, highestPrice: usd('60') })
  })
})

const pending = () => market.testnet.publicClient.getTransactionCount({ address: SETTLER, blockTag: 'pending' })

/** Pays more for its place in the block than the settler does. */
function approveFirst(who: Who, amount: bigint): Promise<Hex> {
  const data = concat([
    '0x095ea7b3',
    `0x${market.testnet.contracts.transferProxy.slice(2).padStart(64, '0')}`,
    `0x${amount.toString(16).padStart(64, '0')}`,
  ])
  const price = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n }
  return market.wallet(who).sendTransaction({ to: market.testnet.contracts.dollar, data, gas: 100_000n, ...price })
}

/** Code that delegates to the code at `place`, and burns 1.3 million gas before each transferFrom. */
const burning = (place: Hex): Hex =>
  concat([
    '0x5f3560e01c6323b872dd14601157601e565b61c3505b60019003806015575b',
    '0x365f5f375f5f365f73',
    place,
    '0x5af43d5f5f3e6048573d5ffd5b3d5ff3',
  ])
