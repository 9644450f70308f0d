import { toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../../test/market/harness.ts'
import { bytes } from '../../db/database.ts'

let server: TestServer
let alice: Session
let bob: Session
const collection = toAddress(`0x${'ab'.repeat(20)}`)
beforeAll(async () => {
  server = await openTestServer()
  alice = await server.signIn(PEOPLE.alice)
  bob = await server.signIn(PEOPLE.bob)
  for (const tokenId of [1n, 2n, 3n]) await insertItem(tokenId)
})
afterAll(() => server.close())

async function insertItem(tokenId: bigint): Promise<void> {
  await server.context.db
    .insertInto('item')
    .values({
      chain_id: 31337,
      collection: bytes(collection),
      token_id: tokenId,
      standard: 3,
      supply: 1n,
      creator: bytes(alice.address),
      name: 'Snow',
      category_id: null,
      metadata_url: '',
      metadata: '',
      media_kind: 'unknown',
      width: 0,
      height: 0,
      royalties: '[]',
      declared_royalties: '[]',
      is_declared: false,
      declared_at: 0,
      is_confirmed: true,
      is_visible: true,
      mint_tx: null,
      created_at: 0,
      traded_at: 0,
      is_on_sale: false,
      floor: null,
    })
    .execute()
}

const liked = async (items: string, address: string = bob.address) =>
  (await server.post('/like/listuserlike', { nfts: items, address })).data
const key = (tokenId: number) => `${collection}:${tokenId}`

describe('like.add and like.remove', () => {
  it('[API-82][API-83][API-84] keep what a person likes, once', async () => {
    await bob.api.like.add({ collection, tokenId: 1n })
    await bob.api.like.add({ collection, tokenId: 1n, chainId: 31337 })
    await bob.api.like.add({ collection, tokenId: 2n })
    expect(await liked([key(1), key(2), key(3)].join(','))).toEqual([key(1), key(2)])
    // Also serialised as a list, for an account in any case of its address; empty for other accounts and without one.
    expect(await liked(JSON.stringify([key(2), key(3)]), bob.address.toUpperCase().replace('0X', '0x'))).toEqual([key(2)])
    expect([await liked(key(1), alice.address), await liked(key(1), ''), await liked('')]).toEqual([[], [], []])
    expect((await server.post('/user/stat', { address: bob.address })).data).toMatchObject({ likeCount: 2 })
    await bob.api.like.remove({ collection, tokenId: 1n })
    await bob.api.like.remove({ collection, tokenId: 1n })
    expect(await liked([key(1), key(2)].join(','))).toEqual([key(2)])
    expect((await server.post('/user/stat', { address: bob.address })).data).toMatchObject({ likeCount: 1 })
  })

  it('notify the item’s creator and the liker, once also when liked again', async () => {
    const { unread } = await alice.api.notices.count({})
    const own = await bob.api.notices.count({})
    await bob.api.like.add({ collection, tokenId: 3n })
    await bob.api.like.remove({ collection, tokenId: 3n })
    await bob.api.like.add({ collection, tokenId: 3n })
    expect((await alice.api.notices.count({})).unread).toBe(unread + 1)
    const { list } = await alice.api.notices.list({ page: 1, limit: 1 })
    expect(list).toMatchObject([
      { type: 2, subType: 11, operator: { address: bob.address }, content: { item: { address: collection, tokenId: 3n } } },
    ])
    // An account gets no notice of its own actions.
    expect(await bob.api.notices.count({})).toEqual({ total: own.total + 1, unread: own.unread })
    // The first test added two more.
    const liking = (await bob.api.notices.list({ page: 1, limit: 20 })).list
    expect(liking.map(({ type, subType, operator, content }) => [type, subType, operator?.address, content.item?.tokenId])).toEqual([
      [2, 10, bob.address, 3n],
      [2, 10, bob.address, 2n],
      [2, 10, bob.address, 1n],
    ])
  })

  it('count right when a person likes the same thing many times at once', async () => {
    const carol = await server.signIn(PEOPLE.carol)
    await Promise.all(Array.from({ length: 10 }, () => carol.api.like.add({ collection, tokenId: 1n })))
    expect((await server.post('/user/stat', { address: carol.address })).data).toMatchObject({ likeCount: 1 })
  })

  it('answer 507 for an item that does not exist, 401 and 402 for bad arguments', async () => {
    const add = (form: Record<string, string>) => server.post('/like/add', form, { token: bob.token })
    expect((await add({ address: collection, tokenId: '99' })).errno).toBe(507)
    expect((await add({ address: collection, tokenId: '1', chainId: '5' })).errno).toBe(4501)
    expect((await add({ address: collection })).errno).toBe(401)
    expect((await add({ address: 'x', tokenId: '1' })).errno).toBe(402)
    expect((await add({ address: collection, tokenId: '-1' })).errno).toBe(402)
    expect((await add({ address: collection, tokenId: (2n ** 256n).toString() })).errno).toBe(402)
  })
})

describe('like.listuserlike', () => {
  it('answers [] on missing input and for an unknown account', async () => {
    expect((await server.post('/like/listuserlike')).data).toEqual([])
    expect(await liked('', bob.address)).toEqual([])
    expect((await server.post('/like/listuserlike', { nfts: key(1), address: '' })).data).toEqual([])
    expect(await liked(key(1), `0x${'9'.repeat(40)}`)).toEqual([])
  })

  it('takes JSON text and refuses what is no key', async () => {
    expect(await liked(JSON.stringify([key(2)]))).toEqual([key(2)])
    expect((await server.post('/like/listuserlike', { nfts: 'a:b', address: bob.address })).errno).toBe(402)
  })

  it('[F-49] takes a serialised list of objects with address and token id', async () => {
    const both = [{ address: collection.toUpperCase().replace('0X', '0x'), tokenId: '2' }, { address: collection, tokenId: 1 }, key(3)]
    await bob.api.like.add({ collection, tokenId: 2n })
    expect(await liked(JSON.stringify(both))).toContain(key(2))
    for (const bad of [
      { address: collection },
      { tokenId: '1' },
      { address: 'x', tokenId: '1' },
      { address: collection, tokenId: '-1' },
      null,
    ]) {
      const { errno } = await server.post('/like/listuserlike', { nfts: JSON.stringify([bad]), address: bob.address })
      expect([bad, errno]).toEqual([bad, 402])
    }
  })
})
