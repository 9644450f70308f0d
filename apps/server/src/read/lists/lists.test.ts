import { ORDER_TYPE } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { expireOrders } from '../../jobs/expire-orders.ts'
import { pruneChain } from '../../jobs/prune-chain.ts'

let market: TestMarket
let alice: Session
let bob: Session
let items: ItemId[]
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  bob = await market.session('bob')
  await market.approve('alice', market.official)
  items = []
  for (const [price, category] of [
    ['0.3', 1n],
    ['0.1', 2n],
    ['0.2', 3n],
    ['0.4', 2n],
  ] as const) {
    const item = await market.mint('alice', { category, name: `At ${price}` })
    await market.sync()
    await market.list('alice', item, parseEther(price))
    await market.testnet.setNextBlockTimestamp(Number((await market.testnet.publicClient.getBlock()).timestamp) + 5)
    await market.testnet.mine(1)
    await market.sync()
    items.push(item)
  }
})
afterAll(() => market.close())

const prices = async (more: Parameters<Session['api']['home']['list']>[0] extends infer I ? Partial<I> : never = {}) =>
  (await alice.api.home.list({ page: 1, limit: 20, ...more })).list.map((item) => item.listings[0]?.unitPrice)

describe('home.list', () => {
  it('[HOME-08][HOME-09][API-21] is sorted by time of listing, of creation, or by price, either way', async () => {
    expect(await prices()).toEqual(['0.4', '0.2', '0.1', '0.3'])
    expect(await prices({ sort: 'create_time', order: 'asc' })).toEqual(['0.3', '0.1', '0.2', '0.4'])
    expect(await prices({ sort: 'price', order: 'asc' })).toEqual(['0.1', '0.2', '0.3', '0.4'])
    expect(await prices({ sort: 'price', order: 'desc' })).toEqual(['0.4', '0.3', '0.2', '0.1'])
    expect(await prices({ sort: 'update_time', order: 'desc' })).toEqual(['0.4', '0.2', '0.1', '0.3'])
    expect(await prices({ categories: [2n] })).toEqual(['0.4', '0.1'])
    expect(await prices({ chainId: market.chainId, categories: [1n, 3n], sort: 'price', order: 'asc' })).toEqual(['0.2', '0.3'])
  })

  it('[API-24] is also home.indexlist and nft.list', async () => {
    const asked = { page: 1, limit: 3, sort: 'price', order: 'asc' } as const
    const list = await alice.api.home.list(asked)
    expect(await alice.api.home.indexlist(asked)).toEqual(list)
    expect(await alice.api.nft.list(asked)).toEqual(list)
    expect(list.list).toHaveLength(3)
  })

  it('[HOME-09] does not move an item up for a lower price', async () => {
    const [first] = items
    if (!first) throw new Error('Four items were listed')
    const { salt } = await alice.api.order.get({ ...first, owner: alice.address, type: ORDER_TYPE.SALE })
    await market.list('alice', first, parseEther('0.25'), { edit: true, salt })
    expect(await prices({ sort: 'update_time', order: 'desc' })).toEqual(['0.4', '0.2', '0.1', '0.25'])
    expect(await prices({ sort: 'price', order: 'asc' })).toEqual(['0.1', '0.2', '0.25', '0.4'])
  })

  it('[HOME-16][HOME-17] comes in pages that add up', async () => {
    const page = (number: number) => alice.api.home.list({ page: number, limit: 3, sort: 'price', order: 'asc' })
    const [first, second, third] = await Promise.all([page(1), page(2), page(3)])
    expect(first).toMatchObject({ total: 4, page: 1, limit: 3, pages: 2 })
    expect(first.list).toHaveLength(3)
    expect(second.list.map((item) => item.listings[0]?.unitPrice)).toEqual(['0.4'])
    expect(third).toMatchObject({ list: [], total: 4, page: 3 })
    expect((await market.server.post('/home/list', { limit: '101' })).errno).toBe(402)
    expect((await market.server.post('/home/list', { page: '0' })).errno).toBe(402)
  })
})

describe('user lists', () => {
  it('[API-45][API-44][API-42][ACC-09][ACC-10] hold what a person likes, made and holds', async () => {
    const [first, second] = items
    if (!first || !second) throw new Error('Four items were listed')
    await bob.api.like.add({ ...second, chainId: market.chainId })
    await bob.api.like.add({ ...first, chainId: market.chainId })
    const asked = { page: 1, limit: 20, address: bob.address }
    const liked = await bob.api.user.like(asked)
    expect(liked.list.map((item) => [item.tokenId, item.isLiked]).sort()).toEqual(
      [
        [first.tokenId, true],
        [second.tokenId, true],
      ].sort(),
    )
    expect((await bob.api.user.like({ ...asked, category: 2n })).list.map(({ tokenId }) => tokenId)).toEqual([second.tokenId])
    expect((await alice.api.user.like(asked)).list.every(({ isLiked }) => !isLiked)).toBe(true)
    expect((await bob.api.user.created({ ...asked, address: alice.address, category: 2n })).total).toBe(2)
    const held = { ...asked, address: alice.address }
    expect((await bob.api.user.collections(held)).total).toBe(4)
    expect((await bob.api.user.collections({ ...held, ...second })).list.map(({ tokenId }) => tokenId)).toEqual([second.tokenId])
    expect((await bob.api.user.collections({ ...held, collection: market.testnet.contracts.official1155 })).total).toBe(0)
    expect((await bob.api.user.collections(asked)).total).toBe(0)
    expect((await alice.api.notices.list({ page: 1, limit: 1 })).list).toMatchObject([
      { type: 2, subType: 11, operator: { address: bob.address } },
    ])
  })

  it('[ENUM-02][MINT-49] of collections to mint in begin with the official ones', async () => {
    const list = await bob.api.user.listcontract({ address: bob.address })
    expect(list).toMatchObject([
      { isOfficial: true, isConfirmed: true, standard: 3, name: 'Plinth Works', symbol: 'PLINTH', address: market.official },
      { isOfficial: true, isConfirmed: true, standard: 2, name: 'Plinth Editions', symbol: 'PLED' },
    ])
  })
})

