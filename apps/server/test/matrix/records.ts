import { readMetadata } from '@plinth/api'
import { ASSET_TYPE, ORDER_TYPE, ZERO_ADDRESS } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { HALF_ETHER } from '../market/market.ts'
import type { World } from './world.ts'

const DIGITS = /^\d+$/
const HASH = /^0x[0-9a-f]{64}$/

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Document A §3 and B §3, word for word: a schema that renames a field does not rename these. */
const HOLDING = words(`user itemOwner quantity sellQuantity onsell onsellType startTime endTime startValue sellValue singlePrice price
  paytokenAddress paytokenSymbol paytokenDecimals createTime sellValue buyerValue owner payToken buyerToken buyerType`)
const HISTORY = words('type from to fromUser toUser content payToken txHash createTime expired isOwner')
const HISTORY_CONTENT = words('buyerValue sellValue paytokenSymbol sells')
const ITEM = words('address tokenId type quantity metadataUrl royalties isSale')
const ORDER = words(`owner sellToken sellTokenId sellType sellValue buyerToken buyToken buyerTokenId buyerType buyerValue buyValue salt
  signature orderType buyFee sellFee paytokenAddress paytokenName paytokenSymbol paytokenDecimals message chainId payToken quantity`)
const BID = words('address owner sellToken sellValue buyerValue sells payToken paytokenSymbol type expired status singlePrice')

