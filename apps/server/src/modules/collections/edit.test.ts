import type { Address } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importOfficial } from '../../../test/chain/official.ts'
import { TestMarket, type Who } from '../../../test/market/market.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'
import { refreshStatisticsOf } from '../../jobs/refresh-statistics.ts'
import { readDueCollections } from './metadata.ts'

let market: TestMarket
let made: Address
let imported: Address
beforeAll(async () => {
  market = await TestMarket.open()
  made = await market.collection('alice', 'Rivers', 'RIV')
  imported = await importOfficial(market, { name: 'Festival' })
  await market.sync()
  await readDueCollections(market.server.context)
})
afterAll(() => market?.close())

type Edit = { category?: bigint; links?: string[]; description?: string; cover?: bigint; banner?: bigint }
const edit = async (who: Who, collection: Address, words: Edit) =>
  (await market.session(who)).api.contract.edit({ collection, chainId: market.chainId, ...words })
const info = async (collection: Address) => {
  const found = await market.server.api().contract.info({ collection, chainId: market.chainId })
  if (!('address' in found)) throw new Error('The collection is not there')
  return found
}
/** The errno of a call whose fields the typed client would not send. */
const errnoOf = async (call: 'edit' | 'describe', fields: Record<string, string>) => {
  const { token } = await market.session('alice')
  return (await market.server.post(`/contract/${call}`, { caddress: made, ...fields }, { token })).errno
}
const act = (name: string, collection: Address) =>
  operate(market.server.context, 'collections', name, '--chain', String(market.chainId), '--collection', collection, '--why', 'looked')
const changed = () => rowsOf(market.server.context, 'collections', 'changed')

describe('what an owner says of a collection here', () => {
  it('[COLP-11] is stored for its owner alone, with links that are https', async () => {
    await edit('alice', made, { category: 2n, links: ['https://rivers.example/a,b', 'https://rivers.example/a,b'] })
    expect(await info(made)).toMatchObject({ categoryId: 2n, links: ['https://rivers.example/a,b'], codeMatches: true })
    await expect(edit('bob', made, { links: [] })).rejects.toMatchObject({ code: 'COLLECTION_OWNER' })
    for (const link of ['http://rivers.example', 'javascript:alert(1)', ''])
      expect([link, await errnoOf('edit', { links: JSON.stringify([link]) })]).toEqual([link, 402])
    await expect(edit('alice', made, { category: 999n })).rejects.toMatchObject({ code: 'CATEGORY_UNKNOWN' })
    await expect(edit('alice', made, { description: 'Here' })).rejects.toMatchObject({ code: 'BAD_ARGUMENT_VALUE' })
    await edit('alice', made, { category: 0n })
    expect(await info(made)).toMatchObject({ categoryId: 0n, links: ['https://rivers.example/a,b'] })
  })

  it('[COLP-11, COLP-12] is description and pictures of an imported one, whose code nothing was compared with', async () => {
    const { storageId } = await market.upload('carol')
    await edit('carol', imported, { description: 'Lanterns of one night', cover: storageId, banner: storageId })
    const said = await info(imported)
    expect(said).toMatchObject({ description: 'Lanterns of one night', codeMatches: false })
    expect(said.cover).toMatch(/^\/static\/upload\//)
    expect(said.bannerUrl).toBe(said.cover)
    await edit('carol', imported, { banner: 0n })
    expect(await info(imported)).toMatchObject({ bannerUrl: '', cover: said.cover })
    const stolen = await market.upload('bob')
    await expect(edit('carol', imported, { cover: stolen.storageId })).rejects.toMatchObject({ code: 'FILE_MISSING' })
  })
})

describe('the operator’s mark', () => {
  it('[COLP-11] is lost by a change of links or cover, until the operator has decided again', async () => {
    await act('verify', imported)
    await edit('carol', imported, { category: 1n, description: 'Lanterns of two nights' })
    expect(await info(imported)).toMatchObject({ isVerified: true })
    await edit('carol', imported, { links: ['https://festival.example'] })
    expect(await info(imported)).toMatchObject({ isVerified: false })
    expect(await changed()).toMatchObject([{ address: imported, name: 'Festival', changed: 'links' }])
    await act('verify', imported)
    expect([await info(imported), await changed()]).toMatchObject([{ isVerified: true }, []])
    await edit('carol', imported, { cover: 0n })
    expect([await info(imported), await changed()]).toMatchObject([{ isVerified: false }, [{ changed: 'cover' }]])
    await act('unverify', imported)
    expect(await changed()).toEqual([])
  })

  it('[COLP-11] is lost by a text that the contract names, and kept by one that only describes', async () => {
    const write = async (words: { description: string; externalUrl?: string }) => {
      const { metadataUrl } = await (await market.session('alice')).api.contract.describe({ collection: made, ...words })
      const call = { address: made, abi: collection721Abi, functionName: 'setContractURI', args: [metadataUrl] } as const
      await market.mined(await market.wallet('alice').writeContract(call))
      await market.sync()
      const { db } = market.server.context
      await db.updateTable('collection').set({ metadata_next_at: 0 }).where('metadata_next_at', 'is not', null).execute()
      await readDueCollections(market.server.context)
    }
    await act('verify', made)
    await write({ description: 'Water' })
    expect(await info(made)).toMatchObject({ isVerified: true, description: 'Water' })
    await write({ description: 'Water', externalUrl: 'https://rivers.example' })
    expect(await info(made)).toMatchObject({ isVerified: false, externalUrl: 'https://rivers.example' })
    expect(await errnoOf('describe', { externalUrl: 'http://rivers.example' })).toBe(402)
  })
})

describe('figures of an imported collection', () => {
  it('[COLP-12, RANK-02] are those of any other, from its first block on, with the category that its owner chose', async () => {
    await act('official', imported)
    const item = await market.mint('alice', { collection: imported, category: 3n })
    await market.approve('alice', imported)
    await market.sync()
    await market.buy('bob', await market.list('alice', item, parseEther('0.5')))
    await market.sync()
    const { context } = market.server
    while (await refreshStatisticsOf(context, context.chains.get(market.chainId)));
    const api = market.server.api().statistics
    const figures = await api.collection({ collection: imported })
    expect(figures).toMatchObject({ isPending: false, items: 1, owners: 1 })
    expect(figures.periods.find(({ hours }) => hours === 0)).toMatchObject({ sales: 1, volume: parseEther('0.5') })
    expect((await api.activity({ collection: imported, limit: 9 })).list).toHaveLength(3)
    expect((await api.holders({ collection: imported, limit: 9 })).list).toMatchObject([{ owner: { address: market.address('bob') } }])
    const ranked = async (category: bigint) =>
      (await api.rankings({ by: 'volume', hours: 24, category, limit: 9 })).list.map(({ collection }) => collection)
    expect([await ranked(1n), await ranked(2n)]).toEqual([[imported], []])
    await edit('carol', imported, { category: 2n })
    while (await refreshStatisticsOf(context, context.chains.get(market.chainId)));
    expect([await ranked(1n), await ranked(2n)]).toEqual([[], [imported]])
    const [maker] = (await api.people({ by: 'made', limit: 9 })).list
    expect(maker).toMatchObject({ account: { address: market.address('alice') }, made: 1, madeVolume: parseEther('0.5') })
  })
})
