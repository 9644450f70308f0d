import {
  ACTION_TYPE,
  ASSET_TYPE,
  HISTORY_TYPE,
  NOTICE_SUBTYPE,
  NOTICE_TYPE,
  ORDER_LIFE_S,
  ORDER_TYPE,
  orderDomain,
  orderTypedData,
  parseSignature,
  unpackSalt,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { concat, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PEOPLE, type Session } from '../../../test/market/harness.ts'
import { HALF_ETHER, type ItemId, TestMarket } from '../../../test/market/market.ts'
import type { OrderSides } from './shape.ts'

let market: TestMarket
let alice: Session
let bob: Session
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  bob = await market.session('bob')
  await market.approve('alice', market.official)
})
afterAll(() => market.close())

const freshItem = async (): Promise<ItemId> => {
  const item = await market.mint('alice')
  await market.sync()
  return item
}
const refusal = (errno: number) => expect.objectContaining({ errno })
const openSale = (item: ItemId) => alice.api.order.get({ ...item, owner: alice.address, type: ORDER_TYPE.SALE })

describe('order.prepare', () => {
  it('[API-87][TX-09][TX-42][DATA-27] allots a salt that contains the order’s times, and answers the digest', async () => {
    const item = await freshItem()
    const { input } = await market.sign('alice', item)
    const parts = unpackSalt(input.salt)
    expect(parts.validUntil - Math.floor(Date.now() / 1_000)).toBeGreaterThan(ORDER_LIFE_S - 60)
    expect(parts).toMatchObject({ validFrom: 0, maxBuyerFeeBps: 1 })
    const prepared = await alice.api.order.prepare({ ...market.saleSides(alice.address, item, HALF_ETHER), type: ACTION_TYPE.SALE })
    expect(prepared).toMatchObject({ sellerFee: 250, buyerFee: 250, chainId: market.chainId, buyTokenId: 0n, selling: 1n })
    expect(unpackSalt(prepared.salt).sequence).toBe(parts.sequence + 1n)
  })

  it('never gives one number to two orders, however many ask at once', async () => {
    const item = await freshItem()
    const sides = { ...market.saleSides(alice.address, item, HALF_ETHER), type: ACTION_TYPE.SALE }
    const prepared = await Promise.all(Array.from({ length: 20 }, () => alice.api.order.prepare(sides)))
    expect(new Set(prepared.map(({ salt }) => salt)).size).toBe(20)
  })

  it('[SALE-14][SALE-18] is for the maker alone', async () => {
    const item = await freshItem()
    const sides = { ...market.saleSides(alice.address, item, HALF_ETHER), type: ACTION_TYPE.SALE }
    await expect(bob.api.order.prepare(sides)).rejects.toEqual(refusal(506))
    await expect(market.server.api().order.prepare(sides)).rejects.toEqual(refusal(501))
  })

  it('[SALE-19][TX-41][NET-07] refuses what the exchange would not take', async () => {
    const item = await freshItem()
    const sides = market.saleSides(alice.address, item, HALF_ETHER)
    const prepare = (change: Partial<OrderSides> & { type?: 1 | 5 }) =>
      alice.api.order.prepare({ ...sides, type: ACTION_TYPE.SALE, ...change })
    await expect(prepare({ buying: 0n })).rejects.toEqual(refusal(4113))
    await expect(prepare({ selling: 0n })).rejects.toEqual(refusal(4113))
    await expect(prepare({ selling: 2n })).rejects.toEqual(refusal(4113))
    await expect(prepare({ sellType: ASSET_TYPE.ERC1155 })).rejects.toEqual(refusal(4113))
    await expect(prepare({ buyType: ASSET_TYPE.ERC721 })).rejects.toEqual(refusal(4113))
    await expect(prepare({ buyTokenId: 7n })).rejects.toEqual(refusal(4113))
    await expect(prepare({ buyToken: market.official })).rejects.toEqual(refusal(4113))
    await expect(prepare({ buyToken: market.official, buyType: ASSET_TYPE.ERC20 })).rejects.toEqual(refusal(4114))
    await expect(prepare({ type: 5 })).rejects.toEqual(refusal(402))
    await expect(prepare({ sellTokenId: 999n })).rejects.toEqual(refusal(507))
    await expect(alice.api.order.prepare({ ...sides, type: ACTION_TYPE.SALE, validUntil: 1_000 })).rejects.toEqual(refusal(402))
    await expect(alice.api.order.prepare({ ...sides, type: ACTION_TYPE.SALE, salt: 12_345n })).rejects.toEqual(refusal(4108))
    const tooFar = alice.api.order.prepare({ ...sides, type: ACTION_TYPE.SALE, validUntil: 2 ** 40 })
    await expect(tooFar, '[F-55]').rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE', message: expect.stringContaining('too far away') })
    await expect(alice.api.order.prepare({ ...sides, type: ACTION_TYPE.SALE, chainId: 4_242 })).rejects.toEqual(refusal(4501))
  })
})

