import { ACTION_TYPE, ORDER_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HALF_ETHER, type ItemId, type Listing, TestMarket } from '../../test/market/market.ts'

const NOWHERE = 5
const page = { page: 1, limit: 50 }

let first: TestMarket
let second: TestMarket
const items = new Map<TestMarket, { item: ItemId; listing: Listing }>()

beforeAll(async () => {
  const [one, other] = await TestMarket.openOn([31337, 31338])
  if (!one || !other) throw new Error('Two chains were asked for')
  first = one
  second = other
  for (const market of [first, second]) {
    const item = await market.mint('alice')
    await market.approve('alice', market.official)
    await market.sync()
    items.set(market, { item, listing: await market.list('alice', item) })
  }
}, 240_000)
afterAll(() => first.close())

function itemOn(market: TestMarket) {
  const found = items.get(market)
  if (!found) throw new Error('Nothing was minted there')
  return found
}

describe('a market over two chains', () => {
  it('[API-21][API-41][API-42][API-43] lists all of them for -1 and for none, else the one named', async () => {
    const { api, address } = await first.session('alice')
    const lists = {
      home: api.home.list,
      onsales: (input: typeof page) => api.user.onsales({ ...input, address }),
      collections: (input: typeof page) => api.user.collections({ ...input, address }),
      created: (input: typeof page) => api.user.created({ ...input, address }),
    }
    for (const [name, list] of Object.entries(lists)) {
      const chains = async (chain: { chainId?: number }) => (await list({ ...page, ...chain })).list.map(({ chainId }) => chainId).sort()
      expect([name, await chains({}), await chains({ chainId: -1 })]).toEqual([name, [31337, 31338], [31337, 31338]])
      expect([name, await chains({ chainId: 31338 }), await chains({ chainId: 31337 })]).toEqual([name, [31338], [31337]])
      expect([name, await chains({ chainId: NOWHERE })]).toEqual([name, [31337]])
    }
    expect(await api.user.stat({ address })).toMatchObject({ onSale: 2, held: 2, created: 2 })
    expect(await api.user.stat({ address, chainId: 31338 })).toMatchObject({ onSale: 1, held: 1, created: 1 })
    expect((await api.paytoken.list({ chainId: -1 })).map(({ chainId, symbol }) => [chainId, symbol])).toEqual([
      [31337, 'ETH'],
      [31337, 'WETH'],
      [31337, 'PUSD'],
      [31338, 'BNB'],
      [31338, 'WBNB'],
      [31338, 'PUSD'],
    ])
    expect((await api.user.listcontract({ address, chainId: 31338 })).map(({ chainId }) => chainId)).toEqual([31338, 31338])
  })

  it('[DATA-08][DATA-11] names on every record its chain, also where the request names none', async () => {
    const { api, address } = await first.session('alice')
    const { item, listing } = itemOn(second)
    const record = await api.nft.detail(item)
    expect(record).toMatchObject({ chainId: 31338, holdings: [{ chainId: 31338 }] })
    expect(record?.listings).toMatchObject([{ chainId: 31338, payToken: { chainId: 31338, symbol: 'BNB' } }])
    expect((await api.nft.history(item)).map(({ chainId }) => chainId)).toEqual([31338, 31338])
    expect((await api.nft.owners(item)).list).toMatchObject([{ chainId: 31338 }])
    expect(await api.nft.activesales({ items: [item, itemOn(first).item] })).toHaveLength(2)
    expect(await api.contract.info({ collection: item.collection })).toMatchObject({ chainId: 31338, isOfficial: true })
    expect(await api.contract.stat({ collection: item.collection })).toEqual({ onSale: 1, items: 1 })
    expect(await api.order.get({ ...item, owner: address, type: ORDER_TYPE.SALE })).toMatchObject({ chainId: 31338 })
    const asked = { ...item, owner: address, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    expect(await (await first.session('bob')).api.order.buyerFee(asked)).toMatchObject({ chainId: 31338 })
    const prepared = await api.order.prepare({
      ...second.saleSides(address, item, HALF_ETHER),
      type: ACTION_TYPE.EDIT_SALE,
      salt: listing.order.salt,
    })
    expect(prepared).toMatchObject({ chainId: 31338, salt: listing.order.salt })
    const notices = (await api.notices.list(page)).list.map(({ content }) => content.chainId)
    expect(new Set(notices)).toEqual(new Set([31337, 31338]))
  })

  it('keeps likes and purchases of one chain from the other', async () => {
    const { item, listing } = itemOn(second)
    const { api, address } = await first.session('carol')
    await api.like.add(item)
    const liked = async (chainId: number) => (await api.user.like({ ...page, address, chainId })).list.map((one) => one.chainId)
    expect([await liked(31338), await liked(31337)]).toEqual([[31338], []])
    await second.buy('carol', listing)
    await second.sync()
    expect(await api.nft.detail(item)).toMatchObject({ onlyOwner: address, isOnSale: false })
    expect(await api.nft.detail(itemOn(first).item)).toMatchObject({ onlyOwner: first.address('alice'), isOnSale: true })
    const events = (await api.notices.list(page)).list[0]
    expect(events?.content).toMatchObject({ chainId: 31338, symbol: 'BNB' })
  })
})

describe('a chain that is not configured', () => {
  it('counts as the default in reads', async () => {
    const { api, address } = await first.session('alice')
    const { item } = itemOn(first)
    const nowhere = { chainId: NOWHERE }
    expect(await api.nft.detail({ ...item, ...nowhere })).toMatchObject({ chainId: 31337 })
    expect(await api.nft.detail({ ...itemOn(second).item, ...nowhere })).toBeUndefined()
    expect(await api.order.get({ ...item, owner: address, type: ORDER_TYPE.SALE, ...nowhere })).toMatchObject({ chainId: 31337 })
    expect(await api.contract.info({ collection: item.collection, ...nowhere })).toMatchObject({ chainId: 31337 })
    expect((await api.config.fetch(nowhere)).network.chainId).toBe(31337)
    expect((await api.paytoken.list(nowhere))[0]?.chainId).toBe(31337)
  })

  it('is refused with 4501 in everything that writes or signs', async () => {
    const { api, address } = await first.session('alice')
    const { item, listing } = itemOn(first)
    const { storageId, url } = await first.upload('alice')
    const sides = first.saleSides(address, item, HALF_ETHER)
    const chainId = NOWHERE
    const { collection, tokenId } = item
    const new721 = { standard: TOKEN_STANDARD.ERC721, storageId, chainId }
    const signed = { salt: listing.order.salt, digest: zeroHash, signature: '0x' as const, type: ACTION_TYPE.SALE }
    const writes: Record<string, () => Promise<unknown>> = {
      'dapp.sign': () => api.dapp.sign({ collection, chainId }),
      'nft.add': () => api.nft.add({ ...new721, collection, tokenId, name: 'x', category: 1n, quantity: 1n }),
      'nft.locknft': () => api.nft.locknft({ ...item, chainId }),
      'contract.create': () =>
        api.contract.create({
          ...new721,
          name: 'x',
          symbol: 'x',
          cover: url,
          signer: first.server.context.signer.mintSigner,
          owner: address,
        }),
      'order.prepare': () => api.order.prepare({ ...sides, type: ACTION_TYPE.SALE, chainId }),
      'order.add': () => api.order.add({ ...sides, ...signed, chainId }),
      'like.add': () => api.like.add({ ...item, chainId }),
      'like.remove': () => api.like.remove({ ...item, chainId }),
    }
    for (const [name, write] of Object.entries(writes)) {
      const errno = await write().then(
        () => 'done',
        (error: { errno: number }) => error.errno,
      )
      expect([name, errno]).toEqual([name, 4501])
    }
    const fee = { ...item, owner: address, type: ORDER_TYPE.SALE, salt: listing.order.salt, chainId }
    await expect((await first.session('bob')).api.order.buyerFee(fee)).rejects.toMatchObject({ errno: 4501 })
  })
})
