import type { Collection } from '@plinth/api'
import {
  ACTION_TYPE,
  type Address,
  ASSET_TYPE,
  BASE_URI,
  mintUriOf,
  ORDER_TYPE,
  type Order,
  orderDomain,
  orderTypedData,
  parseSignature,
  parseUnits,
  payAmount,
  royaltyInputBps,
  TOKEN_STANDARD,
  toExchangeOrder,
  ZERO_ADDRESS,
} from '@plinth/protocol'
import { collection721Abi, collectionFactoryAbi, exchangeAbi } from '@plinth/protocol/abi'
import { keccak256, toHex } from 'viem'
import { mined, type Person } from './person.ts'
import { type CollectionEntry, readMedia, type WorkEntry } from './works.ts'

export interface Item {
  collection: Address
  tokenId: bigint
}

const COIN_DECIMALS = 18
const WAIT_STEP_MS = 100
const WAIT_STEPS = 300

/** Announces the collection, creates it on chain, and waits until the market has seen it there. */
export async function createCollection(person: Person, entry: CollectionEntry): Promise<Address> {
  const { api, wallet, chain } = person
  const { chainId } = chain.chain
  const cover = await api.storage.upload({}, { files: [readMedia(entry.cover)] })
  const { miner } = await api.config.fetch({ chainId })
  await api.contract.create({
    name: entry.name,
    symbol: entry.symbol,
    description: entry.description,
    storageId: cover.id,
    cover: cover.url,
    signer: miner,
    standard: TOKEN_STANDARD.ERC721,
    owner: person.address,
    chainId,
  })
  const hash = await wallet.writeContract({
    address: chain.contracts.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: 'create721',
    args: [entry.name, entry.symbol, miner, BASE_URI, BASE_URI, keccak256(toHex(entry.slug))],
  })
  await mined(person, hash)
  return waitForCollection(person, entry.name)
}

async function waitForCollection({ api, address, chain }: Person, name: string): Promise<Address> {
  const isOurs = (row: Collection): row is Collection & { address: Address } => row.name === name && row.isConfirmed && row.address !== ''
  for (let step = 0; step < WAIT_STEPS; step++) {
    const found = (await api.user.listcontract({ address, chainId: chain.chain.chainId })).find(isOurs)
    if (found) return found.address
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS))
  }
  throw new Error(`The market did not see the collection ${name} within ${(WAIT_STEP_MS * WAIT_STEPS) / 1000} s.`)
}

/** Uploads a work, takes a voucher, stores the metadata and mints. */
export async function mintWork(person: Person, entry: WorkEntry, collection: Address, categoryId: bigint): Promise<Item> {
  const { api, wallet, chain } = person
  const { chainId } = chain.chain
  const [main, cover] = await uploadWork(person, entry)
  const voucher = await api.dapp.sign({ collection, chainId })
  const royaltyBps = royaltyInputBps(String(entry.royaltyPercent))
  const { metadataUrl } = await api.nft.add({
    collection,
    tokenId: voucher.tokenId,
    name: entry.name,
    description: entry.description,
    storageId: (cover ?? main).id,
    imgUrl: (cover ?? main).url,
    ...(cover ? { animationStorageId: main.id, animUrl: main.url } : {}),
    royalties: royaltyBps > 0 ? [royaltyBps] : [],
    category: categoryId,
    properties: entry.attributes.map(({ key, value }) => ({ key, trait_type: key, value })),
    quantity: 1n,
    standard: TOKEN_STANDARD.ERC721,
    chainId,
  })
  const fees = royaltyBps > 0 ? [{ recipient: person.address, value: BigInt(royaltyBps) }] : []
  const hash = await wallet.writeContract({
    address: collection,
    abi: collection721Abi,
    functionName: 'mint',
    args: [voucher.tokenId, Number(voucher.v), voucher.r, voucher.s, fees, mintUriOf(metadataUrl)],
  })
  await mined(person, hash)
  return { collection, tokenId: voucher.tokenId }
}

