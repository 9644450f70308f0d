import { ORDER_TYPE, toAddress, ZERO_SIGNATURE } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { acceptCall, exchangeCall } from '@plinth/sdk'
import { type Abi, decodeFunctionData, encodeFunctionData, type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PEOPLE } from '../../../test/market/harness.ts'
import { HALF_ETHER, type Listing, TestMarket, type Who } from '../../../test/market/market.ts'
import { allow, bid, takeDollars } from '../../../test/market/money.ts'

const EVE = toAddress(PEOPLE.eve.address)
/** Longer than fees read from the chain are kept. */
const FEES_AGE_S = 6
const dollars = (text: string) => parseUnits(text, 6)

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open({
    configure: (chain) => ({ ...chain, officialSenders: [{ collection: chain.contracts.official721, sender: EVE }] }),
  })
  for (const who of ['alice', 'eve'] as const) await market.approve(who, market.official)
  await takeDollars(market, 'bob', dollars('1000'))
  await allow(market, 'bob', market.testnet.contracts.dollar, dollars('1000'))
})
afterAll(() => market.close())

async function sale(who: 'alice' | 'eve' = 'alice', options: { documented?: boolean } = {}): Promise<Listing> {
  const item = await market.mint(who)
  await market.sync()
  return market.list(who, item, HALF_ETHER, options)
}

/** What the server says of an order, asked by its taker. */
async function replyFor(who: Who, { order }: Listing) {
  const { api } = await market.session(who)
  const isSale = order.sellAsset.tokenId !== 0n
  const { token: collection, tokenId } = isSale ? order.sellAsset : order.buyAsset
  const type = isSale ? ORDER_TYPE.SALE : ORDER_TYPE.BID
  const slot = { collection, tokenId, owner: order.owner, type, chainId: market.chainId }
  return { record: await api.order.get(slot), fee: await api.order.buyerFee({ ...slot, salt: order.salt, quantity: 1n }) }
}

type Call = { readonly data: Hex; readonly value: bigint }

/** The purchase as the market's own button sends it. */
async function buyCallFor(who: Who, listing: Listing): Promise<Call> {
  const { record, fee } = await replyFor(who, listing)
  return callOf(exchangeCall(record, fee, 1n))
}

const callOf = ({ abi, functionName, args, value }: ReturnType<typeof exchangeCall>): Call => ({
  data: encodeFunctionData({ abi: abi as Abi, functionName, args }),
  value,
})

async function send(who: Who, { data, value }: Call): Promise<void> {
  await market.mined(await market.wallet(who).sendTransaction({ to: market.exchange, data, value }))
  await market.sync()
}

/** The operator's fee signature within a call of any form. */
const feeSignatureIn = ({ data }: Call): unknown => decodeFunctionData({ abi: exchangeAbi, data }).args?.[3]

const ownerOf = async ({ order }: Listing) => {
  const { token: collection, tokenId } = order.sellAsset
  return (await market.detail({ collection, tokenId })).onlyOwner
}

async function schedule(functionName: 'setBuyerFee' | 'setMinimumSellerFee', bps: bigint): Promise<void> {
  const { testnet } = market
  await testnet.setBalance(testnet.operator.account.address, HALF_ETHER)
  await market.mined(await testnet.operator.writeContract({ address: market.exchange, abi: exchangeAbi, functionName, args: [bps] }))
  market.server.clock.advance(FEES_AGE_S)
}

