import { FOREIGN_ABI } from '@plinth/devnet'
import { type Address, AUCTION_END, NOTICE_SUBTYPE, toAddress } from '@plinth/protocol'
import { concat, createTestClient, encodeFunctionData, type Hex, http, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bidOn,
  dollarsOf,
  fund,
  type Lot,
  named,
  offered,
  openAuctionMarket,
  openSettlement,
  passTo,
  publicSettlement,
  tick,
  usd,
} from '../../../test/acts/auctions.ts'
import { deployForeign } from '../../../test/chain/foreign-contracts.ts'
import type { TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
  for (const who of ['bob', 'carol'] as const) await fund(market, who)
})
afterAll(() => market.close())

const chain = () => createTestClient({ mode: 'anvil', chain: market.testnet.chain, transport: http(market.testnet.rpcUrl) })

/** Code that delegates to the code at `place`, and refuses transfers of exactly `amount`. */
function refusing(amount: bigint, place: Address): Hex {
  return concat([
    '0x6044356f',
    numberToHex(amount, { size: 16 }),
    '0x14603e57365f5f375f5f365f73',
    place,
    '0x5af43d5f5f3e6042575b3d5ffd5b3d5ff3',
  ])
}

/** The pay token refuses them while `act` runs. */
async function whileRefused(amount: bigint, act: () => Promise<void>): Promise<void> {
  const { dollar: address } = market.testnet.contracts
  const place = toAddress(`0x${'d0'.repeat(20)}`)
  const bytecode = (await market.testnet.publicClient.getCode({ address })) ?? '0x'
  await chain().setCode({ address: place, bytecode })
  await chain().setCode({ address, bytecode: refusing(amount, place) })
  await act()
  await chain().setCode({ address, bytecode })
}

/** Bob loses it to Carol, and is owed a tenth of what Carol pays. */
async function ended(total: bigint): Promise<Lot> {
  const lot = await offered(market, 'alice', { encourage: 1_000 })
  await bidOn(market, 'bob', lot, total - usd('5'))
  await bidOn(market, 'carol', lot, total)
  return lot
}

/** As a market that was restored from an older copy of its database. */
async function forget({ auction }: Lot): Promise<void> {
  const { db } = market.server.context
  const { id } = await db.selectFrom('auction').select('id').where('salt', '=', auction.salt).executeTakeFirstOrThrow()
  await db.deleteFrom('auction_bid').where('auction_id', '=', id).execute()
  await db.deleteFrom('auction').where('id', '=', id).execute()
}

describe('the least of a settlement that anybody may send', () => {
  it('[SNIPE-03] has what a payee could not be paid, by a dry run: a royalty that rises takes none of it', async () => {
    const lot = await ended(usd('60'))
    await passTo(market, lot.auction.endTime)
    // Of 60: less 2.5 % of seller fee, and a share of a tenth.
    expect(await publicSettlement(market, lot)).toMatchObject({ leastProceeds: usd('52.5'), share: usd('6') })
    await whileRefused(usd('6'), async () => {
      expect(await publicSettlement(market, lot)).toMatchObject({ leastProceeds: usd('58.5'), share: usd('6') })
    })
  })
})

describe('several settlements in one transaction', () => {
  it('[SNIPE-03] notify each losing bidder of the shares that arrived, beside an unknown auction', async () => {
    const lots = [await ended(usd('60')), await ended(usd('40')), await ended(usd('40'))] as const
    const [paid, unknown, refused] = lots
    await passTo(market, refused.auction.endTime)
    await tick(market)
    const settlements: Hex[] = []
    for (const lot of lots) settlements.push((await openSettlement(market, lot, 1n)).data)
    await forget(unknown)
    const errands = await deployForeign(market, 'Errands')
    const before = await dollarsOf(market, 'bob')
    await whileRefused(usd('4'), async () => {
      const args = [market.testnet.contracts.auctionExchange, settlements] as const
      const data = encodeFunctionData({ abi: FOREIGN_ABI, functionName: 'run', args })
      await market.mined(await market.wallet('dan').sendTransaction({ to: errands, data, gas: 5_000_000n }))
      await market.sync()
    })
    expect(await dollarsOf(market, 'bob')).toBe(before + usd('6'))
    const { api } = await market.session('bob')
    for (const lot of [paid, refused])
      expect(await api.auction.get({ ...named(lot), chainId: market.chainId })).toMatchObject({ end: AUCTION_END.FINISHED })
    const { list } = await api.notices.list({ page: 1, limit: 100 })
    const bonuses = list.filter(({ subType }) => subType === NOTICE_SUBTYPE.AUCTION_BONUS)
    expect(bonuses.map(({ content }) => content.item?.tokenId)).toEqual([paid.item.tokenId])
  })
})