/** Records as they travel, under every name the documents give their fields: the typed client reads our own. */
export function recordTests(worldNow: () => World): void {
  const ask = async (path: string, form: Record<string, string>, token?: string): Promise<unknown> => {
    const answer = await worldNow().market.server.post(path, form, { token })
    expect([path, answer.errno]).toEqual([path, undefined])
    return answer.data
  }
  const formOf = ({ collection, tokenId }: { collection: string; tokenId: bigint }) => ({ token: collection, tokenId: String(tokenId) })
  const asAlice = (path: string, form: Record<string, string>) => ask(path, form, worldNow().tokens.owner)

  describe('records on the wire', () => {
    it('[API-33][DATA-02] user.stat: six counts, each its own', async () => {
      const { alice } = worldNow()
      const form = { address: alice, chainId: '31337' }
      const counts = { followCount: 2, followerCount: 1, saleCount: 5, collectionCount: 8, createCount: 11, likeCount: 3 }
      expect(await ask('/user/stat', form)).toEqual(counts)
      const lists = ['follows', 'followers', 'onsales', 'collections', 'created', 'like'].map((list) =>
        ask(list.startsWith('follow') ? `/follow/${list}` : `/user/${list}`, form),
      )
      expect((await Promise.all(lists)).map((page) => (page as { total: number }).total)).toEqual(Object.values(counts))
      expect(await ask('/user/stat', { ...form, chainId: '31338' })).toMatchObject({ saleCount: 5 })
    })

    it('[API-54] contract.stat: what is on sale, and how many there are', async () => {
      const { market } = worldNow()
      expect(await ask('/contract/stat', { address: market.official })).toEqual({ saleCount: 2, collectionCount: 12 })
    })

    it('[F-54] blind.box.nfts and blind.box.history: nothing of a box that does not exist', async () => {
      for (const path of ['/blind/box/nfts', '/blind/box/history'])
        expect([path, await ask(path, { blindBoxId: '99999' })]).toMatchObject([path, { list: [] }])
    })

    it('[API-74][DATA-38] nft.owners: who holds how many', async () => {
      const { item, alice } = worldNow()
      const user = { address: alice, nickname: '', avatar: '' }
      expect(await ask('/nft/owners', formOf(item))).toMatchObject({ list: [{ itemOwner: alice, quantity: '1', user }] })
    })

    it('[DATA-08] nft.detail: every field of a card', async () => {
      const { alice, bob, listed, lot, market } = worldNow()
      const record = await asAlice('/nft/detail', formOf(listed))
      expect(record).toMatchObject({
        address: listed.collection,
        tokenId: String(listed.tokenId),
        chainId: 31337,
        quantity: '1',
        like: true,
        isLock: false,
        categoryId: '1',
        category: { id: '1', name: expect.any(String) },
        royalties: '[]',
        onlyOwner: alice,
        contract: {
          address: market.official,
          name: expect.stringMatching(/./),
          symbol: expect.stringMatching(/./),
          cover: expect.any(String),
        },
        creator: { address: alice, nickname: '', avatar: '' },
        items: [{ itemOwner: alice, quantity: '1', onsell: true }],
        sales: [{ owner: alice, sellTokenId: String(listed.tokenId), buyerValue: String(HALF_ETHER) }],
        bids: [{ owner: bob, buyerTokenId: String(listed.tokenId), sellValue: '3000000' }],
        auctions: [],
      })
      const { metadataContent, media } = record as { metadataContent: string; media: string }
      expect([media, Object.keys(JSON.parse(metadataContent))]).toEqual([
        metadataContent,
        expect.arrayContaining(['name', 'image', 'animation_url', 'attributes']),
      ])
      expect(JSON.parse(metadataContent).attributes).toEqual([{ key: 'Year', trait_type: 'Year', display_type: 'number', value: 2026 }])
      expect(readMetadata(media)).toMatchObject({ name: 'Five bottles', attributes: [{ key: 'Year', value: '2026' }] })
      expect(await asAlice('/nft/detail', formOf(lot))).toMatchObject({ auctions: [{ owner: alice, sellTokenId: String(lot.tokenId) }] })
    })

    it.each([
      ['[DATA-09, DATA-26, F-48, F-116] owner holding', ['items', 0], HOLDING],
      ['[DATA-10, F-48] history record', ['history', 0], HISTORY],
      ['[DATA-10, F-48] content of a history record', ['history', 0, 'content'], HISTORY_CONTENT],
      ['[DATA-25, F-48] item', [], ITEM],
      ['[DATA-26, DATA-27, F-48] listing', ['sales', 0], ORDER],
      ['[DATA-28, F-48] bid', ['bids', 0], BID],
      ['[DATA-28, F-48] row of nft.bids', ['bidRows', 0], BID],
      ['[DATA-38, F-48] owner entry', ['owners', 0], words('itemOwner quantity')],
    ] as const)('%s: every field that the documents name, under that name', async (_, path, fields) => {
      const { listed } = worldNow()
      const form = formOf(listed)
      const { list: owners } = (await asAlice('/nft/owners', form)) as { list: unknown[] }
      const history = ((await asAlice('/nft/history', form)) as { content?: object }[]).filter(({ content }) => content)
      const item = (await asAlice('/nft/detail', form)) as object
      const all: unknown = { ...item, history, owners, bidRows: await asAlice('/nft/bids', form) }
      const steps: readonly (string | number)[] = path
      const found = steps.reduce((at: unknown, step) => (at as Record<string | number, unknown> | undefined)?.[step], all)
      const missing = fields.filter((field) => (found as Record<string, unknown> | undefined)?.[field] === undefined)
      expect(missing).toEqual([])
    })

    it('[DATA-27] order.get: both sides, salt, signature, fees and pay token, in either spelling', async () => {
      const { alice, listed } = worldNow()
      const { tokenId, collection, salt } = listed
      const asked = { caddress: collection, tokenId: String(tokenId), owner: alice, type: String(ORDER_TYPE.SALE) }
      expect(await ask('/order/get', asked)).toMatchObject({
        owner: alice,
        chainId: 31337,
        orderType: ORDER_TYPE.SALE,
        salt: String(salt),
        sellFee: 250,
        buyFee: 250,
        sellToken: collection,
        sellTokenId: String(tokenId),
        sellType: ASSET_TYPE.ERC721,
        sellValue: '1',
        buyToken: ZERO_ADDRESS,
        buyTokenId: '0',
        buyType: ASSET_TYPE.COIN,
        buyValue: String(HALF_ETHER),
        buyerToken: ZERO_ADDRESS,
        buyerTokenId: '0',
        buyerType: ASSET_TYPE.COIN,
        buyerValue: String(HALF_ETHER),
        paytokenAddress: ZERO_ADDRESS,
        paytokenName: expect.stringMatching(/./),
        paytokenSymbol: 'ETH',
        paytokenDecimals: 18,
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
        message: expect.stringMatching(HASH),
      })
    })

    it.each(['buy', 'buyer'])('[DATA-27] order.prepare takes the side of the buyer as %sToken, %sValue and so on', async (side) => {
      const { alice, item } = worldNow()
      const form = {
        owner: alice,
        sellToken: item.collection,
        sellTokenId: String(item.tokenId),
        sellType: '3',
        sellValue: '1',
        type: 'EDIT_SALE',
        [`${side}Token`]: ZERO_ADDRESS,
        [`${side}TokenId`]: '0',
        [`${side}Type`]: '0',
        [`${side}Value`]: '7000',
      }
      expect(await asAlice('/order/prepare', form)).toMatchObject({
        buyValue: '7000',
        buyerValue: '7000',
        salt: expect.stringMatching(DIGITS),
      })
    })
  })
}