describe('the operator’s fee signature', () => {
  it('[F-89] is left out of the market’s own purchase, which costs 6k less than with it', async () => {
    const listing = await sale()
    const { record, fee } = await replyFor('bob', listing)
    const gasOf = (isFeeSignatureNeeded: boolean) => {
      const { data, value } = callOf(exchangeCall(record, { ...fee, isFeeSignatureNeeded }, 1n))
      return market.testnet.publicClient.estimateGas({ to: market.exchange, data, value, account: market.address('bob') })
    }
    expect((await gasOf(true)) - (await gasOf(false))).toBeGreaterThan(6_000n)
    const call = await buyCallFor('bob', listing)
    expect(feeSignatureIn(call)).toEqual(ZERO_SIGNATURE)
    await send('bob', call)
    expect(await ownerOf(listing)).toBe(market.address('bob'))
  })

  it('[F-89] is still answered for an order that does not need it', async () => {
    const { fee } = await replyFor('bob', await sale())
    expect(fee).toMatchObject({ isFeeSignatureNeeded: false, buyerFee: 250 })
    expect(['27', '28']).toContain(fee.v)
    expect(fee.r).not.toBe(ZERO_SIGNATURE.r)
  })

  it('[F-89] is left out where a bid is accepted', async () => {
    const item = await market.mint('alice')
    await market.sync()
    const listing = await bid(market, 'bob', item, dollars('3'), { payToken: market.testnet.contracts.dollar })
    const { record, fee } = await replyFor('alice', listing)
    const call = callOf(acceptCall(record, fee, 1n, 1n))
    expect(feeSignatureIn(call)).toEqual(ZERO_SIGNATURE)
    await send('alice', call)
    expect((await market.detail(item)).onlyOwner).toBe(market.address('bob'))
  })

  it('[F-89] goes with a purchase whose maker signed by personal_sign, which fails without it', async () => {
    const listing = await sale('alice', { documented: true })
    const { record, fee } = await replyFor('bob', listing)
    expect(fee).toMatchObject({ isFeeSignatureNeeded: true, proof: 'text' })
    const without = exchangeCall(record, { ...fee, isFeeSignatureNeeded: false }, 1n)
    await expect(simulate(without)).rejects.toThrow(/ExchangeSignatureInvalid/)
    await send('bob', await buyCallFor('bob', listing))
    expect(await ownerOf(listing)).toBe(market.address('bob'))
  })

  it('[F-89] goes with a purchase at another fee than the exchange’s own', async () => {
    const listing = await sale('eve')
    const { record, fee } = await replyFor('bob', listing)
    expect(fee).toMatchObject({ isFeeSignatureNeeded: true, buyerFee: 0 })
    const without = exchangeCall(record, { ...fee, isFeeSignatureNeeded: false }, 1n)
    await expect(simulate(without)).rejects.toThrow(/FeesBuyerFeeNotDefault/)
    await send('bob', await buyCallFor('bob', listing))
    expect(await ownerOf(listing)).toBe(market.address('bob'))
  })

  it('[F-89] goes with a purchase while another buyer fee is scheduled, which fills also when that is due', async () => {
    const listing = await sale()
    await schedule('setBuyerFee', 300n)
    const { record, fee } = await replyFor('bob', listing)
    expect(fee).toMatchObject({ isFeeSignatureNeeded: true, buyerFee: 250 })
    const call = await buyCallFor('bob', listing)
    const [, from] = await market.testnet.publicClient.readContract({
      address: market.exchange,
      abi: exchangeAbi,
      functionName: 'nextBuyerFee',
    })
    await market.testnet.setNextBlockTimestamp(Number(from))
    await market.testnet.mine(1)
    await expect(simulate(exchangeCall(record, { ...fee, isFeeSignatureNeeded: false }, 1n))).rejects.toThrow(/FeesBuyerFeeNotDefault/)
    await send('bob', call)
    expect(await ownerOf(listing)).toBe(market.address('bob'))
    market.server.clock.advance(FEES_AGE_S)
    expect((await replyFor('bob', await sale())).fee).toMatchObject({ isFeeSignatureNeeded: false, buyerFee: 300 })
  })

  it('[F-89] goes with a purchase while a minimum above its seller fee is scheduled', async () => {
    const listing = await sale()
    await schedule('setMinimumSellerFee', 300n)
    expect((await replyFor('bob', listing)).fee).toMatchObject({ isFeeSignatureNeeded: true, sellerFee: 250 })
    await schedule('setMinimumSellerFee', 200n)
    expect((await replyFor('bob', listing)).fee).toMatchObject({ isFeeSignatureNeeded: false })
  })

  it('[F-89] or its absence is answered only where the market lets the order be filled', async () => {
    const listing = await sale()
    const { api } = await market.session('bob')
    const { token: collection, tokenId } = listing.order.sellAsset
    const asked = { collection, tokenId, owner: listing.order.owner, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    await market.approve('alice', market.official, false)
    await expect(api.order.buyerFee(asked)).rejects.toMatchObject({ code: 'ORDER_NOT_FUNDABLE' })
    await market.approve('alice', market.official)
    expect(await api.order.buyerFee(asked)).toMatchObject({ isFeeSignatureNeeded: false })
  })
})

const simulate = ({ abi, functionName, args, value }: ReturnType<typeof exchangeCall>) =>
  market.testnet.publicClient.simulateContract({
    address: market.exchange,
    abi: abi as Abi,
    functionName,
    args,
    value,
    account: market.address('bob'),
  })
