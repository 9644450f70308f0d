import { ApiError, type OrderRecord, type StoredFile } from '@plinth/api'
import { ASSET_TYPE, type Order, orderDigest, orderDomain, packSalt, ZERO_ADDRESS } from '@plinth/protocol'
import { zeroHash } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALICE, CHAIN, COLLECTION, declined, EXCHANGE, PROXY, runFlow, ScriptedMarket } from '../../../../test/scripted-market.ts'
import { api } from '../../../lib/api.ts'
import { createItemFlow, type MintContext } from './create-item.ts'

let market: ScriptedMarket
vi.mock('../../../wallet/load.ts', () => ({ loadWallet: async () => market.wallet }))
vi.mock('../../../kit/toast.tsx', () => ({ toast: () => undefined }))

const file = new File(['x'], 'dusk.png', { type: 'image/png' })
const song = new File(['x'], 'bell.mp3', { type: 'audio/mpeg' })
const stored = (id: bigint, name: string) => ({ id, name, cid: `baf${id}`, url: `/static/upload/baf${id}` }) as StoredFile
const sale = { unitPrice: 5n, payToken: { address: ZERO_ADDRESS }, validUntil: 2_000_000_000, sellerFeeBps: 250n }

/** Of a single item; asks nothing that a test does not ask. */
const anItemToMake = (part: Partial<MintContext> = {}): MintContext => ({
  chainId: CHAIN,
  collection: COLLECTION,
  collectionName: 'Evening',
  standard: 3,
  quantity: 1n,
  name: 'Dusk',
  description: '',
  category: 1n,
  properties: [],
  royaltyBps: 0,
  file,
  cover: undefined,
  sale: undefined,
  isMintedLater: false,
  ...part,
})

/** What the market’s own book says: whether Alice holds the item, and whether it is on sale. */
const book = { isHeld: false, isListed: false }

