import {
  ASSET_TYPE,
  type Asset,
  AUCTION_SETTLEMENT,
  criteriaBidTypedData,
  erc20,
  moneyOf,
  ORDER_TERMS,
  type Order,
  orderDomain,
  orderTypedData,
  packSalt,
  parseSignature,
  privateSaleTypedData,
  toExchangeOrder,
  withTerms,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Connection, connect, endEverything, endingExchanges, perform } from '@plinth/sdk'
import { type Abi, type Hex, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, offered, openAuctionMarket, passTo, settlementData, settlementFor, tick, usd } from '../acts/auctions.ts'
import { ORIGIN } from '../market/harness.ts'
import type { ItemId, TestMarket } from '../market/market.ts'

let market: TestMarket
/** Each test ends everything of another account: a second end finds numbers of the epoch after the first. */
const MAKERS = ['alice', 'carol', 'dan'] as const
type Maker = (typeof MAKERS)[number]
const connections = new Map<Maker, Connection>()
const own = new Map<Maker, ItemId>()
let wanted: ItemId

beforeAll(async () => {
  market = await openAuctionMarket()
  await market.server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = market.server.app.server.address() as { port: number }
  const ask: typeof fetch = (url, init) => fetch(String(url).replace(ORIGIN, `http://127.0.0.1:${port}`), init)
  const client = market.testnet.publicClient
  for (const who of MAKERS) {
    connections.set(who, await connect({ url: ORIGIN, wallet: market.wallet(who), client, fetch: ask }))
    own.set(who, await market.mint(who))
  }
  wanted = await market.mint('bob')
  for (const who of ['bob', ...MAKERS] as const) {
    await market.approve(who, market.official)
    await fund(market, who)
  }
})
afterAll(() => market.close())

function of<T>(all: ReadonlyMap<Maker, T>, who: Maker): T {
  const found = all.get(who)
  if (found === undefined) throw new Error(`${who} has none`)
  return found
}

const NONE = { v: 0, r: zeroHash, s: zeroHash }
const PRICE = usd('5')
const FEE = 250n
const itemAsset = ({ collection, tokenId }: ItemId): Asset => ({ token: collection, tokenId, assetType: ASSET_TYPE.ERC721 })
const KINDS = ['sale', 'bid', 'offer', 'private sale', 'registered'] as const
type Kind = (typeof KINDS)[number]
type Fill = { readonly kind: Kind; readonly number: bigint; readonly functionName: string; readonly args: readonly unknown[] }

/** Signed by the maker's key alone, under a number that no market allotted, as Bob would fill it. */
async function signed(who: Maker, kind: Kind, number: bigint): Promise<Fill> {
  const isSale = kind === 'sale' || kind === 'private sale' || kind === 'registered'
  const terms = kind === 'offer' ? ORDER_TERMS.CRITERIA : kind === 'private sale' ? ORDER_TERMS.PRIVATE : ORDER_TERMS.PLAIN
  const mostRoyalty = 1_000
  const salt = withTerms(packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: mostRoyalty, sequence: number }), terms)
  const money = moneyOf(market.testnet.contracts.dollar)
  const bought = kind === 'offer' ? { ...itemAsset(wanted), tokenId: 0n } : itemAsset(wanted)
  const order: Order = {
    owner: market.address(who),
    salt,
    sellAsset: isSale ? itemAsset(of(own, who)) : money,
    buyAsset: isSale ? erc20(market.testnet.contracts.dollar) : bought,
    selling: isSale ? 1n : PRICE,
    buying: isSale ? PRICE : 1n,
    sellerFee: FEE,
  }
  const domain = orderDomain(market.chainId, market.exchange)
  const wallet = market.wallet(who)
  const exchanged = toExchangeOrder(order)
  if (kind === 'registered') {
    const call = { address: market.exchange, abi: exchangeAbi as Abi, functionName: 'register', args: [exchanged] } as const
    await market.mined(await wallet.writeContract(call))
    return { kind, number, functionName: 'exchange', args: [exchanged, NONE, FEE, NONE, 1n, ZERO_ADDRESS] }
  }
  if (kind === 'offer') {
    const signature = await wallet.signTypedData(criteriaBidTypedData(order, domain))
    const args = [exchanged, signature, FEE, NONE, PRICE, ZERO_ADDRESS, 0n, wanted.tokenId, []]
    return { kind, number, functionName: 'acceptCriteriaBid', args }
  }
  const taker = market.address('bob')
  const signature: Hex =
    kind === 'private sale'
      ? await wallet.signTypedData(privateSaleTypedData({ order, taker }, domain))
      : await wallet.signTypedData(orderTypedData(order, domain))
  const proof = parseSignature(signature)
  return { kind, number, functionName: 'exchange', args: [exchanged, proof, FEE, NONE, kind === 'bid' ? PRICE : 1n, ZERO_ADDRESS] }
}

