import type { Address } from '@plinth/protocol'
import { isApproved, type Refusal, type SaleTerms, type SignatureRequest, signManyStep } from '@plinth/sdk'
import { failureOf } from '../../../wallet/errors.ts'
import { showAsked } from '../../engine/asked.ts'
import { requireSameAccount } from '../../engine/context.ts'
import type { Flow, Progress, Step } from '../../engine/engine.ts'
import { approveCollection } from '../money/approval.ts'
import { openBulkChain } from './bulk-chain.ts'
import { endKey, endSales, type OwnSale } from './end-many.ts'

/** A sale to sign; `key` names its work among all chains. */
export type SellLine = SaleTerms & { readonly key: string }
export type CollectionOf = { readonly collection: Address; readonly collectionName: string }

/** All of one chain: approvals, then the end of sales whose price rises, then one signature. */
export type SellPart = {
  readonly chainId: number
  readonly network: string
  readonly collections: readonly CollectionOf[]
  readonly hasRaises: boolean
}

export type SellManyContext = {
  /** As the rows stand when it is called, as are `raisedOf` and `typedOf`. */
  readonly linesOf: (chainId: number) => readonly SellLine[]
  /** Sales that end before their works are signed again. */
  readonly raisedOf: (chainId: number) => readonly OwnSale[]
  /** All that was typed for the lines of a chain, without the time of the press. */
  readonly typedOf: (chainId: number) => string
  /** Sales that the market knows as ended, by salt. */
  readonly ended: Set<bigint>
  /** Sales that a transaction under way ends, by chain. */
  readonly ending: Map<number, readonly OwnSale[]>
  /** Approvals that the seller refused: `approvalKey`. */
  readonly refused: Set<string>
  /** Refused lines by key. */
  readonly refusals: Map<string, Refusal>
  /** Signatures whose batches are not all answered yet. */
  readonly signed: Map<number, { request: SignatureRequest; signature: `0x${string}`; typed: string }>
}

export const approvalKey = (chainId: number, collection: Address): string => `approve ${chainId} ${collection}`
export const signKey = (chainId: number): string => `sign ${chainId}`

/** An approval that is declined, or fails, stops only its own works (BULK-05). */
const approveStep = (chainId: number, { collection, collectionName }: CollectionOf): Step<SellManyContext> => ({
  key: approvalKey(chainId, collection),
  isDone: async () => isApproved(await openBulkChain(chainId), collection),
  run: async ({ refused }, progress) => {
    const chain = await openBulkChain(chainId)
    await approveCollection({ chain, collection, collectionName }, progress).catch((error: unknown) => {
      const { code } = failureOf(error)
      if (code !== 'USER_REJECTED' && code !== 'TX_REVERTED') throw error
      refused.add(approvalKey(chainId, collection))
    })
  },
})

const notEnded = ({ raisedOf, ended }: SellManyContext, chainId: number): OwnSale[] =>
  raisedOf(chainId).filter(({ salt }) => !ended.has(salt))

async function endRaised(context: SellManyContext, { chainId, network }: SellPart, progress: Progress): Promise<void> {
  const { ended, ending } = context
  const known = progress.resume === undefined ? undefined : ending.get(chainId)
  const sales = known ?? notEnded(context, chainId)
  ending.set(chainId, sales)
  await endSales({ chainId, sales }, network, progress)
  for (const { salt } of sales) ended.add(salt)
}

const endStep = (part: SellPart): Step<SellManyContext> => ({
  key: endKey(part.chainId),
  isDone: async (context) => notEnded(context, part.chainId).length === 0,
  run: (context, progress) => endRaised(context, part, progress),
})

const signStep = (part: SellPart): Step<SellManyContext> => ({
  key: signKey(part.chainId),
  run: async (context, progress) => {
    const { linesOf, typedOf, refusals, signed } = context
    const { chainId } = part
    const chain = await openBulkChain(chainId)
    await chain.wallet.switchChain(chainId)
    const typed = typedOf(chainId)
    const known = signed.get(chainId)
    if (known?.typed === typed) return known.request.submit(known.signature)
    // A price may have been raised after the step that ends listings.
    if (progress.resume !== undefined || notEnded(context, chainId).length > 0) {
      await endRaised(context, part, progress)
      progress.over()
    }
    const lines = linesOf(chainId)
    const step = signManyStep(chain, lines, (outcomes) => {
      for (const [at, { key }] of lines.entries()) {
        const refusal = outcomes[at]
        if (refusal) refusals.set(key, refusal)
        else refusals.delete(key)
      }
    })
    const request = await step.prepare()
    if (request?.kind !== 'signature') return
    requireSameAccount(chain)
    showAsked(chain, { kind: 'signature', typedData: request.typedData })
    const signature = await chain.wallet.signTypedData(request.typedData)
    // A connection that fails now is tried again without another question to the wallet.
    signed.set(chainId, { request, signature, typed })
    await request.submit(signature)
  },
})

/** Lists many works, or changes their prices: approvals, one end for all that rise, and one signature, chain by chain. */
export const sellManyFlow = (parts: readonly SellPart[]): Flow<SellManyContext> => ({
  steps: [
    ...parts.flatMap(({ chainId, collections }) => collections.map((collection) => approveStep(chainId, collection))),
    ...parts.flatMap((part): Step<SellManyContext>[] => [...(part.hasRaises ? [endStep(part)] : []), signStep(part)]),
  ],
})
