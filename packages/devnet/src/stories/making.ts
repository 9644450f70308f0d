import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, BASE_URI, mintUriOf, royaltyInputBps, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import { collection721Abi, collection1155Abi, collectionFactoryAbi } from '@plinth/protocol/abi'
import { type Hex, keccak256, toHex } from 'viem'
import { mined, type Person } from './person.ts'
import { type CatalogueItem, type CollectionEntry, readMedia, titleOf } from './works.ts'

export interface Item {
  collection: Address
  tokenId: bigint
  /** Default ERC721. */
  standard?: TokenStandard
}

const WAIT_STEP_MS = 200
const WAIT_STEPS = 600

/** Announces the collection, creates it on chain, and waits until the market has indexed it. */
export async function createCollection(person: Person, entry: CollectionEntry): Promise<Address> {
  await mined(person, await sendCollection(person, entry))
  const [address] = (await waitForCollections(person, [entry])).values()
  if (!address) throw new Error(`${entry.name} has no address`)
  return address
}

/** Announces the collection and sends its creation. */
export async function sendCollection(person: Person, entry: CollectionEntry): Promise<Hex> {
  const { api, wallet, chain } = person
  const { chainId } = chain.chain
  const name = titleOf(entry, entry.language)
  const cover = await api.storage.upload({}, { files: [readMedia(entry.cover)] })
  const { miner } = await api.config.fetch({ chainId })
  const { metadataUrl } = await api.contract.create({
    name,
    symbol: entry.symbol,
    description: entry.description,
    storageId: cover.id,
    cover: cover.url,
    signer: miner,
    standard: TOKEN_STANDARD[entry.standard],
    owner: person.address,
    chainId,
  })
  return wallet.writeContract({
    address: chain.contracts.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: entry.standard === 'ERC1155' ? 'create1155' : 'create721',
    args: [name, entry.symbol, miner, metadataUrl, BASE_URI, keccak256(toHex(entry.slug))],
  })
}

/** Polls for all of them together: separate polls would slow down a busy market. */
export async function waitForCollections(
  { api, address, chain }: Person,
  entries: readonly CollectionEntry[],
): Promise<Map<string, Address>> {
  for (let step = 0; step < WAIT_STEPS; step++) {
    const rows = await api.user.listcontract({ address, chainId: chain.chain.chainId })
    const found = entries.flatMap((entry) => {
      const row = rows.find(({ name, isConfirmed }) => isConfirmed && name === titleOf(entry, entry.language))
      return row && row.address !== '' ? [[entry.slug, row.address] as const] : []
    })
    if (found.length === entries.length) return new Map(found)
    await sleep(WAIT_STEP_MS)
  }
  const names = entries.map(({ name }) => name).join(', ')
  throw new Error(`The market did not see the collections ${names} within ${(WAIT_STEP_MS * WAIT_STEPS) / 1000} s.`)
}

/** Uploads the file, takes a voucher, stores the metadata and mints. */
export async function mintItem(person: Person, entry: CatalogueItem, collection: Address, categoryId: bigint): Promise<Item> {
  const declared = await declareItem(person, entry, { collection, categoryId, language: 'en' })
  await mined(person, await sendMint(person, declared))
  return declared.item
}

export interface DeclaredItem {
  item: Item
  supply: bigint
  royaltyBps: number
  mintUri: string
  voucher: { v: string; r: Hex; s: Hex }
}

interface Place {
  collection: Address
  categoryId: bigint
  language: CollectionEntry['language']
}

/** Creates all of an item that the market stores; only the mint remains. */
export async function declareItem(
  person: Person,
  entry: CatalogueItem,
  { collection, categoryId, language }: Place,
): Promise<DeclaredItem> {
  const { api, chain } = person
  const { chainId } = chain.chain
  const [main, cover] = await uploadItem(person, entry)
  const { tokenId, ...voucher } = await api.dapp.sign({ collection, chainId })
  const royaltyBps = royaltyInputBps(String(entry.royaltyPercent))
  const supply = BigInt(entry.supply ?? 1)
  const standard = entry.supply === undefined ? TOKEN_STANDARD.ERC721 : TOKEN_STANDARD.ERC1155
  const { metadataUrl } = await api.nft.add({
    collection,
    tokenId,
    name: titleOf(entry, language),
    description: entry.description,
    storageId: (cover ?? main).id,
    imgUrl: (cover ?? main).url,
    ...(cover ? { animationStorageId: main.id, animUrl: main.url } : {}),
    royalties: royaltyBps > 0 ? [royaltyBps] : [],
    category: categoryId,
    properties: entry.attributes.map(({ key, value }) => ({ key, trait_type: key, value })),
    quantity: supply,
    standard,
    chainId,
  })
  return { item: { collection, tokenId, standard }, supply, royaltyBps, mintUri: mintUriOf(metadataUrl), voucher }
}

export function sendMint({ wallet, address }: Person, { item, supply, royaltyBps, mintUri, voucher }: DeclaredItem): Promise<Hex> {
  const { collection, tokenId, standard } = item
  const fees = royaltyBps > 0 ? [{ recipient: address, value: BigInt(royaltyBps) }] : []
  const [v, r, s] = [Number(voucher.v), voucher.r, voucher.s] as const
  const call = { address: collection, functionName: 'mint' } as const
  return standard === TOKEN_STANDARD.ERC1155
    ? wallet.writeContract({ ...call, abi: collection1155Abi, args: [tokenId, v, r, s, fees, supply, mintUri] })
    : wallet.writeContract({ ...call, abi: collection721Abi, args: [tokenId, v, r, s, fees, mintUri] })
}

async function uploadItem({ api }: Person, entry: CatalogueItem) {
  if (!entry.cover) return [await api.storage.upload({}, { files: [readMedia(entry.file)] })] as const
  const [main, cover] = await api.storage.multiupload({}, { files: [readMedia(entry.file), readMedia(entry.cover)] })
  if (!main || !cover) throw new Error(`${entry.slug}: two files were sent, fewer came back`)
  return [main, cover] as const
}
