import {
  type Address,
  ASSET_TYPE,
  type Asset,
  AUCTION_SETTLEMENT,
  type Auction,
  auctionDomain,
  auctionTypedData,
  bidTypedData,
  bulkSignatures,
  bulkTypedData,
  criteriaBidTypedData,
  erc20,
  idTreeOf,
  moneyOf,
  ORDER_TERMS,
  type Order,
  orderDomain,
  orderTypedData,
  packSalt,
  parseSignature,
  privateSaleTypedData,
  toAddress,
  toAuctionOrder,
  toExchangeOrder,
  withTerms,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { auctionExchangeAbi, exchangeAbi } from '@plinth/protocol/abi'
import { type Connection, connect, endEverything, endingExchanges, perform } from '@plinth/sdk'
import { type Abi, type Hex, type TypedDataDefinition, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, fund, offered, openAuctionMarket, passTo, settlementData, settlementFor, tick, usd } from '../acts/auctions.ts'
import { ORIGIN } from '../market/harness.ts'
import type { ItemId, TestMarket, Who } from '../market/market.ts'

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
const KINDS = ['sale', 'bid', 'offer', 'trait offer', 'private sale', 'registered', 'bulk sale', 'auction', 'auction bid'] as const
type Kind = (typeof KINDS)[number]
type Call = {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly account?: Address
}
type Fill = { readonly kind: Kind; readonly number: bigint; readonly call: Call }
type Signed = { readonly who: Maker; readonly number: bigint }

/** Signed by the maker's key alone, under a number that no market allotted, as Bob would fill it. */
async function signed(who: Maker, kind: Kind, number: bigint): Promise<Fill> {
  return { kind, number, call: await CALLS[kind]({ who, number }) }
}

const CALLS: Readonly<Record<Kind, (of: Signed) => Promise<Call>>> = {
  sale: async (by) => exchangeCall('exchange', await byTypedData(by.who, saleOf(by, ORDER_TERMS.PLAIN)), 1n),
  bid: async (by) => exchangeCall('exchange', await byTypedData(by.who, bidOf(by, ORDER_TERMS.PLAIN, wanted.tokenId)), PRICE),
  offer: (by) => offerCall(by, 0n, []),
  'trait offer': (by) => {
    const set = idTreeOf([wanted.tokenId, wanted.tokenId + 1n, wanted.tokenId + 2n])
    return offerCall(by, BigInt(set.root), set.proofOf(wanted.tokenId))
  },
  'private sale': async (by) => {
    const order = saleOf(by, ORDER_TERMS.PRIVATE)
    const data = privateSaleTypedData({ order, taker: market.address('bob') }, orders())
    return exchangeCall('exchange', { order, proof: parseSignature(await market.wallet(by.who).signTypedData(data)) }, 1n)
  },
  registered: async (by) => {
    const order = saleOf(by, ORDER_TERMS.PLAIN)
    const call = { address: market.exchange, abi: exchangeAbi as Abi, functionName: 'register', args: [toExchangeOrder(order)] } as const
    await market.mined(await market.wallet(by.who).writeContract(call))
    return exchangeCall('exchange', { order, proof: NONE }, 1n)
  },
  // One of two under a signature.
  'bulk sale': async (by) => {
    const two = [saleOf(by, ORDER_TERMS.PLAIN), saleOf({ ...by, number: by.number ^ 1n }, ORDER_TERMS.PLAIN)] as const
    const [proof] = bulkSignatures(await market.wallet(by.who).signTypedData(bulkTypedData(two, orders())), two)
    return exchangeCall('exchange', { order: two[0], proof }, 1n)
  },
  auction: (by) => settlementCall(by, by.who, 'bob'),
  'auction bid': (by) => settlementCall(by, 'bob', by.who),
}

const orders = () => orderDomain(market.chainId, market.exchange)

const saltOf = (number: bigint, terms: bigint): bigint =>
  withTerms(packSalt({ validUntil: 0, validFrom: 0, maxBuyerFeeBps: 1_000, sequence: number }), terms)

const saleOf = ({ who, number }: Signed, terms: bigint): Order => ({
  owner: market.address(who),
  salt: saltOf(number, terms),
  sellAsset: itemAsset(of(own, who)),
  buyAsset: erc20(market.testnet.contracts.dollar),
  selling: 1n,
  buying: PRICE,
  sellerFee: FEE,
})

const bidOf = ({ who, number }: Signed, terms: bigint, tokenId: bigint): Order => ({
  owner: market.address(who),
  salt: saltOf(number, terms),
  sellAsset: moneyOf(market.testnet.contracts.dollar),
  buyAsset: { ...itemAsset(wanted), tokenId },
  selling: PRICE,
  buying: 1n,
  sellerFee: FEE,
})

async function byTypedData(who: Maker, order: Order) {
  return { order, proof: parseSignature(await market.wallet(who).signTypedData(orderTypedData(order, orders()))) }
}

function exchangeCall(functionName: string, { order, proof }: { order: Order; proof: unknown }, amount: bigint): Call {
  const args = [toExchangeOrder(order), proof, FEE, NONE, amount, ZERO_ADDRESS]
  return { address: market.exchange, abi: exchangeAbi as Abi, functionName, args }
}

async function offerCall(by: Signed, set: bigint, proof: readonly Hex[]): Promise<Call> {
  const order = bidOf(by, ORDER_TERMS.CRITERIA, set)
  const signature = await market.wallet(by.who).signTypedData(criteriaBidTypedData(order, orders()))
  const args = [toExchangeOrder(order), signature, FEE, NONE, PRICE, ZERO_ADDRESS, 0n, wanted.tokenId, proof]
  return { address: market.exchange, abi: exchangeAbi as Abi, functionName: 'acceptCriteriaBid', args }
}

/** An auction that is over with one bid, as a third account settles it by the fee signer's signature. */
async function settlementCall({ number }: Signed, owner: Who, bidder: Who): Promise<Call> {
  const { signer, chains } = market.server.context
  const chain = chains.get(market.chainId)
  const { auctionExchange, dollar } = market.testnet.contracts
  const domain = auctionDomain(market.chainId, auctionExchange)
  const [now, { feeEpoch }] = [chain.now(), await chain.feesOf(auctionExchange)]
  const expiredTime = now + 86_400
  const auction: Auction = {
    owner: market.address(owner),
    salt: packSalt({ validUntil: expiredTime, validFrom: now - 3_600, maxBuyerFeeBps: 0, sequence: number }),
    sellAsset: itemAsset(owner === 'bob' ? wanted : of(own, owner as Maker)),
    buyAsset: erc20(dollar),
    selling: 1n,
    buying: PRICE,
    endTime: now - 600,
    expiredTime,
    encourage: 0n,
    sellerFee: FEE,
  }
  const bid = { auction, bidder: market.address(bidder), buying: PRICE, buyerFee: FEE }
  const sign = (who: Who, data: TypedDataDefinition) => market.wallet(who).signTypedData(data)
  const proofs = [await sign(owner, auctionTypedData(auction, domain)), await sign(bidder, bidTypedData(bid, domain))] as const
  const fee = await signer.openSettlement({ bid, recipients: [], feeEpoch, leastProceeds: 1n }, domain)
  const args = [toAuctionOrder(auction), proofs[0], PRICE, proofs[1], [], FEE, fee, bid.bidder, 1n]
  return {
    address: auctionExchange,
    abi: auctionExchangeAbi as Abi,
    functionName: 'acceptBid',
    args,
    account: toAddress(market.testnet.operator.account.address),
  }
}

/** The reason why it can't be filled; undefined if it can. */
async function refusalOf({ call }: Fill): Promise<string | undefined> {
  return market.testnet.publicClient.simulateContract({ account: market.address('bob'), ...call }).then(
    () => undefined,
    (error: Error) => /Error: (\w+)\(/.exec(error.message)?.[1] ?? error.message,
  )
}

const AFTERWARDS: Readonly<Partial<Record<Kind, string>>> = { auction: 'AuctionSpent', 'auction bid': 'AuctionBidSignatureInvalid' }

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
  for (const fill of fills) {
    const { kind, number } = fill
    expect([kind, number, await refusalOf(fill)]).toEqual([kind, number, AFTERWARDS[kind] ?? 'ExchangeOrderSpent'])
  }
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
