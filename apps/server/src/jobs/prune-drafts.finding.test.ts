import { ASSET_TYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { DRAFT_DAYS, pruneDrafts, pruneDraftsJob } from './prune-drafts.ts'
import { recount } from './recount.ts'

const DAY_S = 86_400

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open({ limits: { draftsPerDay: 6 } })
})
afterAll(() => market?.close())

const context = () => market.server.context
const cidOf = (address: string): string => /baf\w+/.exec(address)?.[0] ?? ''
const served = async (cid: string) => (await market.server.app.inject({ url: `/ipfs/${cid}` })).statusCode

/** Declared and not minted. */
async function declare(who: 'alice' | 'bob', name: string, again?: ItemId): Promise<{ item: ItemId; cid: string }> {
  const { api } = await market.session(who)
  const { storageId } = await market.upload(who)
  const tokenId = again?.tokenId ?? (await api.dapp.sign({ collection: market.official, chainId: market.chainId })).tokenId
  const work = { name, royalties: [], category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721, chainId: market.chainId, storageId }
  const { metadataUrl } = await api.nft.add({ collection: market.official, tokenId, ...work })
  return { item: { collection: market.official, tokenId }, cid: cidOf(metadataUrl) }
}

async function announce(who: 'alice' | 'bob', name: string): Promise<void> {
  const { api, address } = await market.session(who)
  const { storageId, url } = await market.upload(who)
  const form = { name, symbol: 'DRAFT', storageId, cover: url, owner: address, chainId: market.chainId }
  await api.contract.create({ ...form, signer: context().signer.mintSigner, standard: TOKEN_STANDARD.ERC721 })
}

/** Sessions end after 7 days without use. */
async function passDays(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 6) {
    market.server.clock.advance(Math.min(6, left) * DAY_S)
    for (const who of ['alice', 'bob'] as const) await (await market.session(who)).api.user.profile({})
  }
}

const rowOf = ({ tokenId }: ItemId) => context().db.selectFrom('item').select('name').where('token_id', '=', tokenId).executeTakeFirst()
const collections = async () =>
  (await context().db.selectFrom('collection').select('name').where('is_announced', '=', true).orderBy('id').execute()).map(
    ({ name }) => name,
  )
const metadataOf = async ({ tokenId }: ItemId) =>
  cidOf(
    (await context().db.selectFrom('item').select('metadata_url').where('token_id', '=', tokenId).executeTakeFirstOrThrow()).metadata_url,
  )

describe('what was prepared and never got on chain', () => {
  it('[F-27] is pruned after 30 days; what is minted or listed stays', async () => {
    const [left, rewritten, listed] = [await declare('alice', 'Left'), await declare('alice', 'Draft'), await declare('bob', 'Listed')]
    const final = await declare('alice', 'Final', rewritten.item)
    const minted = await market.mint('bob', { name: 'Minted' })
    await announce('alice', 'Never')
    await market.collection('bob', 'Deployed', 'DEP')
    await market.sync()
    // The first buyer mints it: its field carries the asset type instead of the standard.
    await market.list('bob', { ...listed.item, standard: ASSET_TYPE.MINTED as never })

    await passDays(DRAFT_DAYS - 1)
    const late = await declare('bob', 'Late')
    await pruneDrafts(context())
    await pruneDrafts(context())
    expect(await rowOf(left.item)).toEqual({ name: 'Left' })
    expect(await served(left.cid)).toBe(200)

    await passDays(2)
    // The first look: a reorganisation may have taken a mint back a moment ago.
    await pruneDrafts(context())
    expect(await rowOf(left.item)).toEqual({ name: 'Left' })
    await pruneDrafts(context())
    expect(await Promise.all([left, final].map(({ item }) => rowOf(item)))).toEqual([undefined, undefined])
    expect(await Promise.all([left, rewritten, final].map(({ cid }) => served(cid)))).toEqual([404, 404, 404])
    expect(await collections()).toEqual(['Deployed'])

    for (const { item, cid } of [listed, late]) expect([(await rowOf(item)) !== undefined, await served(cid)]).toEqual([true, 200])
    expect(await served(await metadataOf(minted))).toBe(200)
    expect((await market.detail(minted)).metadata).toContain('Minted')
    expect(await recount(context())).toEqual([])
    expect((await declare('alice', 'Once more', left.item)).item).toEqual(left.item)
  })

  it('[F-27] stays while a chain is not read to its end', async () => {
    const { item } = await declare('bob', 'Unread')
    await passDays(DRAFT_DAYS + 1)
    await context().db.updateTable('chain_cursor').set({ stopped: 'a test' }).execute()
    for (const _ of [1, 2]) expect(await pruneDraftsJob.run(context())).toBe(false)
    expect(await rowOf(item)).toEqual({ name: 'Unread' })
    await context().db.updateTable('chain_cursor').set({ stopped: null }).execute()
  })

  it('[F-27] is bounded for each account and day', async () => {
    market.server.clock.advance(DAY_S)
    const { item } = await declare('alice', 'First')
    for (let at = 1; at < 5; at++) await declare('alice', `Version ${at}`, item)
    await announce('alice', 'Sixth')
    const refused = expect.objectContaining({ code: 'FILE_QUOTA' })
    await expect(declare('alice', 'Seventh', item)).rejects.toEqual(refused)
    await expect(announce('alice', 'Seventh')).rejects.toEqual(refused)
    await declare('bob', 'Another account')
    market.server.clock.advance(DAY_S + 1)
    await declare('alice', 'The next day', item)
  })
})
