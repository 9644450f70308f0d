import type { Address } from '@plinth/protocol'
import { endManyCall, type HeldItem, hasHappened, isApproved, requireWallet, transferManyCall } from '@plinth/sdk'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { canBatch, sendBatch, transact } from '../../transactions/transact.ts'
import { sayToHolder } from '../item/quantity-held.ts'
import { approveCollection } from '../money/approval.ts'
import { endKey, endSales, haveEnded, type OwnSale } from './end-many.ts'
import { approvalKey, type CollectionOf } from './sell-many.ts'

export type GivenItem = HeldItem & { readonly to: Address }
export type TransferManyContext = {
  readonly title: string
  readonly items: readonly GivenItem[]
  /** Own listings of these items that end too: they would live again if the items came back (APPR-05). */
  readonly ends: readonly OwnSale[]
}

/**
 * One transaction for all, of one chain, or for none; each collection is approved first, since a contract moves them (BULK-08). The end
 * of listings goes into the same transaction, where the wallet can do that, else into one after it.
 */
export const transferManyFlow = (chainId: number, collections: readonly CollectionOf[]): Flow<TransferManyContext> => ({
  open: async ({ items }) => {
    const chain = await openChain(chainId)
    for (const to of new Set(items.map((item) => item.to))) await requireWallet(chain, to)
  },
  steps: [
    ...collections.map(({ collection, collectionName }) => ({
      key: approvalKey(chainId, collection),
      isDone: async () => isApproved(await openChain(chainId), collection),
      run: async (_: TransferManyContext, progress: Parameters<Flow<TransferManyContext>['steps'][number]['run']>[1]) =>
        approveCollection({ chain: await openChain(chainId), collection, collectionName }, progress),
    })),
    {
      key: 'transfer',
      run: async ({ title, items, ends }, progress) => {
        const chain = await openChain(chainId)
        let hash = progress.resume
        const sent = (next: string) => {
          hash = next
          progress.sent(next)
        }
        const subject = items.map(({ collection, tokenId, quantity, to }) => `${collection} ${tokenId} ${quantity} ${to}`).join()
        const about = { act: 'transferMany' as const, title, item: undefined, subject }
        const call = transferManyCall(chain, items)
        const isBatch = ends.length > 0 && (await canBatch(chain))
        await (isBatch
          ? sendBatch(chain, [call, endManyCall(chain, ends)], about, { ...progress, sent })
          : transact(chain, call, about, { ...progress, sent })
        ).catch(sayToHolder)
        const [first] = items
        // One block holds all of them.
        if (first) await untilIndexed(() => hasHappened(chain, first, hash))
      },
    },
    {
      key: endKey(chainId),
      isDone: ({ ends }) => haveEnded({ chainId, sales: ends }),
      run: ({ title, ends }, progress) => endSales({ chainId, sales: ends }, title, progress),
    },
  ],
})
