import type { Address } from '@plinth/protocol'
import { endManyCall } from '@plinth/sdk'
import { sellingApi } from '../../../lib/selling-api.ts'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'

/** An own open sale. */
export type OwnSale = { readonly collection: Address; readonly tokenId: bigint; readonly salt: bigint }
/** All of one chain, which one transaction ends. */
export type EndPart = { readonly chainId: number; readonly sales: readonly OwnSale[] }
export type EndManyContext = { title: string }

export const endKey = (chainId: number): string => `end ${chainId}`

/** One block ends all: the answer for the first ones is that for the others. */
const ASKED = 200

/** Ends sales in one transaction, until the market has read that. */
export async function endSales({ chainId, sales }: EndPart, title: string, progress: Progress): Promise<void> {
  const chain = await openChain(chainId)
  const subject = `end ${sales.map(({ salt }) => salt).join()}`
  await transact(chain, endManyCall(chain, sales), { act: 'endSigned', title, item: undefined, subject }, progress)
  await untilIndexed(() => haveEnded({ chainId, sales }))
}

/** Whether the market has read that these have ended. */
export async function haveEnded({ chainId, sales }: EndPart): Promise<boolean> {
  if (sales.length === 0) return true
  const salts = new Set(sales.map(({ salt }) => salt))
  const items = sales.slice(0, ASKED).map(({ collection, tokenId }) => ({ chainId, collection, tokenId }))
  const { list } = await sellingApi.facts({ items })
  return list.every(({ listing }) => !listing || !salts.has(listing.salt))
}

/** One transaction for each chain (BULK-07). */
export const endManyFlow = (parts: readonly EndPart[]): Flow<EndManyContext> => ({
  steps: parts.map((part) => ({ key: endKey(part.chainId), run: ({ title }, progress) => endSales(part, title, progress) })),
})
