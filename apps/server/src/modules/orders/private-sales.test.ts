import {
  ACTION_TYPE,
  type Address,
  HISTORY_TYPE,
  NOTICE_SUBTYPE,
  ORDER_TERMS,
  ORDER_TYPE,
  parseSignature,
  termsOf,
  toExchangeOrder,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { parseEther, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signAuction } from '../../../test/acts/auctions.ts'
import { HALF_ETHER, type ItemId, type Listing, TestMarket, type Who } from '../../../test/market/market.ts'
import { expireOrders } from '../../jobs/expire-orders.ts'
import { revalidateSome } from './service.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
})
afterAll(() => market.close())

const refusal = (code: string) => ({ code })
const taker = () => market.address('bob')
const salesOf = async (who: Who, item: ItemId) => {
  await market.sync()
  return (await market.session(who)).api.privateSale.forItem(item)
}

async function reserved(options: { item?: ItemId; price?: bigint; validUntil?: number } = {}) {
  const { item = await market.minted('alice'), price = HALF_ETHER, ...window } = options
  return { item, sale: await market.list('alice', item, price, { taker: taker(), ...window }) }
}

const feeOf = async (who: Who, item: ItemId, { order }: Listing) =>
  (await market.session(who)).api.privateSale.buyerFee({ ...item, owner: order.owner, salt: order.salt })