/** Undefined where Bob could fill it; else why not. */
async function refusalOf({ functionName, args }: Fill): Promise<string | undefined> {
  const call = { address: market.exchange, abi: exchangeAbi as Abi, functionName, args, account: market.address('bob') }
  return market.testnet.publicClient.simulateContract(call).then(
    () => undefined,
    (error: Error) => /Exchange\w+|\w+\(/.exec(error.message)?.[0] ?? error.message,
  )
}

/** Small ones, such as the market allots, those around the border, and any of 64 bits. */
const NUMBERS = [0n, 1n, 255n, 256n, 1_023n, 1_024n, 1_025n, 2n ** 24n, 2n ** 24n + 7n, 2n ** 40n, 2n ** 63n, 2n ** 64n - 1n]
const numberAt = (at: number): bigint => NUMBERS[at] ?? (BigInt(at) * 0x9e37_79b9_7f4a_7c15n) % 2n ** 64n

async function endsAll(who: Maker, count: number): Promise<void> {
  const fills: Fill[] = []
  for (let at = 0; at < count; at++) fills.push(await signed(who, KINDS[at % KINDS.length] ?? 'sale', numberAt(at)))
  for (const fill of fills) expect([fill.kind, fill.number, await refusalOf(fill)]).toEqual([fill.kind, fill.number, undefined])
  const { market: seen, signer } = of(connections, who)
  const hashes = await perform(endEverything(seen), signer)
  expect(Object.keys(hashes)).toEqual(['end'])
  for (const fill of fills) expect([fill.kind, fill.number, await refusalOf(fill)]).toEqual([fill.kind, fill.number, 'ExchangeOrderSpent'])
}

describe('ending everything by the SDK', () => {
  it('[APPR-03] is one transaction, after which none of 20 earlier signatures of every kind fills', () => endsAll('alice', 20))

  it('[APPR-03] leaves no earlier auction and no earlier bid in an auction to settle, and shows what it does first', async () => {
    const ofCarol = await offered(market, 'carol')
    await bidOn(market, 'bob', ofCarol, usd('25'))
    const ofBob = await offered(market, 'bob')
    await bidOn(market, 'carol', ofBob, usd('25'))
    await passTo(market, Number(ofBob.auction.endTime) + 1)
    await tick(market)
    const settlements = [
      await settlementFor(market, 'carol', ofCarol, AUCTION_SETTLEMENT.ACCEPT),
      await settlementFor(market, 'bob', ofBob, AUCTION_SETTLEMENT.ACCEPT),
    ]
    const senders = ['carol', 'bob'] as const
    const outcomes = () =>
      Promise.all(
        settlements.map((reply, at) => {
          const sender = market.address(senders[at] ?? 'carol')
          return market.testnet.publicClient.call({ account: sender, to: reply.auctionExchange, data: settlementData(reply) }).then(
            () => 'settles',
            () => 'refused',
          )
        }),
      )
    expect(await outcomes()).toEqual(['settles', 'settles'])
    const asked: string[] = []
    const { market: seen, signer } = of(connections, 'carol')
    await perform(endEverything(seen), signer, {
      review: (request) => request.kind === 'transaction' && asked.push(`${request.call.address} ${request.call.functionName}`) > 0,
    })
    expect(asked).toEqual([`${market.exchange} endEverything`])
    expect(await outcomes()).toEqual(['refused', 'refused'])
  })

  it('[APPR-03] takes a transaction more for each former exchange that can end everything', () => {
    const seen = of(connections, 'alice').market
    const { config } = seen
    const { contract } = config
    const set = (edition: number) => ({ ...contract, edition, exchange: `0x${String(edition).repeat(40)}` as typeof contract.exchange })
    const moved = { ...config, contract: { ...contract, former: [set(1), set(2)] as never } }
    expect(endingExchanges(moved)).toEqual([contract.exchange, `0x${'2'.repeat(40)}`])
    expect(endEverything({ ...seen, config: moved }, endingExchanges(moved)).map(({ key }) => key)).toEqual([
      'end',
      `end 0x${'2'.repeat(40)}`,
    ])
  })

  it('[APPR-03] leaves none of 200 earlier signatures of every kind', { tags: 'more', timeout: 300_000 }, () => endsAll('dan', 200))
})
