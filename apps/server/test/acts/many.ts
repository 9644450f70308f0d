import type { Client } from '@plinth/api'
import {
  type Address,
  ASSET_TYPE,
  bulkDigest,
  bulkLeaves,
  bulkSignatureOf,
  bulkTypedData,
  coin,
  erc721,
  MAX_MINTED_TOGETHER,
  mintManyArgument,
  ORDER_TYPE,
  type Order,
  orderDomain,
  payAmount,
  toExchangeOrder,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { type Hex, zeroHash } from 'viem'
import { expect } from 'vitest'
import { PEOPLE } from '../market/harness.ts'
import type { ItemId, TestMarket, Who } from '../market/market.ts'

const BY_OTHERS = 1n << 200n

/** So many items, minted by few transactions and indexed. `from` keeps the ids of two tests apart. */
export async function mintTogether(
  market: TestMarket,
  who: Who,
  { count, from, collection = market.official }: { count: number; from: number; collection?: Address },
): Promise<ItemId[]> {
  const { chainId } = market
  const { signer } = market.server.context
  const deadline = Number((await market.testnet.publicClient.getBlock()).timestamp) + 86_400
  const items = Array.from({ length: count }, (_, at) => ({ collection, tokenId: BY_OTHERS + BigInt(from + at) }))
  for (let at = 0; at < count; at += MAX_MINTED_TOGETHER) {
    const minted = items.slice(at, at + MAX_MINTED_TOGETHER)
    const voucher = {
      chainId,
      collection,
      items: minted.map(({ tokenId }) => ({ tokenId, uri: `/${tokenId}`, supply: 1n, fees: [] })),
      minter: market.address(who),
      deadline,
    }
    const args = [mintManyArgument(voucher), await signer.mintMany(voucher, signer.mintSigner)] as const
    await market.mined(
      await market.wallet(who).writeContract({ address: collection, abi: collection721Abi, functionName: 'mintMany', args }),
    )
  }
  await market.sync()
  return items
}

export type PricedItem = { readonly item: ItemId; readonly price: bigint; readonly salt?: bigint; readonly validUntil?: number }

export const saleOf = ({ item, price }: PricedItem) => ({
  collection: item.collection,
  tokenId: item.tokenId,
  assetType: ASSET_TYPE.ERC721,
  quantity: 1n,
  unitPrice: price,
  payToken: ZERO_ADDRESS,
})

/** Has the market allot numbers for sales, and answers what its maker signs. */
export async function prepareTree(
  market: Pick<TestMarket, 'chainId' | 'exchange'>,
  api: Pick<Client, 'order'>,
  maker: Address,
  sales: readonly PricedItem[],
): Promise<{ orders: Order[]; sent: Parameters<Client['order']['submitmany']>[0]['orders']; digest: Hex }> {
  const { chainId } = market
  const asked = sales.map((sale) => {
    const { salt, validUntil } = sale
    return { ...saleOf(sale), ...(salt === undefined ? {} : { salt }), ...(validUntil === undefined ? {} : { validUntil }) }
  })
  const { orders: answers } = await api.order.preparemany({ maker, chainId, orders: asked })
  const prepared = answers.map(({ code, salt, sellerFee, digest }) => {
    if (code !== undefined || salt === undefined || digest === undefined) throw new Error(code ?? 'Not prepared')
    return { salt, sellerFee: BigInt(sellerFee ?? 0), digest }
  })
  const orders = prepared.map(({ salt, sellerFee }, at): Order => {
    const { item, price } = sales[at] ?? expect.fail('One for each')
    const sellAsset = erc721(item.collection, item.tokenId)
    return { owner: maker, salt, sellAsset, buyAsset: coin(), selling: 1n, buying: price, sellerFee }
  })
  const leaves = bulkLeaves(orders)
  const sent = sales.map((sale, at) => {
    const [{ salt, digest } = expect.fail(), leaf = expect.fail()] = [prepared[at], leaves[at]]
    return { ...saleOf(sale), salt, digest, ...leaf }
  })
  return { orders, sent, digest: bulkDigest(orders, orderDomain(chainId, market.exchange)) }
}

/** Puts items on sale by one signature. Answers each order with the bytes that fill it. */
export async function listTogether(market: TestMarket, who: Who, sales: readonly PricedItem[]) {
  const { api, address: maker } = await market.session(who)
  const { orders, sent } = await prepareTree(market, api, maker, sales.slice(0, 200))
  const signature = await PEOPLE[who].signTypedData(bulkTypedData(orders, orderDomain(market.chainId, market.exchange)))
  const { orders: answers } = await api.order.submitmany({ maker, chainId: market.chainId, signature, orders: sent })
  return {
    answers,
    signature,
    sent,
    listed: orders.map((order, at) => ({ order, bytes: bulkSignatureOf(signature, sent[at] ?? expect.fail()) })),
  }
}

export const openSale = (market: TestMarket, { owner, sellAsset }: Order) =>
  market.server.api().order.get({ collection: sellAsset.token, tokenId: sellAsset.tokenId, owner, type: ORDER_TYPE.SALE })

/** Fills an order with bytes as the market answers them, without the operator's fee signature. */
export async function fill(market: TestMarket, who: Who, order: Order): Promise<void> {
  const { api } = await market.session(who)
  const { token: collection, tokenId } = order.sellAsset
  const wanted = { collection, tokenId, owner: order.owner, type: ORDER_TYPE.SALE, salt: order.salt, chainId: market.chainId }
  const { signature, buyerFee, isFeeSignatureNeeded } = await api.order.buyerFee(wanted)
  expect(isFeeSignatureNeeded).toBe(false)
  const none = { v: 0, r: zeroHash, s: zeroHash }
  const args = [toExchangeOrder(order), signature, BigInt(buyerFee), none, 1n, ZERO_ADDRESS] as const
  const value = payAmount(order.buying, 1n, BigInt(buyerFee))
  await market.mined(
    await market.wallet(who).writeContract({ address: market.exchange, abi: exchangeAbi, functionName: 'exchange', args, value }),
  )
}
