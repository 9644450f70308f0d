import { type Collection, readMetadata } from '@plinth/api'
import { type Address, BASE_URI, TOKEN_STANDARD, type TokenStandard, toAddress } from '@plinth/protocol'
import { collection721Abi, collectionFactoryAbi } from '@plinth/protocol/abi'
import { parseEventLogs, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN } from '../../../test/market/harness.ts'
import { type ItemId, TestMarket } from '../../../test/market/market.ts'
import { listContents } from '../../media/contents.ts'
import { listUnused } from '../uploads/service.ts'
import { readDueCollections } from './metadata.ts'

let market: TestMarket
let salts = 0
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market?.close())

type Said = { name: string; description?: string; externalUrl?: string }

async function announce({ name, ...words }: Said, standard: TokenStandard = TOKEN_STANDARD.ERC721) {
  const { api, address: owner } = await market.session('alice')
  const { storageId, url: cover } = await market.upload('alice')
  const { mintSigner: signer } = market.server.context.signer
  const form = { name, symbol: 'TXT', storageId, cover, signer, standard, owner, chainId: market.chainId, ...words }
  return { cover, metadataUrl: (await api.contract.create(form)).metadataUrl }
}

async function deploy(name: string, contractUri: string, standard: TokenStandard = TOKEN_STANDARD.ERC721): Promise<Address> {
  const hash = await market.wallet('alice').writeContract({
    address: market.testnet.contracts.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: standard === TOKEN_STANDARD.ERC1155 ? 'create1155' : 'create721',
    args: [name, 'TXT', market.server.context.signer.mintSigner, contractUri, BASE_URI, toHex(++salts, { size: 32 })],
  })
  const { logs } = await market.testnet.publicClient.waitForTransactionReceipt({ hash: await market.mined(hash) })
  const [created] = parseEventLogs({ abi: collectionFactoryAbi, logs, eventName: 'CollectionCreated' })
  if (!created) throw new Error('The factory logged nothing')
  await market.sync()
  return toAddress(created.args.collection)
}

/** As the job does. */
const read = () => readDueCollections(market.server.context)

const contractUri = (address: Address) =>
  market.testnet.publicClient.readContract({ address, abi: collection721Abi, functionName: 'contractURI' })

const isThere = (found: Collection | object): found is Collection => 'address' in found

async function info(address: Address): Promise<Collection> {
  const found = await (await market.session('bob')).api.contract.info({ collection: address, chainId: market.chainId })
  if (!isThere(found)) throw new Error('The collection is not there')
  return found
}

const get = (uri: string) => market.server.app.inject({ url: uri.replace('ipfs://', '/ipfs/') })
const ipfsOf = (url: string) => `ipfs://${url.replace(/^.*\/|\.\w+$/g, '')}`
const cidOf = (uri: string) => uri.replace('ipfs://', '')