describe('order.add', () => {
  it('[API-89][API-90][SALE-29] stores a sale signed as typed data', async () => {
    const item = await freshItem()
    const { order } = await market.list('alice', item)
    expect(await openSale(item)).toMatchObject({
      type: 1,
      status: 0,
      isFundable: true,
      isExpired: false,
      salt: order.salt,
      unitPrice: '0.5',
      user: { address: alice.address },
    })
  })

  it('[TX-32] stores a sale signed in the documented form, which the exchange fills with the fee signature', async () => {
    const item = await freshItem()
    const listing = await market.list('alice', item, HALF_ETHER, { documented: true })
    await market.buy('bob', listing)
    await market.sync()
    expect(await bob.api.nft.detail(item)).toMatchObject({ onlyOwner: bob.address })
  })

  it('[SALE-18] refuses forged signatures', async () => {
    const item = await freshItem()
    const { input, order } = await market.sign('alice', item)
    const domain = orderDomain(market.chainId, market.exchange)
    const byBob = await PEOPLE.bob.signTypedData(orderTypedData(order, domain))
    const elsewhere = await PEOPLE.alice.signTypedData(orderTypedData(order, orderDomain(1, market.exchange)))
    const otherPrice = await PEOPLE.alice.signTypedData(orderTypedData({ ...order, buying: order.buying + 1n }, domain))
    for (const signature of [
      byBob,
      elsewhere,
      otherPrice,
      highS(input.signature),
      `${input.signature.slice(0, -2)}05`,
      '0x',
      '0x1234',
      `0x${'00'.repeat(65)}`,
      `${input.signature}00`,
    ])
      await expect(alice.api.order.add({ ...input, signature: signature as `0x${string}` }), signature).rejects.toEqual(refusal(4106))
    await expect(openSale(item)).rejects.toEqual(refusal(4101))
  })

  it('[SALE-18] refuses a text that is not this order, another’s order, and a number that was not given out', async () => {
    const item = await freshItem()
    const { input } = await market.sign('alice', item)
    await expect(alice.api.order.add({ ...input, digest: `0x${'ab'.repeat(32)}` })).rejects.toEqual(refusal(4107))
    await expect(alice.api.order.add({ ...input, buying: 1n })).rejects.toEqual(refusal(4107))
    await expect(bob.api.order.add(input)).rejects.toEqual(refusal(506))
    await expect(alice.api.order.add({ ...input, salt: input.salt + 1n })).rejects.toEqual(refusal(4108))
    await expect(alice.api.order.add({ ...input, salt: input.salt + (1n << 216n) })).rejects.toEqual(refusal(4108))
    await expect(alice.api.order.add({ ...input, salt: input.salt | (1n << 100n) })).rejects.toEqual(refusal(4108))
  })

  it('[SALE-22] refuses what the maker does not hold or has not approved', async () => {
    const item = await freshItem()
    await expect(market.list('bob', item)).rejects.toEqual(refusal(4110))
    const own = await market.mint('bob')
    await expect(market.list('bob', own)).rejects.toEqual(refusal(4514))
  })

  it('refuses an expired order, and forgets one when its time is over', async () => {
    const item = await freshItem()
    const soon = Math.floor(Date.now() / 1_000) + 600
    const { input } = await market.sign('alice', item, HALF_ETHER, { validUntil: soon })
    const live = await freshItem()
    await market.list('alice', live, HALF_ETHER, { validUntil: soon })
    market.server.clock.advance(700)
    await expect(alice.api.order.add(input)).rejects.toEqual(refusal(4102))
    expect(await openSale(live)).toMatchObject({ isExpired: true })
    const { salt } = await openSale(live)
    await expect(bob.api.order.buyerFee({ ...live, owner: alice.address, type: ORDER_TYPE.SALE, salt })).rejects.toEqual(refusal(4102))
    market.server.clock.advance(-700)
  })

  it('[ITEM-25] takes one open sale per item and owner, and the same order once', async () => {
    const item = await freshItem()
    const { input } = await market.sign('alice', item)
    const { input: second } = await market.sign('alice', item)
    const answers = await Promise.allSettled([alice.api.order.add(input), alice.api.order.add(second), alice.api.order.add(input)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toEqual(refusal(4109))
  })

  it('[SALE-20][SALE-25][ITEM-25] edits a sale downwards only, under the same salt', async () => {
    const item = await freshItem()
    const { order } = await market.list('alice', item)
    const edit = (price: bigint) => market.list('alice', item, price, { edit: true, salt: order.salt })
    await expect(edit(parseEther('0.6'))).rejects.toEqual(refusal(4111))
    await expect(edit(HALF_ETHER)).rejects.toEqual(refusal(4111))
    const [before, ofBob] = [(await alice.api.notices.count({})).total, await bob.api.notices.count({})]
    const cheaper = await edit(parseEther('0.3'))
    expect([(await alice.api.notices.count({})).total, await bob.api.notices.count({})]).toEqual([before + 1, ofBob])
    expect((await alice.api.notices.list({ page: 1, limit: 3 })).list).toMatchObject([
      {
        type: NOTICE_TYPE.TRADE,
        subType: NOTICE_SUBTYPE.EDIT_SALE,
        operator: { address: alice.address },
        isRead: true,
        content: { price: '0.3', symbol: 'ETH', item: { tokenId: item.tokenId } },
      },
      { subType: NOTICE_SUBTYPE.SALE, content: { price: '0.5', item: { tokenId: item.tokenId } } },
      { subType: NOTICE_SUBTYPE.MINT, content: { item: { tokenId: item.tokenId } } },
    ])
    expect(cheaper.order.salt).toBe(order.salt)
    expect(await openSale(item)).toMatchObject({ unitPrice: '0.3', salt: order.salt })
    const history = await alice.api.nft.history(item)
    expect(history.map(({ type, isExpired, content }) => [type, isExpired, content?.unitPrice])).toEqual([
      [HISTORY_TYPE.EDIT_SALE, false, '0.3'],
      [HISTORY_TYPE.SALE, true, '0.5'],
      [HISTORY_TYPE.MINT, false, undefined],
    ])
    const other = await freshItem()
    const { input } = await market.sign('alice', other)
    await expect(alice.api.order.add({ ...input, type: ACTION_TYPE.EDIT_SALE })).rejects.toEqual(refusal(4101))
  })

  it('refuses an order whose number is spent, also before the index has read it', async () => {
    const item = await freshItem()
    const { input, order, signature } = await market.sign('alice', item)
    await market.indexers.stop()
    await market.cancel('alice', { order, signature })
    await expect(alice.api.order.add(input)).rejects.toEqual(refusal(4104))
    await market.follow()
    await expect(alice.api.order.add(input)).rejects.toEqual(refusal(4104))
  })

  it('[MINT-36] lists what was minted a moment ago, before the index has it', async () => {
    await market.indexers.stop()
    const item = await market.mint('alice')
    const listing = await market.list('alice', item)
    expect(await openSale(item)).toMatchObject({ isFundable: true })
    await market.follow()
    expect(await alice.api.nft.activesales({ items: [item] })).toHaveLength(1)
    await market.buy('bob', listing)
  })
})

describe('order.buyerFee', () => {
  it('[API-88][DATA-35][BUY-12] signs the fee of a live order for any caller but its maker', async () => {
    const item = await freshItem()
    const { order } = await market.list('alice', item)
    const reply = await bob.api.order.buyerFee({ ...item, owner: alice.address, type: ORDER_TYPE.SALE, salt: order.salt })
    expect(reply).toMatchObject({ buyerFee: 250, sellerFee: 250, salt: order.salt, buying: HALF_ETHER, maker: alice.address })
    expect(['27', '28']).toContain(reply.v)
  })

  it('says to a late buyer that the order is filled, also before it is indexed', async () => {
    const item = await freshItem()
    const listing = await market.list('alice', item)
    const asked = { ...item, owner: alice.address, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    await market.indexers.stop()
    await market.buy('bob', listing)
    await expect(bob.api.order.buyerFee(asked)).rejects.toEqual(refusal(4103))
    await market.follow()
    await expect(bob.api.order.buyerFee(asked)).rejects.toEqual(refusal(4103))
  })

  it('refuses what it does not know', async () => {
    const item = await freshItem()
    const { order } = await market.list('alice', item)
    const asked = { ...item, owner: alice.address, type: ORDER_TYPE.SALE, salt: order.salt }
    await expect(market.server.api().order.buyerFee(asked)).rejects.toEqual(refusal(501))
    await expect(bob.api.order.buyerFee({ ...asked, salt: order.salt + 1n })).rejects.toEqual(refusal(4101))
    await expect(bob.api.order.buyerFee({ ...asked, tokenId: 10_000n })).rejects.toEqual(refusal(4101))
    await expect(bob.api.order.buyerFee({ ...asked, owner: market.address('carol') })).rejects.toEqual(refusal(4101))
    await expect(alice.api.order.buyerFee(asked)).rejects.toEqual(refusal(4118))
  })

  it('[BUY-01] refuses an order its maker can’t deliver', async () => {
    const item = await freshItem()
    const { order } = await market.list('alice', item)
    await market.indexers.stop()
    await market.transfer('alice', 'carol', item)
    const asked = { ...item, owner: alice.address, type: ORDER_TYPE.SALE, salt: order.salt }
    await expect(bob.api.order.buyerFee(asked)).rejects.toEqual(refusal(4105))
    await market.follow()
  })
})

describe('bad input', () => {
  const calls = ['prepare', 'add', 'get', 'buyerFee'] as const
  const words = ['', '0', '-1', 'null', 'x'.repeat(5_000), '0x', '{"a":1}', '[]', "' or 1=1 --", '\u0000', ZERO_ADDRESS, '9'.repeat(90)]
  it.each(calls)('[API-06] to order.%s gives an errno of the catalogue, never 502', async (call) => {
    const item = await freshItem()
    const good: Record<string, string> = {
      owner: alice.address,
      caddress: item.collection,
      tokenId: String(item.tokenId),
      sellToken: item.collection,
      sellTokenId: String(item.tokenId),
      sellType: '3',
      sellValue: '1',
      buyToken: ZERO_ADDRESS,
      buyTokenId: '0',
      buyType: '0',
      buyValue: '5',
      salt: '1',
      type: '1',
      message: 'ab'.repeat(32),
      signature: `0x${'11'.repeat(65)}`,
      chainId: String(market.chainId),
      endTime: '99999999999999',
    }
    for (const field of Object.keys(good))
      for (const word of words) {
        const answer = await market.server.post(`/order/${call}`, { ...good, [field]: word }, { token: alice.token })
        expect(answer.status).toBe(200)
        expect([502, 400], `${call} ${field}=${word.slice(0, 20)} ${answer.errmsg}`).not.toContain(answer.errno)
      }
  })
})

/** The equivalent signature with high s, which contracts and server refuse. */
function highS(signature: `0x${string}`): `0x${string}` {
  const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const { r, s, v } = parseSignature(signature)
  return concat([r, numberToHex(N - BigInt(s), { size: 32 }), numberToHex(v === 27 ? 28 : 27, { size: 1 })])
}
