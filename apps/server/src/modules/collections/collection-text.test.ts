import type { Collection } from '@plinth/api'
import { type Address, BASE_URI, TOKEN_STANDARD } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { Abi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHAIN, FOREIGN, ForeignItems } from '../../../test/chain/foreign-items.ts'
import { aPng } from '../../../test/content/files.ts'
import { TestMarket, type Who } from '../../../test/market/market.ts'
import { bytes, transact } from '../../db/database.ts'
import { listContents } from '../../media/contents.ts'
import { blank } from '../../state/collections/confirm.ts'
import { forgetCollectionText } from '../../state/collections/metadata-due.ts'
import { readDueCollections } from './metadata.ts'

const isThere = (found: Collection | object): found is Collection => 'address' in found

/** A collection's own metadata: ERC-7572. */
describe('the text of a collection made here', () => {
  let market: TestMarket
  let address: Address
  beforeAll(async () => {
    market = await TestMarket.open()
    address = await market.collection('alice', 'Rivers', 'RIV')
    await readDueCollections(market.server.context)
  })
  afterAll(() => market.close())

  const info = async (): Promise<Collection> => {
    const found = await (await market.session('bob')).api.contract.info({ collection: address, chainId: market.chainId })
    if (!isThere(found)) throw new Error('The collection is not there')
    return found
  }
  const describeAs = async (who: Who, words: { description: string; externalUrl?: string; cover?: bigint; banner?: bigint }) =>
    (await market.session(who)).api.contract.describe({ collection: address, chainId: market.chainId, ...words })
  const write = async (uri: string) => {
    const wallet = market.wallet('alice')
    await market.mined(await wallet.writeContract({ address, abi: collection721Abi, functionName: 'setContractURI', args: [uri] }))
  }
  /** As the job does, once its next read is due. */
  const read = async () => {
    await market.sync()
    await market.server.context.db
      .updateTable('collection')
      .set({ metadata_next_at: 0 })
      .where('metadata_next_at', 'is not', null)
      .execute()
    await readDueCollections(market.server.context)
  }
  const ipfsOf = (url: string) => `ipfs://${url.replace(/^.*\/|\.\w+$/g, '')}`
  const contents = async (tokenId?: bigint) => {
    const { db, media } = market.server.context
    const of = { chainId: market.chainId, address, ...(tokenId === undefined ? {} : { tokenId }) }
    return (await listContents(db, { collection: of }, media.store.read)).map((cid) => `ipfs://${cid}`).sort()
  }
  const said = async (uri: string) => (await market.server.app.inject({ url: uri.replace('ipfs://', '/ipfs/') })).json()

  it('is what its maker announced, as long as the chain has none', async () => {
    const { publicClient } = market.testnet
    expect(await publicClient.readContract({ address, abi: collection721Abi as Abi, functionName: 'contractURI' })).toBe('')
    expect(await info()).toMatchObject({ name: 'Rivers', metadataUrl: '', externalUrl: '', bannerUrl: '' })
  })

  it('is stored as a document of the standard, and counts once its owner has written its address on chain', async () => {
    const [cover, banner] = [await market.upload('alice'), await market.upload('alice')]
    const words = { description: 'Water, in ink', externalUrl: 'https://rivers.example/about' }
    const { metadataUrl } = await describeAs('alice', { ...words, cover: cover.storageId, banner: banner.storageId })
    expect(await said(metadataUrl)).toEqual({
      name: 'Rivers',
      symbol: 'RIV',
      description: 'Water, in ink',
      image: ipfsOf(cover.url),
      banner_image: ipfsOf(banner.url),
      external_link: 'https://rivers.example/about',
    })
    expect((await info()).metadataUrl).toBe('')
    await write(metadataUrl)
    await read()
    expect(await info()).toMatchObject({ ...words, cover: cover.url, bannerUrl: banner.url, metadataUrl, name: 'Rivers' })
    expect(await contents()).toEqual([metadataUrl, ipfsOf(cover.url), ipfsOf(banner.url)].sort())
  })

  it('is in its CAR with everything that its text names, and in that of no item', async () => {
    const { context } = market.server
    const [before, featured] = [await info(), await market.upload('alice')]
    const { cid } = await context.media.putJson(context.db, JSON.stringify({ name: 'Rivers', featured_image: ipfsOf(featured.url) }))
    await write(`ipfs://${cid}`)
    await read()
    expect(await contents()).toEqual([`ipfs://${cid}`, ipfsOf(before.cover), ipfsOf(featured.url)].sort())
    expect(await contents(1n)).toEqual([])
    await write(before.metadataUrl)
    await read()
  })

  it('keeps the pictures that are not named, and loses the banner that is taken away', async () => {
    const before = await info()
    const { metadataUrl } = await describeAs('alice', { description: '', banner: 0n })
    expect(await said(metadataUrl)).toEqual({ name: 'Rivers', symbol: 'RIV', image: expect.stringMatching(/^ipfs:\/\/baf/) })
    await write(metadataUrl)
    await read()
    expect(await info()).toMatchObject({ description: '', externalUrl: '', bannerUrl: '', cover: before.cover, metadataUrl })
  })

  it('is the earlier one again when a reorganisation takes the later one away', async () => {
    const [first, second] = [await describeAs('alice', { description: 'First' }), await describeAs('alice', { description: 'Second' })]
    await write(first.metadataUrl)
    await read()
    await write(second.metadataUrl)
    await read()
    expect((await info()).description).toBe('Second')
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await read()
    expect(await info()).toMatchObject({ description: 'First', metadataUrl: first.metadataUrl })
  })

  it('is its owner’s alone to write', async () => {
    await expect(describeAs('bob', { description: 'Mine' })).rejects.toMatchObject({ code: 'COLLECTION_OWNER' })
    const { storageId } = await market.upload('bob')
    await expect(describeAs('alice', { description: 'His picture', cover: storageId })).rejects.toMatchObject({ code: 'FILE_MISSING' })
    const { api, token } = await market.session('alice')
    const unknown = { collection: FOREIGN, description: '', chainId: market.chainId }
    await expect(api.contract.describe(unknown)).rejects.toMatchObject({ code: 'COLLECTION_UNKNOWN' })
    for (const externalUrl of ['javascript:alert(1)', 'rivers', 'ftp://rivers.example'])
      expect(await market.server.post('/contract/describe', { address, externalUrl }, { token }), externalUrl).toMatchObject({ errno: 402 })
  })
})

