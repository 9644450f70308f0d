import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readMetadata } from '@plinth/api'
import { FOREIGN_ABI } from '@plinth/devnet'
import { type Address, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deployForeign, mintForeign } from '../../test/chain/foreign-contracts.ts'
import { type ItemId, TestMarket } from '../../test/market/market.ts'
import { operate } from '../../test/operator/operate.ts'
import { createFetcher } from '../fetch/fetcher.ts'
import { readMetadataJob } from '../jobs/read-metadata.ts'
import { READ_AGAIN_S } from '../state/items/metadata-due.ts'

/** Returns for any address a text named after it. */
const web = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name: renamed ?? request.url }))
})
let asked: string[] = []
/** The new version of every text, changed without an event of the contract. */
let renamed: string | undefined
let site: string
let market: TestMarket
let close: () => Promise<void>

beforeAll(async () => {
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  const { port } = web.address() as AddressInfo
  site = `http://art.example:${port}`
  const fetcher = createFetcher({ ports: [port], resolve: async () => ['127.0.0.1'], isAllowed: (address) => address === '127.0.0.1' })
  market = await TestMarket.open({ fetcher })
  close = async () => {
    await market.close()
    await fetcher.close()
    web.closeAllConnections()
    web.close()
  }
})
beforeEach(() => {
  asked = []
  renamed = undefined
})
afterAll(() => close())

/** Reads what is due, as the job does each second. */
const read = () => readMetadataJob.run(market.server.context)

async function later(): Promise<void> {
  market.server.clock.advance(READ_AGAIN_S)
  await read()
}

const nameOf = async (item: ItemId) => readMetadata((await market.detail(item)).metadata).name

/** An imported collection, with one item whose first text the market has read. */
async function followed(name: 'Museum' | 'Prints', standard: TokenStandard): Promise<ItemId> {
  const collection = await deployForeign(market, name)
  const item = { collection, tokenId: 7n, standard }
  await operate(market.server.context, 'collections', 'import', '--chain', '31337', '--collection', collection, '--why', 'asked for')
  await mintForeign(market, collection, 'alice', 7n, standard === TOKEN_STANDARD.ERC1155 ? 5n : undefined)
  await renameItem(collection, `${site}/first`)
  await market.sync()
  await later()
  expect(await nameOf(item)).toBe('/first')
  return item
}

async function renameItem(address: Address, text: string): Promise<void> {
  const call = { address, abi: FOREIGN_ABI, functionName: 'retell', args: [7n, text] } as const
  await market.mined(await market.wallet('carol').writeContract(call))
}

it('[API-80] a collection that names another prefix has its items’ texts read again', { timeout: 60_000 }, async () => {
  const collection = await market.collection('alice')
  const [first, second] = [await market.mint('alice', { collection }), await market.mint('alice', { collection, name: 'Six' })]
  await market.sync()
  await read()
  const before = [await nameOf(first), await nameOf(second)]
  expect(before).toEqual(['Five bottles', 'Six'])
  const call = { address: collection, abi: collection721Abi, functionName: 'setTokenURIPrefix', args: [`${site}/`] } as const
  await market.mined(await market.wallet('alice').writeContract(call))
  await market.sync()
  // Not at once: a contract may emit the event in every block.
  await read()
  expect([await nameOf(first), await nameOf(second), asked]).toEqual([...before, []])
  await later()
  const texts = await Promise.all(
    [first, second].map(({ tokenId }) =>
      market.testnet.publicClient.readContract({ address: collection, abi: collection721Abi, functionName: 'tokenURI', args: [tokenId] }),
    ),
  )
  expect(texts.map((text) => text.startsWith(`${site}/`))).toEqual([true, true])
  expect([await nameOf(first), await nameOf(second)]).toEqual(texts.map((text) => text.slice(site.length)))
})

it.each([
  ['MetadataUpdate of an ERC721', 'Museum', TOKEN_STANDARD.ERC721],
  ['URI of an ERC1155', 'Prints', TOKEN_STANDARD.ERC1155],
] as const)('[API-80] %s not made here has that item read again', { timeout: 60_000 }, async (_, name, standard) => {
  const item = await followed(name, standard)
  await mintForeign(market, item.collection, 'alice', 8n, standard === TOKEN_STANDARD.ERC1155 ? 1n : undefined)
  await market.sync()
  await later()
  await renameItem(item.collection, `${site}/second`)
  await market.sync()
  const due = await market.server.context.db.selectFrom('item').select('token_id').where('metadata_next_at', 'is not', null).execute()
  expect(due.map(({ token_id }) => token_id)).toEqual([7n])
  await later()
  expect(await nameOf(item)).toBe('/second')
})

it('`items reread` reads a text again that was changed without a word on chain', { timeout: 60_000 }, async () => {
  const item = await followed('Museum', TOKEN_STANDARD.ERC721)
  renamed = 'Thought again'
  await later()
  expect(await nameOf(item)).toBe('/first')
  const of = ['--chain', '31337', '--collection', item.collection, '--token', String(item.tokenId)]
  await operate(market.server.context, 'items', 'reread', ...of, '--why', 'its maker asked')
  await later()
  expect(await nameOf(item)).toBe('Thought again')
})
