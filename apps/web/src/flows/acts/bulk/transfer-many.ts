import type { Address } from '@plinth/protocol'
import { type HeldItem, hasHappened, isApproved, requireWallet, transferManyCall } from '@plinth/sdk'
import { openChain, untilIndexed } from '../../engine/context.ts'
import type { Flow } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { sayToHolder } from '../item/quantity-held.ts'
import { approveCollection } from '../money/approval.ts'
import { approvalKey, type CollectionOf } from './sell-many.ts'

export type GivenItem = HeldItem & { readonly to: Address }
export type TransferManyContext = { readonly title: string; readonly items: readonly GivenItem[] }

/** One transaction for all, of one chain, or for none; each collection is approved first, since a contract moves them (BULK-08). */
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
      run: async ({ title, items }, progress) => {
        const chain = await openChain(chainId)
        let hash = progress.resume
        const sent = (next: string) => {
          hash = next
          progress.sent(next)
        }
        const subject = items.map(({ collection, tokenId, quantity, to }) => `${collection} ${tokenId} ${quantity} ${to}`).join()
        const about = { act: 'transferMany' as const, title, item: undefined, subject }
        await transact(chain, transferManyCall(chain, items), about, { ...progress, sent }).catch(sayToHolder)
        const [first] = items
        // One block holds all of them.
        if (first) await untilIndexed(() => hasHappened(chain, first, hash))
      },
    },
  ],
})