describe('the text of a foreign collection', () => {
  let foreign: ForeignItems
  beforeAll(async () => {
    foreign = await ForeignItems.open()
  })
  beforeEach(async () => {
    const { db } = foreign.server.context
    await db.deleteFrom('collection').execute()
    const flags = { is_confirmed: true, metadata_next_at: 0, created_at: 1, updated_at: 1 } as const
    const row = { chain_id: CHAIN, address: bytes(FOREIGN), name: '0xcdcdcd…', symbol: '', standard: TOKEN_STANDARD.ERC1155 }
    await db
      .insertInto('collection')
      .values({ ...blank, ...row, ...flags, owner: bytes(FOREIGN), signer: bytes(FOREIGN) })
      .execute()
  })
  afterEach(() => foreign.clear())
  afterAll(() => foreign.close())

  const row = () => foreign.server.context.db.selectFrom('collection').selectAll().executeTakeFirstOrThrow()
  const read = async (uri?: string) => {
    if (uri !== undefined) foreign.uris.set('contractURI', uri)
    await readDueCollections(foreign.server.context)
    return row()
  }

  it('gives a nameless one its name, its text, and pictures of this market’s store', async () => {
    const png = await aPng(30, 20)
    foreign.answer = (request, response) => {
      if (request.url === '/c.png') response.writeHead(200, { 'content-type': 'image/png' }).end(png)
      else
        response.end(
          JSON.stringify({ name: 'Birds', description: 'All of them', image: `${foreign.site}/c.png`, external_link: 'https://b.example' }),
        )
    }
    const shown = await read(`${foreign.site}/contract.json`)
    expect(shown).toMatchObject({ name: 'Birds', description: 'All of them', external_url: 'https://b.example', metadata_next_at: null })
    expect((await foreign.server.app.inject({ url: shown.cover })).rawPayload).toEqual(png)
    const found = await foreign.server.context.db.selectFrom('collection_search').selectAll().execute()
    expect(found).toHaveLength(1)
  })

  it('does not rename what has a name, is clean text, and its links are pages', async () => {
    await foreign.server.context.db.updateTable('collection').set({ name: 'Known' }).execute()
    foreign.answerWith({
      name: 'Famous Apes',
      description: 'a\u202eb'.padEnd(9_000, 'x'),
      image: 'javascript:alert(1)',
      external_link: 'javascript:alert(1)',
    })
    const shown = await read(`${foreign.site}/contract.json`)
    expect(shown).toMatchObject({ name: 'Known', external_url: '', cover: '' })
    expect([shown.description.length, shown.description.startsWith('abx')]).toEqual([2_000, true])
  })

  it.each([
    ['no text at all', ''],
    ['the placeholder', BASE_URI],
  ])('stays as it is with %s', async (_, uri) => {
    expect(await read(uri)).toMatchObject({ name: '0xcdcdcd…', metadata_url: '', metadata_next_at: null, metadata_tries: 0 })
    expect(foreign.hits).toEqual([])
  })

  it('is asked for again later when it could not be had, and not again when it is no text', async () => {
    expect(await read(`${foreign.site}/gone.json`)).toMatchObject({
      metadata_tries: 1,
      metadata_next_at: expect.any(Number),
      metadata_url: '',
    })
    await foreign.server.context.db.updateTable('collection').set({ metadata_next_at: 0 }).execute()
    foreign.answerWith('<html></html>', 'text/html')
    expect(await read()).toMatchObject({ metadata_next_at: null, metadata_url: '' })
  })

  it('is read at most every 10 seconds, however often its contract says that it changed', async () => {
    foreign.answerWith({ description: 'Once' })
    await read(`${foreign.site}/contract.json`)
    const { context } = foreign.server
    for (let turn = 0; turn < 3; turn++) await transact(context.db, (tx) => forgetCollectionText({ tx, chainId: CHAIN }, FOREIGN))
    const { metadata_next_at: next } = await read()
    expect(next).toBeGreaterThan(context.clock.now() + 7)
    expect(foreign.hits).toEqual(['/contract.json'])
  })
})
