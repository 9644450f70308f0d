import type { Address } from '@plinth/protocol'
import { api } from '../lib/api.ts'
import { LOCAL, readStored, writeStored } from '../lib/storage.ts'

type ItemKey = { collection: Address; tokenId: string }
const keyOf = ({ collection, tokenId }: ItemKey) => `${collection}:${tokenId}`

/** Keys of items bought here that the market has not yet booked (document B §4). */
export function listPurchases(): readonly string[] {
  try {
    const list: unknown = JSON.parse(readStored(LOCAL.pending) ?? '[]')
    return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

const save = (keys: readonly string[]) => writeStored(LOCAL.pending, keys.length === 0 ? undefined : JSON.stringify(keys))

export function addPurchase(item: ItemKey): void {
  save([...listPurchases().filter((key) => key !== keyOf(item)), keyOf(item)])
}

export function removePurchase(item: ItemKey): void {
  save(listPurchases().filter((key) => key !== keyOf(item)))
}

/** After the block: the item is locked for others until the market has read it (decision 24). A refusal changes nothing for the buyer. */
export async function afterPurchase(item: ItemKey, chainId: number, txHash: `0x${string}`): Promise<void> {
  addPurchase(item)
  const request = { collection: item.collection, tokenId: BigInt(item.tokenId), txHash, chainId }
  await api.nft.locknft(request).catch(() => undefined)
}
