import { encodeTransferMany, HISTORY_TYPE, type ItemTransfer, TOKEN_STANDARD } from '@plinth/protocol'
import { toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintEdition } from '../../../test/chain/editions.ts'
import { type ItemId, TestMarket, type Who } from '../../../test/market/market.ts'

/** The collection's own revert, through the proxy. */
const NOT_OWNER = toFunctionSelector('ERC721IncorrectOwner(address,uint256,address)')

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
})
afterAll(() => market.close())

const transferOf = ({ collection, tokenId, standard = TOKEN_STANDARD.ERC721 }: ItemId, to: Who, amount = 1n): ItemTransfer => {
  return { token: collection, tokenId, assetType: standard, amount, to: market.address(to) }
}

async function send(who: Who, transfers: readonly ItemTransfer[]): Promise<void> {
  const to = market.testnet.contracts.manyTransfers ?? expect.fail('It has one')
  await market.mined(await market.wallet(who).sendTransaction({ to, data: encodeTransferMany(transfers) }))
}

async function quantities(item: ItemId, ...people: Who[]): Promise<bigint[]> {
  const { holdings } = await market.detail(item)
  return people.map((who) => holdings.find(({ owner }) => owner === market.address(who))?.quantity ?? 0n)
}

describe('many transfers', () => {
  it('[BULK-08] give each item its new owner, with a history line each, by the approval given for trading', async () => {
    const { item: onSale } = await market.listed('alice')
    const other = await market.minted('alice')
    const edition = await mintEdition(market, 'alice', { supply: 10n })
    await market.approve('alice', edition.collection)

    await send('alice', [
      transferOf(onSale, 'bob'),
      transferOf(other, 'carol'),
      transferOf(edition, 'bob', 3n),
      transferOf(edition, 'carol', 2n),
    ])
    expect(await market.detail(onSale)).toMatchObject({ onlyOwner: market.address('bob'), isOnSale: false })
    expect(await market.detail(other)).toMatchObject({ onlyOwner: market.address('carol') })
    expect(await quantities(edition, 'alice', 'bob', 'carol')).toEqual([5n, 3n, 2n])

    const { api } = await market.session('bob')
    const newest = async (item: ItemId) => (await api.nft.history(item)).filter(({ type }) => type === HISTORY_TYPE.TRANSFER)
    expect(await newest(onSale)).toMatchObject([{ quantity: 1n }])
    expect((await newest(edition)).map(({ quantity }) => quantity).toSorted()).toEqual([2n, 3n])
  })

  it('[BULK-08] of another’s item are refused, and nothing moves', async () => {
    const [bobs, alices] = [await market.minted('bob'), await market.minted('alice')]
    await market.approve('bob', market.official)
    await expect(send('alice', [transferOf(alices, 'carol'), transferOf(bobs, 'carol')])).rejects.toThrow(NOT_OWNER)
    expect(await market.detail(alices)).toMatchObject({ onlyOwner: market.address('alice') })
    expect(await market.detail(bobs)).toMatchObject({ onlyOwner: market.address('bob') })
  })
})