describe('a private sale', () => {
  it('[PRIV-01][PRIV-02] is seen and bought by its taker, and shows in the history as any purchase', async () => {
    const { item, sale } = await reserved()
    expect(termsOf(sale.order.salt)).toBe(ORDER_TERMS.PRIVATE)
    for (const who of ['alice', 'bob'] as const)
      expect(await salesOf(who, item)).toMatchObject([
        {
          maker: market.address('alice'),
          taker: taker(),
          salt: sale.order.salt,
          unitPrice: '0.5',
          isFundable: true,
          buyer: { address: taker() },
        },
      ])
    expect(await salesOf('carol', item)).toEqual([])
    await market.buy('bob', sale)
    expect((await market.detail(item, 'carol')).onlyOwner).toBe(taker())
    const history = await (await market.session('carol')).api.nft.history(item)
    expect(history.map(({ type }) => type)).toEqual([HISTORY_TYPE.BUY, HISTORY_TYPE.MINT])
    expect(await salesOf('bob', item)).toEqual([])
  })

  it('[PRIV-01] gets a fee signature for its taker alone, and the exchange fills it for no other account', async () => {
    const { item, sale } = await reserved()
    await expect(feeOf('carol', item, sale)).rejects.toMatchObject(refusal('ORDER_NOT_FOUND'))
    await expect(feeOf('alice', item, sale)).rejects.toMatchObject(refusal('SELF_TRADE'))
    const { api } = await market.session('bob')
    const asked = { ...item, owner: sale.order.owner, salt: sale.order.salt, type: ORDER_TYPE.SALE }
    await expect(api.order.buyerFee(asked)).rejects.toMatchObject(refusal('ORDER_NOT_FOUND'))
    const fee = await feeOf('bob', item, sale)
    const { v, r, s } = parseSignature(sale.signature)
    const proof = fee.isFeeSignatureNeeded ? { v: Number(fee.v), r: fee.r, s: fee.s } : { v: 0, r: zeroHash, s: zeroHash }
    const call = (who: Who) =>
      market.testnet.publicClient.simulateContract({
        account: market.address(who),
        address: market.exchange,
        abi: exchangeAbi,
        functionName: 'exchange',
        args: [toExchangeOrder(sale.order), { v: Number(v), r, s }, BigInt(fee.buyerFee), proof, 1n, ZERO_ADDRESS],
        value: parseEther('0.5125'),
      })
    await expect(call('carol')).rejects.toThrow(/ExchangeSignatureInvalid/)
    await call('bob')
  })

  it('[PRIV-02] notifies its buyer once, and its seller of the own act', async () => {
    const { api } = await market.session('bob')
    const { total, unread } = await api.notices.count({})
    const { item, sale } = await reserved()
    await market.list('alice', item, parseEther('0.4'), { taker: taker(), salt: sale.order.salt, edit: true })
    expect(await api.notices.count({})).toEqual({ total: total + 1, unread: unread + 1 })
    const [notice] = (await api.notices.list({ page: 1, limit: 1 })).list
    expect(notice).toMatchObject({
      subType: NOTICE_SUBTYPE.RESERVED,
      operator: { address: market.address('alice') },
      content: { price: '0.5', symbol: 'ETH', item: { tokenId: item.tokenId } },
    })
    const [own] = (await (await market.session('alice')).api.notices.list({ page: 1, limit: 1 })).list
    expect(own).toMatchObject({ subType: NOTICE_SUBTYPE.SALE, isRead: true })
  })

  it('[PRIV-02] is the one open sale of its seller for the item', async () => {
    const { item, sale } = await reserved()
    await expect(market.list('alice', item)).rejects.toMatchObject(refusal('ORDER_EXISTS'))
    await expect(market.list('alice', item, HALF_ETHER, { taker: market.address('carol') })).rejects.toMatchObject(refusal('ORDER_EXISTS'))
    await expect(signAuction(market, 'alice', item)).rejects.toMatchObject(refusal('ON_SALE'))
    await market.cancel('alice', sale)
    expect(await salesOf('bob', item)).toEqual([])
    await market.list('alice', item)
    await expect(market.list('alice', item, HALF_ETHER, { taker: taker() })).rejects.toMatchObject(refusal('ORDER_EXISTS'))
  })

  it('is edited by a lower price under its salt, for the same account alone', async () => {
    const { item, sale } = await reserved()
    const { salt } = sale.order
    const edit = { salt, edit: true }
    await expect(market.list('alice', item, parseEther('0.3'), edit)).rejects.toMatchObject(refusal('EDIT_PRICE_ALONE'))
    const other = { ...edit, taker: market.address('carol') }
    await expect(market.list('alice', item, parseEther('0.3'), other)).rejects.toMatchObject(refusal('EDIT_PRICE_ALONE'))
    await expect(market.list('alice', item, parseEther('0.6'), { ...edit, taker: taker() })).rejects.toMatchObject(
      refusal('PRICE_NOT_LOWER'),
    )
    const { input } = await market.sign('alice', item, parseEther('0.3'), { ...edit, taker: taker() })
    const { api } = await market.session('alice')
    await expect(api.order.add({ ...input, taker: market.address('carol') })).rejects.toMatchObject(refusal('ORDER_MISMATCH'))
    await expect(api.order.add({ ...input, taker: undefined })).rejects.toMatchObject(refusal('UNKNOWN_SALT'))
    await api.order.add(input)
    expect(await salesOf('bob', item)).toMatchObject([{ unitPrice: '0.3', salt }])
    // An open listing does not become private under its salt either.
    const listed = await market.listed('alice')
    const asPrivate = { salt: listed.listing.order.salt, edit: true, taker: taker() }
    await expect(market.list('alice', listed.item, parseEther('0.3'), asPrivate)).rejects.toMatchObject(refusal('EDIT_PRICE_ALONE'))
  })

  it('lives as its holding, approval and time let it, and ends with everything', async () => {
    const { item } = await reserved()
    await market.approve('alice', market.official, false)
    expect(await salesOf('bob', item)).toEqual([])
    expect(await salesOf('alice', item)).toMatchObject([{ isFundable: false }])
    // An inactive one is none of the listings that its seller sees at the item.
    expect(await market.detail(item, 'alice')).toMatchObject({ listings: [], isOnSale: false })
    await market.approve('alice', market.official)
    expect(await salesOf('bob', item)).toMatchObject([{ isFundable: true }])
    await market.transfer('alice', 'carol', item)
    expect(await salesOf('bob', item)).toEqual([])

    const brief = await reserved({ validUntil: market.server.context.chains.get(market.chainId).now() + 60 })
    market.server.clock.advance(61)
    await expireOrders.run(market.server.context)
    for (const who of ['alice', 'bob'] as const) expect(await salesOf(who, brief.item)).toEqual([])

    const ended = await reserved()
    const hash = await market.wallet('alice').writeContract({ address: market.exchange, abi: exchangeAbi, functionName: 'endEverything' })
    await market.mined(hash)
    expect(await salesOf('bob', ended.item)).toEqual([])
    const chain = market.server.context.chains.get(market.chainId)
    expect((await revalidateSome(market.server.context, chain, 0)).differences).toBe(0)
  })

  it('is of a sale, to another account, of an item that is there', async () => {
    const item = await market.minted('alice')
    const fails = (who: Address) => market.sign('alice', item, HALF_ETHER, { taker: who })
    for (const who of [market.address('alice'), ZERO_ADDRESS]) await expect(fails(who)).rejects.toMatchObject(refusal('BAD_ARGUMENT_VALUE'))
    const { api, address: maker } = await market.session('carol')
    const { sellToken, sellTokenId, sellType, selling, buying } = market.saleSides(maker, item, 5n)
    const bid = {
      maker,
      sellToken: market.testnet.contracts.dollar,
      sellTokenId: 0n,
      sellType: 1,
      selling: buying,
      buyToken: sellToken,
      buyTokenId: sellTokenId,
      buyType: sellType,
      buying: selling,
    }
    await expect(api.order.prepare({ ...bid, type: ACTION_TYPE.BID, taker: taker(), chainId: market.chainId })).rejects.toMatchObject(
      refusal('BAD_ARGUMENT_VALUE'),
    )
  })

  it('[PRIV-02] is listed for its seller alone, with its item', async () => {
    const { item } = await reserved()
    const mine = async (who: Who) => (await market.session(who)).api.privateSale.mine({ page: 1, limit: 50 })
    const { list } = await mine('alice')
    expect(list.find(({ sellTokenId }) => sellTokenId === item.tokenId)).toMatchObject({ taker: taker(), nft: { tokenId: item.tokenId } })
    expect(await mine('bob')).toMatchObject({ list: [], total: 0 })
  })

  it('an account makes a hundred of them a day', async () => {
    const item = await market.minted('alice')
    const { db } = market.server.context
    const [row] = await db.selectFrom('market_order').selectAll().where('side', '=', 3).where('status', '=', 0).limit(1).execute()
    if (!row) throw new Error('There is no private sale')
    const { id: _, terms: __, ...same } = row
    const now = market.server.context.chains.get(market.chainId).now()
    const rows = Array.from({ length: 100 }, (_, at) => ({ ...same, sequence: 1_000_000n + BigInt(at), created_at: now, status: 2 }))
    await db.insertInto('market_order').values(rows).execute()
    await expect(market.list('alice', item, HALF_ETHER, { taker: taker() })).rejects.toMatchObject(refusal('DAILY_ORDERS'))
    await market.list('alice', item)
    await db.deleteFrom('market_order').where('sequence', '>=', 1_000_000n).where('sequence', '<', 1_000_100n).execute()
  })
})
