import { ApiError, type Collection, type StoredFile } from '@plinth/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, declined, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { type CollectionContext, createCollectionFlow, newSalt } from './create-collection.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))

const TEXT = 'ipfs://bafkreitext'
const CREATED = [{ address: COLLECTION, isConfirmed: true } as Collection]

const asked = (): CollectionContext => ({
  chainId: CHAIN,
  standard: 3,
  name: 'Evening Water',
  symbol: 'DUSK',
  description: '',
  externalUrl: '',
  salt: newSalt(),
  file: new File(['x'], 'cover.png', { type: 'image/png' }),
})

beforeEach(() => {
  market = new ScriptedMarket()
  market.results.set('create721', COLLECTION)
  vi.spyOn(api.storage, 'upload').mockResolvedValue({ id: 1n, url: '/static/upload/a.png' } as StoredFile)
  vi.spyOn(api.contract, 'create').mockResolvedValue({ metadataUrl: TEXT })
  vi.spyOn(api.user, 'listcontract').mockImplementation(async () => (market.sent.length > 0 ? CREATED : []))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a new collection', () => {
  it('[NEWC-12, NEWC-13] shows under the upload why it failed, asks no wallet, and creates once the cover is there', async () => {
    vi.mocked(api.storage.upload).mockRejectedValueOnce(new ApiError('storage.upload', 4405, '', 'FILE_BROKEN'))
    const { state, again } = await runFlow(createCollectionFlow, asked())
    expect(state.steps).toMatchObject({ upload: { at: 'failed', code: 'FILE_BROKEN' }, create: { at: 'idle' } })
    expect(market.log).toEqual([])
    expect((await again()).steps).toMatchObject({ upload: { at: 'done' }, create: { at: 'done' } })
    expect(market.log).toEqual(['dry create721', 'dry create721', 'send create721'])
  })

  it.each([
    [3, 'create721'],
    [2, 'create1155'],
  ] as const)(
    '[F-93, DATA-44, DATA-43] of code %i names its stored text, symbol, the market’s signer and the base of item addresses',
    async (standard, functionName) => {
      market.results.set(functionName, COLLECTION)
      const context = { ...asked(), standard, description: 'Nine dusks', externalUrl: 'https://dusks.example' }
      expect((await runFlow(createCollectionFlow, context)).state.phase).toBe('done')
      expect(market.sent).toMatchObject([{ functionName, args: ['Evening Water', 'DUSK', BOB, TEXT, 'ipfs:/', context.salt] }])
      expect(vi.mocked(api.contract.create).mock.calls[0]?.[0]).toEqual({
        name: 'Evening Water',
        symbol: 'DUSK',
        description: 'Nine dusks',
        externalUrl: 'https://dusks.example',
        storageId: 1n,
        cover: '/static/upload/a.png',
        signer: BOB,
        standard,
        owner: ALICE,
        chainId: CHAIN,
      })
    },
  )

  it('[F-93] asks no wallet before its text is stored, and shows why that failed', async () => {
    vi.mocked(api.contract.create).mockRejectedValueOnce(new ApiError('contract.create', 4404, '', 'FILE_QUOTA'))
    const { state, again } = await runFlow(createCollectionFlow, asked())
    expect(state.steps).toMatchObject({ upload: { at: 'done' }, create: { at: 'failed', code: 'FILE_QUOTA' } })
    expect(market.log).toEqual([])
    expect((await again()).phase).toBe('done')
    expect(market.sent.map(({ args }) => args?.[3])).toEqual([TEXT])
  })

  it('after a no in the wallet sends no second cover and announces nothing twice, for the same address', async () => {
    market.refusals.push(declined())
    const { state, again } = await runFlow(createCollectionFlow, asked())
    expect(state.steps).toMatchObject({ upload: { at: 'done' }, create: { at: 'failed', code: 'USER_REJECTED' } })
    expect((await again()).phase).toBe('done')
    expect(vi.mocked(api.storage.upload)).toHaveBeenCalledTimes(1)
    expect(vi.mocked(api.contract.create)).toHaveBeenCalledTimes(1)
    const salts = market.sent.map(({ args }) => args?.at(-1))
    expect(new Set(salts).size).toBe(1)
  })

  it('of an earlier page has its cover and its address, and what it finds created it does not create again', async () => {
    const kept: CollectionContext[] = []
    market.refusals.push(declined())
    await runFlow(createCollectionFlow, { ...asked(), keep: (context) => kept.push({ ...context }) })
    const { cover, address, metadataUrl, salt } = kept.at(-1) ?? asked()
    expect([cover?.id, address, metadataUrl]).toEqual([1n, COLLECTION, TEXT])
    if (!cover || !address || !metadataUrl) throw new Error('nothing was kept')
    market.log.length = 0
    vi.mocked(api.user.listcontract).mockResolvedValue(CREATED)
    const { state } = await runFlow(createCollectionFlow, {
      ...asked(),
      file: { ...cover, cid: 'bafkrei' },
      salt,
      address,
      metadataUrl,
    })
    expect(state.phase).toBe('done')
    expect(market.log).toEqual([])
    expect([vi.mocked(api.storage.upload).mock.calls.length, vi.mocked(api.contract.create).mock.calls.length]).toEqual([1, 1])
  })
})
