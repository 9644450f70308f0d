import { TOKEN_HEADER } from '@plinth/api'
import { ACTION_TYPE, type Address, bulkTypedData, documentedText, HISTORY_TYPE, orderDomain, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passTo } from '../../../test/acts/auctions.ts'
import { fill, listTogether, mintTogether, openSale, prepareTree, saleOf } from '../../../test/acts/many.ts'
import { actAs, chainOf, SAYS_NO, SAYS_YES, signInAs } from '../../../test/chain/code-wallets.ts'
import { PEOPLE } from '../../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { expireOrders } from '../../jobs/expire-orders.ts'
import { revalidateSome } from './revalidate.ts'

const PRICE = parseEther('0.5')

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  for (const who of ['alice', 'bob'] as const) await market.approve(who, market.official)
})
afterAll(() => market?.close())

let minted = 0
async function items(who: 'alice' | 'bob', count: number): Promise<ItemId[]> {
  minted += 100
  return mintTogether(market, who, { count, from: minted })
}
const priced = (list: readonly ItemId[], price = PRICE) => list.map((item, at) => ({ item, price: price + BigInt(at) }))
const now = async () => Number((await market.testnet.publicClient.getBlock()).timestamp)
const domain = () => orderDomain(market.chainId, market.exchange)
const statusOf = async (item: ItemId) => {
  const { isOnSale, onlyOwner } = await market.detail(item)
  return { isOnSale, owner: onlyOwner }
}

