import { readMetadata } from '@plinth/api'
import { mintUriOf, NOTICE_SUBTYPE, TOKEN_STANDARD } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawAll, offerBox, openBoxes, openBoxMarket } from '../../../test/acts/boxes.ts'
import type { TestMarket } from '../../../test/market/market.ts'
import { bytes } from '../../db/database.ts'
import { readDueMetadata } from '../items/service.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openBoxMarket()
  const uri = await storedMetadata('Postcard: Lilies')
  const box = await offerBox(market, { kinds: [{ name: 'Postcard: Lilies', amount: 4, uri }], text: TEXT })
  await openBoxes(market, 'bob', box, 2)
  await drawAll(market)
}, 60_000)
afterAll(() => market?.close())

const TEXT = { name: 'Postcards', image: '/static/lid.png', description: '', property: '', anim1: '', anim2: '', isSealed: false }

/** Its address in the market's own store. */
async function storedMetadata(name: string): Promise<string> {
  const { api } = await market.session('alice')
  const { storageId } = await market.upload('alice')
  const { tokenId } = await api.dapp.sign({ collection: market.official, chainId: market.chainId })
  const about = { collection: market.official, tokenId, name, storageId, royalties: [], category: 1n, chainId: market.chainId }
  return mintUriOf((await api.nft.add({ ...about, quantity: 1n, standard: TOKEN_STANDARD.ERC721 })).metadataUrl)
}

const newsOfBob = async () => (await (await market.session('bob')).api.notices.list({ page: 1, limit: 100 })).list

/** Name and picture in the news of the prizes, which Bob minted by opening. */
const prizesInNews = async () =>
  (await newsOfBob())
    .filter(({ content }) => content.item !== undefined)
    .map(({ content, media }) => [readMetadata(content.item?.metadata ?? '').name, media])

describe('news of a box', () => {
  it('[F-106, MSG-05, MSG-06] names what was in it, beside the picture of that', async () => {
    const [drawn] = (await newsOfBob()).filter(({ subType }) => subType === NOTICE_SUBTYPE.BOX_DRAWN)
    const prizes = [{ name: 'Postcard: Lilies', image: 'ipfs://Postcard: Lilies.png', count: 2 }]
    expect(drawn).toMatchObject({ media: prizes[0]?.image, content: { quantity: '2', box: { name: 'Postcards', prizes } } })
  })

  it('[F-106, MSG-05, MSG-06, DATA-15] names the prizes that the contract minted as soon as their metadata is read', async () => {
    const { db } = market.server.context
    const before = await prizesInNews()
    expect(before.length).toBeGreaterThan(0)
    expect(before).toEqual(before.map(() => ['', '']))
    await readDueMetadata(market.server.context)
    expect(await prizesInNews()).toEqual(before.map(() => ['Postcard: Lilies', expect.stringMatching(/./)]))

    // Of metadata that is too long for a page of news the name alone.
    const prize = bytes(market.testnet.contracts.prizeCollection)
    const long = { name: 'Renamed', metadata: JSON.stringify({ image: 'x'.repeat(100_000) }) }
    await db.updateTable('item').set(long).where('collection', '=', prize).execute()
    expect(await prizesInNews()).toEqual(before.map(() => ['Renamed', '']))
    await db.deleteFrom('item').where('collection', '=', prize).execute()
    expect(await prizesInNews()).toEqual(before)
  })
})