async function uploadWork({ api }: Person, entry: WorkEntry) {
  if (!entry.cover) return [await api.storage.upload({}, { files: [readMedia(entry.file)] })] as const
  const [main, cover] = await api.storage.multiupload({}, { files: [readMedia(entry.file), readMedia(entry.cover)] })
  if (!main || !cover) throw new Error(`${entry.slug}: two files were sent, fewer came back`)
  return [main, cover] as const
}

/** Approves the collection once, signs the sale, and hands it to the market. */
export async function listItem(person: Person, item: Item, price: string): Promise<void> {
  const { api, wallet, chain, address } = person
  const { chainId } = chain.chain
  await approveCollection(person, item.collection)
  const sides = {
    maker: address,
    sellToken: item.collection,
    sellTokenId: item.tokenId,
    sellType: ASSET_TYPE.ERC721,
    selling: 1n,
    buyToken: ZERO_ADDRESS,
    buyTokenId: 0n,
    buyType: ASSET_TYPE.COIN,
    buying: parseUnits(price, COIN_DECIMALS),
  }
  const prepared = await api.order.prepare({ ...sides, type: ACTION_TYPE.SALE, chainId })
  const order = orderOf({ ...sides, salt: prepared.salt, sellerFee: prepared.sellerFee })
  const signature = await wallet.signTypedData(orderTypedData(order, orderDomain(chainId, chain.contracts.exchange)))
  await api.order.add({ ...sides, salt: prepared.salt, type: ACTION_TYPE.SALE, digest: prepared.digest, signature, chainId })
}

async function approveCollection(person: Person, collection: Address): Promise<void> {
  const { wallet, chain, address } = person
  const call = { address: collection, abi: collection721Abi } as const
  const isApproved = await wallet.readContract({
    ...call,
    functionName: 'isApprovedForAll',
    args: [address, chain.contracts.transferProxy],
  })
  if (isApproved) return
  await mined(
    person,
    await wallet.writeContract({ ...call, functionName: 'setApprovalForAll', args: [chain.contracts.transferProxy, true] }),
  )
}

/** Buys what `owner` has on sale, with the operator's word on the fee. */
export async function buyItem(person: Person, item: Item, owner: Address): Promise<void> {
  const { api, wallet, chain } = person
  const { chainId } = chain.chain
  const row = await api.order.get({ ...item, owner, type: ORDER_TYPE.SALE, chainId })
  const fee = await api.order.buyerFee({ ...item, owner, type: ORDER_TYPE.SALE, salt: row.salt, chainId })
  const hash = await wallet.writeContract({
    address: chain.contracts.exchange,
    abi: exchangeAbi,
    functionName: 'exchange',
    args: [
      toExchangeOrder(orderOf(row)),
      parseSignature(row.signature),
      BigInt(fee.buyerFee),
      { v: Number(fee.v), r: fee.r, s: fee.s },
      1n,
      ZERO_ADDRESS,
    ],
    value: payAmount(row.buying, 1n, BigInt(fee.buyerFee)),
  })
  await mined(person, hash)
}

type Sides = {
  maker: Address
  sellToken: Address
  sellTokenId: bigint
  sellType: number
  selling: bigint
  buyToken: Address
  buyTokenId: bigint
  buyType: number
  buying: bigint
  salt: bigint
  sellerFee: number
}

function orderOf(row: Sides): Order {
  return {
    owner: row.maker,
    salt: row.salt,
    sellAsset: { token: row.sellToken, tokenId: row.sellTokenId, assetType: assetTypeIn(row.sellType) },
    buyAsset: { token: row.buyToken, tokenId: row.buyTokenId, assetType: assetTypeIn(row.buyType) },
    selling: row.selling,
    buying: row.buying,
    sellerFee: BigInt(row.sellerFee),
  }
}

function assetTypeIn(code: number): Order['sellAsset']['assetType'] {
  const found = Object.values(ASSET_TYPE).find((type) => type === code)
  if (found === undefined) throw new Error(`no asset type ${code}`)
  return found
}