describe('many sales under one signature', () => {
  it('[BULK-02] stand, and are bought, cancelled, ended by time and repriced each alone', async () => {
    const list = await items('alice', 8)
    const until = (await now()) + 3_000
    const sales = priced(list).map((sale, at) => (at === 2 ? { ...sale, validUntil: until } : sale))
    const { answers, listed } = await listTogether(market, 'alice', sales)
    expect(answers).toEqual(list.map(() => ({})))
    const [bought, cancelled, timed, lowered] = listed.map(({ order }) => order)
    if (!bought || !cancelled || !timed || !lowered) return expect.fail('Eight stand')
    expect(await openSale(market, bought)).toMatchObject({
      proof: 'contract',
      signature: listed[0]?.bytes,
      isFundable: true,
    })

    await fill(market, 'bob', bought)
    await market.cancel('alice', { order: cancelled, signature: '0x' })
    const lower = await market.list('alice', list[3] ?? expect.fail(), PRICE / 2n, { edit: true, salt: lowered.salt })
    await market.sync()
    await passTo(market, until + 1)
    await market.sync()
    await expireOrders.run(market.server.context)
    const states = await Promise.all(list.map(statusOf))
    const { alice, bob } = { alice: market.address('alice'), bob: market.address('bob') }
    const at = (isOnSale: boolean, owner = alice) => ({ isOnSale, owner })
    expect(states).toEqual([at(false, bob), at(false), at(false), at(true), at(true), at(true), at(true), at(true)])
    const [newest] = await (await market.session('alice')).api.nft.history(list[4] ?? expect.fail())
    expect(newest?.type).toBe(HISTORY_TYPE.SALE)
    await market.buy('bob', lower)
    await fill(market, 'bob', listed[7]?.order ?? expect.fail())
    expect((await Promise.all(list.map(statusOf))).map(({ owner }) => owner === bob)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
      true,
    ])
  })

  it('[BULK-02] are refused each with its reason, and the others stand', async () => {
    const list = await items('alice', 8)
    const { api, address: maker } = await market.session('alice')
    const { orders, sent } = await prepareTree(market, api, maker, priced(list))
    const signature = await PEOPLE.alice.signTypedData(bulkTypedData(orders, domain()))
    const zero = `0x${'00'.repeat(32)}` as const
    await market.transfer('alice', 'bob', list[5] ?? expect.fail())
    const wrong = sent.map((each, at) => {
      if (at === 0) return { ...each, proof: `0x${each.proof.slice(2, 130)}${zero.slice(2)}` as Hex }
      if (at === 1) return { ...each, index: 2 }
      if (at === 2) return { ...each, unitPrice: each.unitPrice - 1n }
      if (at === 3) return { ...each, salt: each.salt + 1_000n }
      // Its proof is one level short, and so another root's.
      if (at === 4) return { ...each, proof: each.proof.slice(0, 130) as Hex, index: 0 }
      return each
    })
    const answerOf = async (orders: typeof sent, by: Hex = signature) =>
      (await api.order.submitmany({ maker, chainId: market.chainId, signature: by, orders })).orders.map(({ code }) => code)
    expect(await answerOf(wrong)).toEqual([
      'BAD_SIGNATURE',
      'BAD_SIGNATURE',
      'ORDER_MISMATCH',
      'UNKNOWN_SALT',
      'BAD_SIGNATURE',
      'NO_HOLDING',
      undefined,
      undefined,
    ])
    expect((await Promise.all(list.map(statusOf))).map(({ isOnSale }) => isOnSale)).toEqual([...Array(6).fill(false), true, true])
    // Stored orders are answered so again; the others are stored once they are sent as signed.
    expect(await answerOf(sent)).toEqual([...Array(5).fill(undefined), 'NO_HOLDING', undefined, undefined])
    expect((await market.detail(list[7] ?? expect.fail())).listings).toHaveLength(1)
  })

  it('[BULK-02] are refused where another account, chain or contract was signed for, or another kind of text', async () => {
    const list = await items('alice', 2)
    const { api, address: maker } = await market.session('alice')
    const { orders, sent, digest } = await prepareTree(market, api, maker, priced(list))
    const typedData = (of = domain()) => bulkTypedData(orders, of)
    const signatures = [
      await PEOPLE.bob.signTypedData(typedData()),
      await PEOPLE.alice.signTypedData(typedData({ ...domain(), chainId: 1 })),
      await PEOPLE.alice.signTypedData(typedData(orderDomain(market.chainId, market.official))),
      await PEOPLE.alice.signMessage({ message: documentedText(digest) }),
      '0x' as const,
    ]
    for (const signature of signatures) {
      const answer = await api.order.submitmany({ maker, chainId: market.chainId, signature, orders: sent })
      expect(answer.orders.map(({ code, errno }) => [code, errno])).toEqual(sent.map(() => ['BAD_SIGNATURE', 4106]))
    }
    // Alice's orders and signature are of no use to Bob.
    const signature = await PEOPLE.alice.signTypedData(typedData())
    const bob = await market.session('bob')
    const form = { chainId: market.chainId, signature, orders: sent }
    await expect(bob.api.order.submitmany({ maker, ...form })).rejects.toMatchObject({ code: 'NOT_AUTHORISED' })
    const asBobs = await bob.api.order.submitmany({ maker: bob.address, ...form })
    expect(asBobs.orders.map(({ code }) => code)).toEqual(['UNKNOWN_SALT', 'UNKNOWN_SALT'])
    const elsewhere = bob.api.order.submitmany({ maker: bob.address, ...form, chainId: 1 })
    await expect(elsewhere).rejects.toMatchObject({ code: 'CHAIN_UNKNOWN' })
    expect((await Promise.all(list.map(statusOf))).map(({ isOnSale }) => isOnSale)).toEqual([false, false])
  })

  it('[BULK-07] are lowered by one signature, and never raised', async () => {
    const list = await items('alice', 3)
    const { listed } = await listTogether(market, 'alice', priced(list))
    const lower = listed.map(({ order }, at) => ({ item: list[at] ?? expect.fail(), price: order.buying - 7n, salt: order.salt }))
    const second = await listTogether(market, 'alice', lower)
    expect(second.answers).toEqual([{}, {}, {}])
    for (const { order, bytes } of second.listed)
      expect(await openSale(market, order)).toMatchObject({
        buying: order.buying,
        salt: order.salt,
        signature: bytes,
        action: ACTION_TYPE.EDIT_SALE,
      })
    await fill(market, 'bob', second.listed[0]?.order ?? expect.fail())
    const { api, address: maker } = await market.session('alice')
    const [, one, two] = lower.map((sale) => saleOf(sale))
    const dearer = { ...(one ?? expect.fail()), salt: lower[1]?.salt ?? 0n, unitPrice: 2n * PRICE }
    const asked = [dearer, { ...(two ?? expect.fail()), unitPrice: 1n }, { ...(one ?? expect.fail()), salt: 9n }, one ?? expect.fail()]
    const { orders } = await api.order.preparemany({ maker, chainId: market.chainId, orders: asked })
    expect(orders.map(({ code }) => code)).toEqual(['PRICE_NOT_LOWER', 'ORDER_EXISTS', 'ORDER_EXISTS', 'ORDER_EXISTS'])
  })

  it('[BULK-02] of a wallet that is a contract stand while it accepts what was signed of the tree', async () => {
    const owner = toAddress(`0x${'c7'.repeat(20)}`)
    await chainOf(market).setCode({ address: owner, bytecode: SAYS_YES })
    const list = await items('alice', 2)
    for (const item of list) await give(owner, item)
    const args = [market.testnet.contracts.transferProxy, true] as const
    await actAs(market, owner, market.official, encodeFunctionData({ abi: collection721Abi, functionName: 'setApprovalForAll', args }))
    await market.sync()
    const api = await signInAs(market, owner)
    const { orders, sent, digest } = await prepareTree(market, api, owner, priced(list))
    const submit = async (signature: Hex) =>
      (await api.order.submitmany({ maker: owner, chainId: market.chainId, signature, orders: sent })).orders.map(({ code }) => code)
    // This signature is of the order alone, not of a tree.
    expect(await submit(sent[0]?.digest ?? '0x')).toEqual(['BAD_SIGNATURE', 'BAD_SIGNATURE'])
    expect(await submit(digest)).toEqual([undefined, undefined])
    const [first, second] = orders
    if (!first || !second) return expect.fail('Two stand')
    await fill(market, 'bob', first)
    await market.sync()
    await chainOf(market).setCode({ address: owner, bytecode: SAYS_NO })
    const { context } = market.server
    await revalidateSome(context, context.chains.default, 0)
    expect(await openSale(market, second)).toMatchObject({ isFundable: false })
  })

  it('[BULK-02] of a key are compared with the chain like others', async () => {
    const list = await items('alice', 2)
    const { listed } = await listTogether(market, 'alice', priced(list))
    await market.sync()
    const { context } = market.server
    expect((await revalidateSome(context, context.chains.default, 0)).differences).toBe(0)
    expect(await openSale(market, listed[1]?.order ?? expect.fail())).toMatchObject({ isFundable: true })
  })

  async function give(to: Address, { collection: address, tokenId }: ItemId): Promise<void> {
    const args = [market.address('alice'), to, tokenId] as const
    await market.mined(await market.wallet('alice').writeContract({ address, abi: collection721Abi, functionName: 'transferFrom', args }))
  }
})

