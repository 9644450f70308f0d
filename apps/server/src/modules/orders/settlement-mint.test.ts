import {
  ASSET_TYPE,
  HISTORY_TYPE,
  ITEM_TYPE,
  type ItemType,
  NOTICE_SUBTYPE,
  ORDER_TYPE,
  payAmount,
  TOKEN_STANDARD,
  type TokenStandard,
  toExchangeOrder,
  unitPriceOf,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { type Hex, parseSignature } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../../../test/market/harness.ts'
import { HALF_ETHER, type ItemId, type Listing, TestMarket, type Who } from '../../../test/market/market.ts'

let market: TestMarket
let alice: Session
let bob: Session
beforeAll(async () => {
  market = await TestMarket.open()
  alice = await market.session('alice')
  bob = await market.session('bob')
})
afterAll(() => market.close())

type Declared = { readonly item: ItemId; readonly declare: () => Promise<{ metadataUrl: string }>; readonly mint: () => Promise<Hex> }

/** Metadata and an id, not minted. */
async function declared(standard: TokenStandard, quantity = 1n, type: ItemType = standard): Promise<Declared> {
  const { contracts } = market.testnet
  const collection = standard === TOKEN_STANDARD.ERC1155 ? contracts.official1155 : contracts.official721
  const { storageId } = await market.upload('alice')
  const { tokenId, v, r, s } = await alice.api.dapp.sign({ collection, chainId: market.chainId })
  const terms = { name: 'Not made yet', storageId, royalties: [500], category: 1n, quantity, standard: type, chainId: market.chainId }
  const declare = () => alice.api.nft.add({ collection, tokenId, ...terms })
  await declare()
  const args = [tokenId, Number(v), r, s, [], '/bafy'] as const
  const call = { address: collection, abi: collection721Abi, functionName: 'mint', args } as const
  return {
    item: { collection, tokenId, standard },
    declare,
    mint: async () => market.mined(await market.wallet('alice').writeContract(call)),
  }
}

/** The field carries the item type instead of a standard: hence the cast. */
const sell = ({ item }: Declared, quantity = 1n) => market.list('alice', { ...item, standard: ASSET_TYPE.MINTED }, HALF_ETHER, { quantity })

/** The voucher, the fee signature, and the fill that mints. */
async function buy(who: Who, { order, signature }: Listing, quantity = 1n): Promise<Hex> {
  const { api } = await market.session(who)
  const { token: collection, tokenId } = order.sellAsset
  const asked = { collection, tokenId, chainId: market.chainId }
  const { voucher } = await api.dapp.signtyid({ ...asked, from: order.owner, payType: ASSET_TYPE.COIN })
  const reply = await api.order.buyerFee({ ...asked, owner: order.owner, type: ORDER_TYPE.SALE, salt: order.salt, quantity })
  const maker = parseSignature(signature)
  const args = [
    toExchangeOrder(order),
    { v: Number(maker.v), r: maker.r, s: maker.s },
    BigInt(reply.buyerFee),
    { v: Number(reply.v), r: reply.r, s: reply.s },
    quantity,
    ZERO_ADDRESS,
    voucher,
  ] as const
  const value = payAmount(unitPriceOf(order), quantity, BigInt(reply.buyerFee))
  const call = { address: market.exchange, abi: exchangeAbi, functionName: 'exchange', args, value } as const
  return market.mined(await market.wallet(who).writeContract(call))
}

const detail = (item: ItemId) => bob.api.nft.detail(item)

describe('a sale before the mint', () => {
  it('can’t be delivered once its maker has handed the collection on', async () => {
    const collection = await market.collection('alice', 'Reef', 'REF')
    const { storageId } = await market.upload('alice')
    const { tokenId } = await alice.api.dapp.sign({ collection })
    const terms = { name: 'To come', storageId, category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721, chainId: market.chainId }
    await alice.api.nft.add({ collection, tokenId, ...terms })
    await market.list('alice', { collection, tokenId, standard: ASSET_TYPE.MINTED }, HALF_ETHER)
    const voucher = () => bob.api.dapp.signtyid({ collection, tokenId, from: alice.address, chainId: market.chainId })
    expect((await voucher()).voucher).toMatch(/^0x/)
    const call = { address: collection, abi: collection721Abi, functionName: 'transferOwnership', args: [market.address('dan')] } as const
    await market.mined(await market.wallet('alice').writeContract(call))
    await market.sync()
    await expect(voucher()).rejects.toMatchObject({ errno: 4105 })
  })

  it('[API-70][BUY-15] is shown, and minted to its buyer by the voucher of dapp.signtyid', async () => {
    const one = await declared(TOKEN_STANDARD.ERC721)
    expect(await detail(one.item)).toBeUndefined()
    const listing = await sell(one)
    expect(await detail(one.item)).toMatchObject({ isOnSale: true, supply: 1n, holdings: [], listings: [{ sellType: ASSET_TYPE.MINTED }] })
    expect((await bob.api.home.list({ page: 1, limit: 5 })).list.map(({ tokenId }) => tokenId)).toContain(one.item.tokenId)
    // A listed item can't be declared again: buyers have seen it.
    await expect(one.declare()).rejects.toMatchObject({ errno: 4109 })

    await buy('bob', listing)
    await market.sync()
    expect(await detail(one.item)).toMatchObject({
      onlyOwner: bob.address,
      creator: { address: alice.address },
      royalties: [500],
      isOnSale: false,
    })
    const acts = (await bob.api.nft.history(one.item)).map(({ type }) => type).sort((a, b) => a - b)
    expect(acts).toEqual([HISTORY_TYPE.SALE, HISTORY_TYPE.BUY, HISTORY_TYPE.MINT])
    const subTypes = (await alice.api.notices.list({ page: 1, limit: 3 })).list.map(({ subType }) => subType)
    expect(subTypes).toContain(NOTICE_SUBTYPE.BOUGHT)
    expect(subTypes).not.toContain(NOTICE_SUBTYPE.TRANSFER)
    const asked = { ...one.item, from: alice.address, chainId: market.chainId }
    await expect(bob.api.dapp.signtyid(asked)).rejects.toMatchObject({ errno: 4101 })

    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await detail(one.item)).toMatchObject({ isOnSale: true, holdings: [], listings: [{ isFundable: true }] })
  })

  it('of an edition mints all of it at the first fill; the rest needs its maker’s approval', async () => {
    const many = await declared(TOKEN_STANDARD.ERC1155, 5n)
    await expect(sell(many, 6n)).rejects.toMatchObject({ errno: 4110 })
    const listing = await sell(many, 4n)
    expect(await detail(many.item)).toMatchObject({ supply: 5n, holdings: [] })
    await buy('bob', listing, 1n)
    await market.sync()
    const after = await detail(many.item)
    expect(after?.holdings.map(({ owner, quantity }) => [owner, quantity])).toEqual([
      [alice.address, 4n],
      [bob.address, 1n],
    ])
    expect(after?.listings).toEqual([])
    const asked = { ...many.item, from: alice.address, chainId: market.chainId }
    await expect(bob.api.dapp.signtyid(asked)).rejects.toMatchObject({ errno: 4105 })
    await market.approve('alice', many.item.collection)
    await market.sync()
    expect((await detail(many.item))?.listings).toMatchObject([{ filled: 1n, isFundable: true }])
    await buy('bob', listing, 3n)
    await market.sync()
    expect((await detail(many.item))?.holdings.map(({ quantity }) => quantity)).toEqual([4n, 1n])
  })

  it('of an edition goes on after the first fill when its maker has handed the collection on', async () => {
    const standard = TOKEN_STANDARD.ERC1155
    const collection = await market.collection('alice', 'Shoal', 'SHL', standard)
    const { storageId } = await market.upload('alice')
    const { tokenId } = await alice.api.dapp.sign({ collection })
    const terms = { name: 'Five of them', storageId, royalties: [500], category: 1n, quantity: 5n, standard, chainId: market.chainId }
    await alice.api.nft.add({ collection, tokenId, ...terms })
    const item = { collection, tokenId, standard }
    const listing = await market.list('alice', { ...item, standard: ASSET_TYPE.MINTED }, HALF_ETHER, { quantity: 4n })
    await buy('bob', listing)
    await market.approve('alice', collection)
    const call = { address: collection, abi: collection721Abi, functionName: 'transferOwnership', args: [market.address('dan')] } as const
    await market.mined(await market.wallet('alice').writeContract(call))
    await market.sync()
    const reply = await bob.api.dapp.signtyid({ collection, tokenId, from: alice.address, chainId: market.chainId })
    expect(BigInt(reply.r)).toBe(0n)
    await buy('bob', listing, 3n)
    await market.sync()
    expect((await detail(item))?.holdings.map(({ owner, quantity }) => [owner, quantity])).toEqual([
      [bob.address, 4n],
      [alice.address, 1n],
    ])
  })

  it.each([
    ['6', ITEM_TYPE.TYERC721, TOKEN_STANDARD.ERC721, TOKEN_STANDARD.ERC1155],
    ['5', ITEM_TYPE.TYERC1155, TOKEN_STANDARD.ERC1155, TOKEN_STANDARD.ERC721],
  ])('[MINT-48] of an item that code %s declares, in a collection of its standard, travels as 5', async (_, type, standard, other) => {
    const one = await declared(standard, 1n, type)
    const { order } = await sell(one)
    expect(order.sellAsset.assetType).toBe(5)
    expect(await detail(one.item)).toMatchObject({ standard, listings: [{ sellType: 5 }] })
    await expect(declared(other, 1n, type)).rejects.toMatchObject({ errno: 402 })
  })

  it('[MINT-48] names no asset by code 6', async () => {
    const { item } = await declared(TOKEN_STANDARD.ERC721)
    const prepare = (sellType: string) =>
      market.server.post(
        '/order/prepare',
        {
          type: 'SALE',
          chainId: String(market.chainId),
          owner: alice.address,
          sellValue: '1',
          sellType,
          sellToken: item.collection,
          sellTokenId: String(item.tokenId),
          buyToken: ZERO_ADDRESS,
          buyTokenId: '0',
          buyType: '0',
          buyValue: String(HALF_ETHER),
        },
        { token: alice.token },
      )
    expect((await prepare('6')).errno).toBe(402)
    expect((await prepare('5')).errno).toBeUndefined()
  })

  it('is over when its maker mints the item itself', async () => {
    const one = await declared(TOKEN_STANDARD.ERC721)
    const { order } = await sell(one)
    await one.mint()
    await market.sync()
    expect(await detail(one.item)).toMatchObject({ onlyOwner: alice.address, isOnSale: false, listings: [] })
    const asked = { ...one.item, chainId: market.chainId }
    const fee = { ...asked, owner: alice.address, type: ORDER_TYPE.SALE, salt: order.salt }
    await expect(bob.api.order.buyerFee(fee)).rejects.toMatchObject({ errno: 4105 })
    await expect(bob.api.dapp.signtyid({ ...asked, from: alice.address })).rejects.toMatchObject({ errno: 4105 })
  })

  it('gives its voucher to others than the seller, for the sale’s pay token, and to none without a sale', async () => {
    const one = await declared(TOKEN_STANDARD.ERC721)
    const asked = { ...one.item, from: alice.address, chainId: market.chainId }
    await expect(bob.api.dapp.signtyid(asked)).rejects.toMatchObject({ errno: 4101 })
    await sell(one)
    await expect(alice.api.dapp.signtyid(asked)).rejects.toMatchObject({ errno: 4118 })
    await expect(bob.api.dapp.signtyid({ ...asked, payType: ASSET_TYPE.ERC20 })).rejects.toMatchObject({ errno: 402 })
    await expect(market.server.api().dapp.signtyid(asked)).rejects.toMatchObject({ errno: 501 })
    const reply = await bob.api.dapp.signtyid(asked)
    expect(reply).toMatchObject({ tokenId: one.item.tokenId, supply: 1n, fees: [{ recipient: alice.address, value: 500n }] })
  })
})
