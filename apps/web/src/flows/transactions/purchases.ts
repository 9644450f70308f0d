import type { ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { LOCAL, readStored, writeStored } from '../../lib/storage.ts'
import { useStored } from '../../lib/use-stored.ts'

type ItemKey = { collection: Address; tokenId: string | bigint }
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

function save(keys: readonly string[]): void {
  writeStored(LOCAL.pending, keys.length === 0 ? undefined : JSON.stringify(keys))
}

function addPurchase(item: ItemKey): void {
  save([...listPurchases().filter((key) => key !== keyOf(item)), keyOf(item)])
}

export function removePurchase(item: ItemKey): void {
  const keys = listPurchases()
  if (keys.includes(keyOf(item))) save(keys.filter((key) => key !== keyOf(item)))
}

/** Removes what no purchase refers to any more: no other code would. */
export function keepPurchases(items: readonly ItemKey[]): void {
  const keys = listPurchases()
  const kept = keys.filter((key) => items.some((item) => keyOf(item) === key))
  if (kept.length < keys.length) save(kept)
}

/** After the block: the item is locked for others until the market has read it (decision 24). A refusal changes nothing for the buyer. */
export async function afterPurchase(item: ItemKey, chainId: number, txHash: `0x${string}`): Promise<void> {
  addPurchase(item)
  const request = { collection: item.collection, tokenId: BigInt(item.tokenId), txHash, chainId }
  await api.nft.locknft(request).catch(() => undefined)
}

/** The item as this browser knows it: what was bought here is locked until the market has booked it, whether the server has locked it or not. */
export function useOwnLock<T extends Pick<ItemRecord, 'collection' | 'tokenId' | 'isLocked'>>(item: T): T {
  const isBought = useStored(LOCAL.pending, () => listPurchases().includes(keyOf(item)))
  return useMemo(() => (isBought && !item.isLocked ? { ...item, isLocked: true } : item), [item, isBought])
}