describe('a call for many sales', () => {
  it('[BULK-02] has 1 to 200 of them, and counts each against the limits of account and address', async () => {
    const { api, address: maker, token } = await market.session('carol')
    const sale = saleOf({ item: { collection: market.official, tokenId: 5n }, price: PRICE })
    const send = (count: number) =>
      api.order.preparemany({
        maker,
        chainId: market.chainId,
        orders: Array.from({ length: count }, (_, at) => ({ ...sale, tokenId: BigInt(at) })),
      })
    // The client of the market would not send these.
    for (const count of [0, 201]) {
      const orders = Array.from({ length: count }, () => ({ ...sale, tokenId: '5', quantity: '1', unitPrice: '1' }))
      const payload = { owner: maker, chainId: market.chainId, orders }
      const answer = await market.server.app.inject({
        method: 'POST',
        url: '/api/order/preparemany',
        headers: { [TOKEN_HEADER]: token },
        payload,
      })
      expect(answer.json()).toMatchObject({ errno: 402 })
    }
    const { orders } = await send(200)
    expect(new Set(orders.map(({ code }) => code))).toEqual(new Set(['NOT_FOUND']))
    await market.server.context.db.updateTable('try_count').set({ tries: 3_900 }).execute()
    await expect(send(101)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await market.server.context.db.deleteFrom('try_count').execute()
  })
})