beforeEach(() => {
  market = new ScriptedMarket()
  Object.assign(book, { isHeld: false, isListed: false })
  vi.spyOn(api.storage, 'upload').mockImplementation(async () => stored(1n, 'dusk.png'))
  vi.spyOn(api.storage, 'multiupload').mockImplementation(async () => [stored(2n, 'bell.mp3'), stored(3n, 'dusk.png')])
  vi.spyOn(api.dapp, 'sign').mockResolvedValue({ tokenId: 7n, v: '27', r: zeroHash, s: zeroHash })
  vi.spyOn(api.nft, 'add').mockResolvedValue({ metadataUrl: 'ipfs://bafymeta' })
  vi.spyOn(api.nft, 'owners').mockImplementation(async () => {
    // Read after the mint is out; the flow looks at owner and number alone.
    book.isHeld ||= market.sent.some(({ functionName }) => functionName === 'mint')
    // The rest of an owner is not read.
    return { list: book.isHeld ? [{ owner: ALICE, quantity: 1n }] : [] } as never
  })
  vi.spyOn(api.order, 'get').mockImplementation(async () => {
    if (!book.isListed) throw new ApiError('order.get', 4101, '', 'ORDER_NOT_FOUND')
    return { buying: 5n, buyToken: ZERO_ADDRESS } as OrderRecord
  })
  vi.spyOn(api.order, 'prepare').mockImplementation(async (asked) => {
    const salt = packSalt({ sequence: 1n, validUntil: 2_000_000_000, validFrom: 0, maxBuyerFeeBps: 0 })
    // The wire's types of assets are numbers; these come from the flow itself.
    const order: Order = {
      owner: ALICE,
      salt,
      selling: asked.selling,
      buying: asked.buying,
      sellerFee: 250n,
      // Numbers on the wire; the flow sends types of assets.
      sellAsset: { token: asked.sellToken, tokenId: asked.sellTokenId, assetType: asked.sellType as never },
      buyAsset: { token: asked.buyToken, tokenId: asked.buyTokenId, assetType: asked.buyType as never },
    }
    // All that is signed.
    return { salt, sellerFee: 250, digest: orderDigest(order, orderDomain(CHAIN, EXCHANGE)) } as never
  })
  // The flow does not read the answer.
  vi.spyOn(api.order, 'add').mockResolvedValue({} as never)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const calls = () => ({
  uploads: vi.mocked(api.storage.upload).mock.calls.length + vi.mocked(api.storage.multiupload).mock.calls.length,
  numbers: vi.mocked(api.dapp.sign).mock.calls.length,
  texts: vi.mocked(api.nft.add).mock.calls.length,
  mints: market.sent.filter(({ functionName }) => functionName === 'mint').length,
  sales: vi.mocked(api.order.add).mock.calls.length,
})
const ONCE = { uploads: 1, numbers: 1, texts: 1, mints: 1, sales: 1 }

describe('making an item', () => {
  it('[MINT-36, MINT-46] lists it last: the order is stored before the dialog says that it is done', async () => {
    const order: string[] = []
    // The flow does not read the answer.
    vi.mocked(api.order.add).mockImplementation(async () => void order.push('added') as never)
    const { state } = await runFlow(createItemFlow('sell', false), anItemToMake({ sale }))
    expect(state).toMatchObject({ phase: 'done', steps: { sell: { at: 'done' } } })
    expect(order).toEqual(['added'])
    expect(Object.keys(state.steps)).toEqual(['approve', 'upload', 'mint', 'sell'])
    expect(calls()).toEqual(ONCE)
  })

  it('[MINT-37] that is not listed takes two steps, upload and mint, and asks the wallet for the mint alone', async () => {
    const { state } = await runFlow(createItemFlow('mint', false), anItemToMake())
    expect(state.phase).toBe('done')
    expect(Object.keys(state.steps)).toEqual(['upload', 'mint'])
    expect(market.log).toEqual(['dry mint', 'send mint'])
    expect(calls()).toEqual({ ...ONCE, sales: 0 })
  })

  it('[MINT-38] lets the transfer proxy move what is in its collection, and asks for that where it may not yet', async () => {
    const read = vi.spyOn(market.wallet, 'read')
    for (const asked of [1, 0]) {
      market.sent.length = 0
      const { state } = await runFlow(createItemFlow('sell', false), anItemToMake({ sale }))
      expect(state.steps.approve).toMatchObject({ at: 'done' })
      const approvals = market.sent.filter(({ functionName }) => functionName === 'setApprovalForAll')
      expect(approvals).toMatchObject(Array(asked).fill({ address: COLLECTION, args: [PROXY, true] }))
      expect(market.sent).toHaveLength(asked + 1)
    }
    expect(read).toHaveBeenCalledWith(
      expect.objectContaining({ address: COLLECTION, functionName: 'isApprovedForAll', args: [ALICE, PROXY] }),
    )
  })

  it.each([
    [3, 1n, []],
    [2, 4n, [4n]],
  ])('[DATA-54] of code %i is minted at its address with number, signature, fee, quantity and URI', async (standard, quantity, supply) => {
    const { state } = await runFlow(createItemFlow('mint', false), anItemToMake({ standard: standard as 2 | 3, quantity, royaltyBps: 250 }))
    expect(state.phase).toBe('done')
    const fees = [{ recipient: ALICE, value: 250n }]
    expect(market.sent).toMatchObject([
      { address: COLLECTION, functionName: 'mint', args: [7n, 27, zeroHash, zeroHash, fees, ...supply, '/bafymeta'] },
    ])
  })

  it('[MINT-47] sends sound and cover together, and takes the first of the reply for the sound', async () => {
    const { state } = await runFlow(createItemFlow('mint', false), anItemToMake({ file: song, cover: file }))
    expect(state.phase).toBe('done')
    expect(vi.mocked(api.storage.multiupload).mock.calls[0]?.[1]?.files).toEqual([song, file])
    expect(vi.mocked(api.nft.add).mock.calls[0]?.[0]).toMatchObject({
      storageId: 3n,
      animationStorageId: 2n,
      animUrl: '/static/upload/baf2',
    })
  })

  it('sends again only what has not arrived: the cover that was changed, not the sound', async () => {
    const { state } = await runFlow(createItemFlow('mint', false), anItemToMake({ file: stored(2n, 'bell.mp3'), cover: file }))
    expect(state.phase).toBe('done')
    expect(vi.mocked(api.storage.upload).mock.calls.map(([, options]) => options?.files)).toEqual([[file]])
    expect(vi.mocked(api.nft.add).mock.calls[0]?.[0]).toMatchObject({ storageId: 1n, animationStorageId: 2n })
  })

  it('signs what its first buyer mints: one signature, nothing sent, nothing minted', async () => {
    const { state } = await runFlow(createItemFlow('sellUnminted', false), anItemToMake({ sale, isMintedLater: true }))
    expect(state.phase).toBe('done')
    expect(market.log).toEqual(['sign'])
    expect(calls()).toEqual({ ...ONCE, mints: 0 })
    expect(vi.mocked(api.order.add).mock.calls[0]?.[0]).toMatchObject({ sellType: ASSET_TYPE.MINTED, sellTokenId: 7n })
  })

  it('of an edition allows sales first, for what the first purchase leaves', async () => {
    const context = anItemToMake({ sale: { ...sale, unitPrice: 5n }, isMintedLater: true, standard: 2, quantity: 3n })
    await runFlow(createItemFlow('sellUnminted', true), context)
    expect(market.log.filter((line) => line !== 'dry setApprovalForAll')).toEqual(['send setApprovalForAll', 'sign'])
  })
})

const STEPS = ['approve', 'upload', 'mint', 'sell'] as const
const broken = () => new ApiError('', 400, '', 'NETWORK_FAILURE')

describe('a failure on the way', () => {
  it.each([
    ['the approval', () => market.refusals.push(declined()), 'approve', {}],
    ['the upload', () => vi.mocked(api.storage.upload).mockRejectedValueOnce(broken()), 'upload', { uploads: 2 }],
    ['the number', () => vi.mocked(api.dapp.sign).mockRejectedValueOnce(broken()), 'mint', { numbers: 2 }],
    ['the text', () => vi.mocked(api.nft.add).mockRejectedValueOnce(broken()), 'mint', { texts: 2 }],
    ['the chain', () => market.reverts.set('mint', [broken()]), 'mint', {}],
    ['the wallet, asked to mint', () => market.refusals.push(declined()), 'mint', {}],
    ['the listing’s number', () => vi.mocked(api.order.prepare).mockRejectedValueOnce(broken()), 'sell', {}],
    ['the listing', () => vi.mocked(api.order.add).mockRejectedValueOnce(broken()), 'sell', { sales: 2 }],
  ] as const)(
    '[MINT-39, MINT-40, MINT-41, MINT-43] of %s shows under its step, blocks the later steps, and the next attempt starts there',
    async (_, breakIt, step, twice) => {
      market.isApproved = step !== 'approve'
      breakIt()
      const { state, again } = await runFlow(createItemFlow('sell', false), anItemToMake({ sale }))
      const at = STEPS.indexOf(step)
      const expected = STEPS.map((_, index) => (index < at ? 'done' : index === at ? 'failed' : 'idle'))
      expect(state.phase).toBe('failed')
      expect(STEPS.map((key) => state.steps[key]?.at)).toEqual(expected)
      expect(state.steps[step]).toMatchObject({ text: expect.stringMatching(/\S/) })
      const { uploads, numbers, mints, sales } = calls()
      if (at < 1) expect(uploads).toBe(0)
      if (at < 2) expect(numbers).toBe(0)
      if (at < 3) expect([mints, sales]).toEqual([0, 0])
      expect((await again()).phase).toBe('done')
      expect(calls()).toEqual({ ...ONCE, ...twice })
    },
  )

  it('of the listing’s answer alone lists nothing twice', async () => {
    market.isApproved = true
    vi.mocked(api.order.add).mockImplementationOnce(async () => {
      book.isListed = true
      throw broken()
    })
    const { state, again } = await runFlow(createItemFlow('sell', false), anItemToMake({ sale }))
    expect(state.steps.sell).toMatchObject({ at: 'failed' })
    expect((await again()).phase).toBe('done')
    expect(calls()).toEqual(ONCE)
  })
})

describe('a page that is opened again', () => {
  /** What `save` had received by then, as a draft restores it. */
  async function upTo(step: 'upload' | 'mint' | 'sell'): Promise<MintContext> {
    market.isApproved = true
    const failing = {
      upload: () => vi.mocked(api.dapp.sign).mockRejectedValueOnce(broken()),
      mint: () => market.refusals.push(declined()),
      sell: () => vi.mocked(api.order.prepare).mockRejectedValueOnce(broken()),
    }
    failing[step]()
    let saved: Partial<MintContext> = {}
    const save = ({ file: sent, voucher, metadataUrl }: MintContext) => {
      saved = { file: sent, ...(voucher ? { voucher } : {}), ...(metadataUrl ? { metadataUrl } : {}) }
    }
    await runFlow(createItemFlow('sell', false), anItemToMake({ sale, save }))
    return anItemToMake({ sale, ...saved })
  }

  it.each(['upload', 'mint', 'sell'] as const)('goes on behind what was done before %s failed', async (step) => {
    const context = await upTo(step)
    const { state } = await runFlow(createItemFlow('sell', false), context)
    expect(state.phase).toBe('done')
    expect(calls()).toEqual({ ...ONCE, numbers: step === 'upload' ? 2 : 1 })
  })

  it('two clicks are one', async () => {
    const { createRun } = await import('../../engine/run.ts')
    const run = createRun(createItemFlow('mint', false), { context: () => anItemToMake() })
    run.submit()
    run.submit()
    await vi.waitUntil(() => run.state().phase === 'done', { timeout: 5_000, interval: 5 })
    run.submit()
    expect(calls()).toEqual({ ...ONCE, sales: 0 })
  })
})