describe('the text of an announced collection', () => {
  const typed = { description: 'Water,  in ink\n\n  of ‘six’ o’clock\u200b ', externalUrl: 'https://rivers.example/about' }

  it.each([
    ['ERC721', TOKEN_STANDARD.ERC721],
    ['ERC1155', TOKEN_STANDARD.ERC1155],
  ] as const)('[F-93] is stored before the deployment, and is what contractURI of an %s names', async (kind, standard) => {
    const { cover, metadataUrl } = await announce({ name: `Rivers ${kind}`, ...typed }, standard)
    const answer = await get(metadataUrl)
    expect(answer.json()).toEqual({
      name: `Rivers ${kind}`,
      symbol: 'TXT',
      description: typed.description,
      image: ipfsOf(cover),
      external_link: typed.externalUrl,
    })
    expect((await get(ipfsOf(cover))).headers['content-type']).toContain('image/')
    expect(await contractUri(await deploy(`Rivers ${kind}`, metadataUrl, standard))).toBe(metadataUrl)
  })

  it('[F-93] is read back from the chain as its creator typed it', async () => {
    const { cover, metadataUrl } = await announce({ name: 'Typed', ...typed })
    const address = await deploy('Typed', metadataUrl)
    expect(await info(address)).toMatchObject({ name: 'Typed', cover, ...typed, metadataUrl: '' })
    await read()
    expect(await info(address)).toMatchObject({ name: 'Typed', cover, ...typed, metadataUrl, bannerUrl: '' })
    const { db, media } = market.server.context
    expect((await listContents(db, { collection: { chainId: market.chainId, address } }, media.store.read)).sort()).toEqual(
      [cidOf(metadataUrl), cidOf(ipfsOf(cover))].sort(),
    )
  })

  it('[F-93] says nothing of a link or an introduction that was not given', async () => {
    const { cover, metadataUrl } = await announce({ name: 'Bare' })
    expect((await get(metadataUrl)).json()).toEqual({ name: 'Bare', symbol: 'TXT', image: ipfsOf(cover) })
  })

  it('[F-93] is the one that the deployment names, not that of an earlier announcement', async () => {
    await announce({ name: 'Twice', description: 'First try' })
    const { cover, metadataUrl } = await announce({ name: 'Twice', description: 'Second try' })
    const address = await deploy('Twice', metadataUrl)
    await read()
    expect(await info(address)).toMatchObject({ description: 'Second try', cover, metadataUrl })
  })

  it('[F-93] gives way to the text that its owner writes later', async () => {
    const { cover, metadataUrl } = await announce({ name: 'Later', ...typed })
    const address = await deploy('Later', metadataUrl)
    await read()
    const { api } = await market.session('alice')
    const later = await api.contract.describe({ collection: address, chainId: market.chainId, description: 'Rewritten' })
    const call = { address, abi: collection721Abi, functionName: 'setContractURI', args: [later.metadataUrl] } as const
    await market.mined(await market.wallet('alice').writeContract(call))
    await market.sync()
    await market.server.context.db.updateTable('collection').set({ metadata_next_at: 0 }).where('metadata_next_at', '>', 0).execute()
    await read()
    expect(await info(address)).toMatchObject({ description: 'Rewritten', externalUrl: '', cover, metadataUrl: later.metadataUrl })
  })

  it('[F-93] is that of the market alone where the deployment names none', async () => {
    const { cover } = await announce({ name: 'Unnamed', ...typed })
    const address = await deploy('Unnamed', '')
    await read()
    expect(await contractUri(address)).toBe('')
    expect(await info(address)).toMatchObject({ ...typed, cover, metadataUrl: '' })
  })

  it('[F-93] is kept as long as its announcement', async () => {
    const { context } = market.server
    const { metadataUrl } = await announce({ name: 'Waiting', description: 'A week and more' })
    // A day from now.
    const unused = async () => (await listUnused(context, -1)).map(({ cid }) => cid)
    expect(await unused()).not.toContain(cidOf(metadataUrl))
    await context.db.deleteFrom('collection').where('name', '=', 'Waiting').execute()
    expect(await unused()).toContain(cidOf(metadataUrl))
  })

  it('[F-93] leads to https pages alone', async () => {
    const { token, address: owner } = await market.session('alice')
    const { storageId, url: cover } = await market.upload('alice')
    const { mintSigner: signer } = market.server.context.signer
    const form = { name: 'Linked', symbol: 'TXT', storageId: String(storageId), cover, signer, type: '3', owner }
    const errnoOf = async (externalUrl: string) =>
      (await market.server.post('/contract/create', { ...form, externalUrl, chainId: String(market.chainId) }, { token })).errno
    for (const externalUrl of ['javascript:alert(1)', 'http://rivers.example', 'rivers'])
      expect(await errnoOf(externalUrl), externalUrl).toBe(402)
    expect(await errnoOf('https://rivers.example')).toBeUndefined()
  })
})

describe('texts that are stored for good', () => {
  const tokenUri = ({ collection, tokenId }: ItemId) => {
    const call = { address: collection, abi: collection721Abi, functionName: 'tokenURI', args: [tokenId] } as const
    return market.testnet.publicClient.readContract(call)
  }

  it('[F-93] of items have the fields that OpenSea documents, numbers as such, which the market reads as text', async () => {
    const item = await market.mint('alice', { name: 'Koi', properties: { Ink: 'Blue', Edition: '007' } })
    const answer = await get(await tokenUri(item))
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual({
      name: 'Koi',
      description: 'Oil on canvas',
      image: expect.stringMatching(/^ipfs:\/\/baf/),
      animation_url: '',
      external_url: '',
      attributes: [
        { key: 'Year', trait_type: 'Year', value: 2026, display_type: 'number' },
        { key: 'Ink', trait_type: 'Ink', value: 'Blue' },
        { key: 'Edition', trait_type: 'Edition', value: '007' },
      ],
    })
    expect(readMetadata((await market.detail(item)).metadata).attributes).toEqual([
      { key: 'Year', value: '2026' },
      { key: 'Ink', value: 'Blue' },
      { key: 'Edition', value: '007' },
    ])
  })

  it('[F-93] hold no host name of the market, of a collection as of an item', async () => {
    const { hostname } = new URL(ORIGIN)
    const { metadataUrl } = await announce({ name: 'Hostless', description: 'Ink' })
    for (const uri of [metadataUrl, await tokenUri(await market.mint('alice'))]) {
      const { body } = await get(uri)
      expect(body).toContain('"name"')
      expect(body).not.toContain(hostname)
      expect(body).not.toMatch(/https?:/)
    }
  })
})

describe('the market’s own collections', () => {
  it.each(['official721', 'official1155', 'prizeCollection'] as const)('[F-93] name no text: %s', async (place) => {
    expect(await contractUri(market.testnet.contracts[place])).toBe('')
  })
})