describe('jobs', () => {
  it('take an order off the market when its time is over by the chain’s clock', async () => {
    const item = await market.mint('alice')
    await market.sync()
    const until = Number((await market.testnet.publicClient.getBlock()).timestamp) + 1_000
    await market.list('alice', item, parseEther('0.05'), { validUntil: until })
    expect(await prices({ sort: 'price', order: 'asc' })).toContain('0.05')
    await expireOrders.run(market.server.context)
    expect(await prices({ sort: 'price', order: 'asc' })).toContain('0.05')
    await market.testnet.setNextBlockTimestamp(until + 1)
    await market.testnet.mine(1)
    await market.sync()
    await expireOrders.run(market.server.context)
    expect(await prices({ sort: 'price', order: 'asc' })).not.toContain('0.05')
  })

  it('forget empty blocks that no reorganisation can reach, and keep the others', async () => {
    const { db } = market.server.context
    const count = async () =>
      (
        await db
          .selectFrom('chain_block')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    // A transfer is stored as a row of its own, every other event as its log.
    const blocksKept = async () => {
      const logs = await db.selectFrom('chain_log').select('block_number').execute()
      const moves = await db.selectFrom('item_transfer').select('block_number').execute()
      return new Set([...logs, ...moves].map((row) => row.block_number))
    }
    const before = await blocksKept()
    await market.testnet.mine(600)
    await market.sync()
    await pruneChain.run(market.server.context)
    expect(await count()).toBeGreaterThanOrEqual(before.size)
    const head = Number(await market.testnet.publicClient.getBlockNumber())
    const old = await db
      .selectFrom('chain_block')
      .select('number')
      .where('number', '<', head - 512)
      .execute()
    const kept = await blocksKept()
    expect(old.every(({ number }) => kept.has(number))).toBe(true)
  })
})

describe('collections', () => {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const zero = { chainId: 31337 }

  it('[API-50] the official ones are an array of their own', async () => {
    const list = await alice.api.contract.list(zero)
    expect(list.map(({ address, isOfficial }) => [address, isOfficial])).toEqual([
      [market.testnet.contracts.official1155, true],
      [market.official, true],
    ])
  })

  it('[API-40][API-51][API-56] a person’s own, named ones, and all of them', async () => {
    const address = await market.collection('bob', 'Lists', 'LST')
    await bob.api.contract.create({
      name: 'Not yet',
      symbol: 'NOT',
      standard: 3,
      owner: bob.address,
      chainId: market.chainId,
      ...(await market.upload('bob').then(({ storageId, url }) => ({ storageId, cover: url }))),
      signer: market.server.context.signer.mintSigner,
    })
    expect(names(await alice.api.user.contract({ address: bob.address }))).toEqual(['Not yet', 'Lists'])
    expect(await alice.api.user.contract({ address: alice.address })).toEqual([])
    const sent = { addresss: `${address},${alice.address},${market.official}` }
    const { data } = await market.server.post('/contract/listbyaddr', sent)
    expect((data as { address: string }[]).map((row) => row.address).sort()).toEqual([address, market.official].sort())
    const all = await market.server.post('/contract/listall', { page: '1', limit: '1000' })
    expect(all.data).toMatchObject({ total: 3, page: 1, limit: 1_000, pages: 1 })
    expect(names((all.data as { list: { name: string }[] }).list)[0]).toBe('Lists')
    expect((await market.server.post('/contract/listall', { limit: '1001' })).errno).toBe(402)
  })

  it('[API-49] one without a name is asked of the chain, once', async () => {
    const { db } = market.server.context
    const [named] = await alice.api.user.contract({ address: bob.address }).then((list) => list.filter(({ isConfirmed }) => isConfirmed))
    await db.updateTable('collection').set({ name: '', symbol: '' }).where('id', '=', Number(named?.id)).execute()
    const ask = () => market.server.post('/contract/getinfo', { address: named?.address })
    expect((await ask()).data).toMatchObject({ address: named?.address, name: 'Lists', symbol: 'LST' })
    expect(await alice.api.contract.info({ collection: market.official })).toMatchObject({ isOfficial: true })
    expect((await db.selectFrom('collection').select('name').where('id', '=', Number(named?.id)).executeTakeFirst())?.name).toBe('Lists')
    expect((await market.server.post('/contract/getinfo', { address: alice.address })).text).toBe('{"data":{}}')
  })

  it('[API-97] keeps the picture of an item', async () => {
    const { list } = await alice.api.storage.list({ page: 1, limit: 1 })
    const [used] = list
    expect((await market.server.post('/storage/delete', { id: String(used?.id) }, { token: alice.token })).errno).toBe(4401)
    const cover = (await bob.api.storage.list({ page: 1, limit: 1 })).list[0]
    expect((await market.server.post('/storage/delete', { id: String(cover?.id) }, { token: bob.token })).errno).toBe(4401)
  })
})
