import type { Address, Hex } from 'viem'
import { collection721Abi, collection1155Abi, exchangeAbi, payTokenAbi } from './abi.ts'
import { partsOf, sigOf, until, type Wallet, type Wire, ZERO } from './client.ts'

/** Type codes of document B §9. */
export const ERC1155 = 2
export const ERC721 = 3
const COIN = 0
export const SALE = 1
export const BID = 2
const ACTION = { SALE: 1, EDIT_SALE: 2, BID: 5, EDIT_BID: 6 } as const

export type Item = { address: Address; tokenId: string; type: typeof ERC721 | typeof ERC1155 }
export type PayToken = { address: Address; decimals: number; symbol: string; type: number }

/** nft.detail, as soon as it is as described. */
export const seen = (who: Wallet, { address, tokenId }: Item, what: string, holds: (nft: Wire) => unknown): Promise<Wire> =>
  until(what, () => who.call('/nft/detail', { token: address, tokenId, chainId: who.chainId }), holds)

/** Upload, mint signature, nft.add, mint (document B §4, item creation). */
export async function mint(who: Wallet, collection: Wire, picture: Uint8Array<ArrayBuffer>, quantity = 1): Promise<Item> {
  const { chainId } = who
  const { id, url } = await who.upload(picture, 'work.png', 'image/png')
  const { v, r, s, tokenId } = await who.call('/dapp/sign', { address: collection.address, chainId })
  const categories: Wire[] = await who.call('/category/list', { chainId })
  const { metadataUrl } = await who.call('/nft/add', {
    address: collection.address,
    storageId: id,
    imgUrl: url,
    quantity,
    tokenId,
    name: `Documents ${tokenId}`,
    description: 'By the documents alone',
    royalties: JSON.stringify([200]),
    categoryId: categories[0].id,
    properties: JSON.stringify([{ key: 'Year', trait_type: 'Year', value: '2026' }]),
    type: collection.type,
    animUrl: '',
    animStorageId: null,
    chainId,
  })
  const fees = [{ recipient: who.address, value: 200n }]
  const uri = metadataUrl.replace(/^ipfs:\//, '')
  const rest = collection.type === ERC1155 ? [fees, BigInt(quantity), uri] : [fees, uri]
  const abi = collection.type === ERC1155 ? collection1155Abi : collection721Abi
  await who.send({
    address: collection.address,
    abi,
    functionName: 'mint',
    args: [BigInt(tokenId), Number(String(v).toLowerCase()), r, s, ...rest],
  })
  const item: Item = { address: collection.address, tokenId, type: collection.type }
  await seen(who, item, 'the mint', (nft) => nft?.items.length === 1)
  return item
}

/** Once for a collection: approval for all of the transfer proxy. */
export async function approve(who: Wallet, collection: Address): Promise<void> {
  const proxy = who.config.contract.transferProxyAddress
  const asked = { address: collection, abi: collection721Abi, functionName: 'isApprovedForAll', args: [who.address, proxy] } as const
  if (!(await who.reader.readContract(asked))) {
    await who.send({ address: collection, abi: collection721Abi, functionName: 'setApprovalForAll', args: [proxy, true] })
  }
}

/** Turns coin into the wrapped one and allows all of it (approve for the maximum amount). */
export async function fund(who: Wallet, payToken: PayToken, amount: bigint): Promise<void> {
  await who.send({ address: payToken.address, abi: payTokenAbi, functionName: 'deposit', value: amount })
  const args = [who.config.contract.erc20TransferProxyAddress, 2n ** 256n - 1n] as const
  await who.send({ address: payToken.address, abi: payTokenAbi, functionName: 'approve', args })
}

type Offer = { price: bigint; quantity?: bigint; payToken: PayToken; salt?: string }

/** Prepare, sign the message without 0x, add; a salt makes it an edit, which order.add alone is told (wire 2.7). */
export async function list(who: Wallet, item: Item, offer: Offer): Promise<string> {
  const { price, quantity = 1n, payToken, salt } = offer
  const sides = { sellToken: item.address, sellTokenId: item.tokenId, sellType: item.type, sellValue: quantity }
  const buy = { buyToken: payToken.address, buyTokenId: 0, buyType: payToken.type, buyValue: price * quantity }
  return order(who, { ...sides, ...buy }, [ACTION.SALE, ACTION.EDIT_SALE], salt)
}

export async function bid(who: Wallet, item: Item, { price, quantity = 1n, payToken, salt }: Offer): Promise<string> {
  const sell = { sellToken: payToken.address, sellTokenId: 0, sellType: payToken.type, sellValue: price * quantity }
  const buy = { buyToken: item.address, buyTokenId: item.tokenId, buyType: item.type, buyValue: quantity }
  return order(who, { ...sell, ...buy }, [ACTION.BID, ACTION.EDIT_BID], salt)
}

type Acts = readonly [make: number, edit: number]

async function order(who: Wallet, sides: Record<string, string | number | bigint>, [make, edit]: Acts, known = '0'): Promise<string> {
  const form = { owner: who.address, ...sides, chainId: who.chainId }
  const { message, salt } = await who.call('/order/prepare', { ...form, type: make, salt: known })
  const text = message.replace(/^0x/, '')
  const signature = await who.sign(text)
  await who.call('/order/add', { ...form, type: known === '0' ? make : edit, salt, message: text, signature })
  return salt
}

export const findOrder = (who: Wallet, { address, tokenId }: Item, owner: Address, type: number): Promise<Wire> =>
  who.call('/order/get', { caddress: address, tokenId, owner, type, chainId: who.chainId })

/** The order as the exchange takes it; the fee is the site's (wire 4.2). */
function onChain(who: Wallet, found: Wire) {
  const side = (token: Address, tokenId: string, assetType: number) => ({ token, tokenId: BigInt(tokenId), assetType })
  return {
    key: {
      owner: found.owner,
      salt: BigInt(found.salt),
      sellAsset: side(found.sellToken, found.sellTokenId, found.sellType),
      buyAsset: side(found.buyerToken, found.buyerTokenId, found.buyerType),
    },
    selling: BigInt(found.sellValue),
    buying: BigInt(found.buyerValue),
    sellerFee: BigInt(who.config.sellerFee),
  }
}

/** Fetch the order, then cancel it on chain by its key. */
export async function cancel(who: Wallet, item: Item, type: number, owner: Address = who.address): Promise<void> {
  const { key } = onChain(who, await findOrder(who, item, owner, type))
  await who.send({ address: who.config.contract.nftExchangeAddress, abi: exchangeAbi, functionName: 'cancel', args: [key] })
}

/** Of a sale: pay price and buyer fee, then lock the item (document B §4). */
export async function buy(who: Wallet, item: Item, owner: Address, quantity = 1n): Promise<Hex> {
  const found = await findOrder(who, item, owner, SALE)
  const { chainId, config } = who
  const asked = { sellToken: item.address, sellTokenId: item.tokenId, owner, type: SALE, salt: found.salt, chainId }
  const reply = await who.call('/order/buyerFee', asked)
  const price = (BigInt(found.buyerValue) * quantity) / BigInt(found.sellValue)
  const value = found.buyerType === COIN ? price + (price * BigInt(config.buyerFee)) / 10_000n : 0n
  const args = [onChain(who, found), sigOf(found.signature), BigInt(config.buyerFee), partsOf(reply), quantity, ZERO] as const
  const hash = await who.send({ address: config.contract.nftExchangeAddress, abi: exchangeAbi, functionName: 'exchange', args, value })
  await who.call('/nft/locknft', { token: item.address, tokenId: item.tokenId, chainId })
  return hash
}

/** Of a bid: the amount is in units of the pay token. */
export async function acceptBid(who: Wallet, item: Item, bidder: Address, quantity = 1n): Promise<void> {
  const found = await findOrder(who, item, bidder, BID)
  const { chainId, config } = who
  const asked = { buyToken: item.address, buyTokenId: item.tokenId, owner: bidder, type: BID, salt: found.salt, chainId }
  const reply = await who.call('/order/buyerFee', asked)
  const amount = (quantity * BigInt(found.sellValue)) / BigInt(found.buyerValue)
  const args = [onChain(who, found), sigOf(found.signature), BigInt(config.buyerFee), partsOf(reply), amount, ZERO] as const
  await who.send({ address: config.contract.nftExchangeAddress, abi: exchangeAbi, functionName: 'exchange', args })
}

export async function transfer(who: Wallet, item: Item, to: Address, quantity = 1n): Promise<void> {
  const id = BigInt(item.tokenId)
  if (item.type === ERC721) {
    await who.send({ address: item.address, abi: collection721Abi, functionName: 'transferFrom', args: [who.address, to, id] })
  } else {
    const args = [who.address, to, id, quantity, '0x'] as const
    await who.send({ address: item.address, abi: collection1155Abi, functionName: 'safeTransferFrom', args })
  }
}

export async function burn(who: Wallet, item: Item, quantity = 1n): Promise<void> {
  const id = BigInt(item.tokenId)
  const is721 = item.type === ERC721
  const args = is721 ? [id] : [who.address, id, quantity]
  await who.send({ address: item.address, abi: is721 ? collection721Abi : collection1155Abi, functionName: 'burn', args })
}
