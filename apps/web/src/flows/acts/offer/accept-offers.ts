import type { Address } from '@plinth/protocol'
import { type AcceptOfferTerms, acceptOfferCall, acceptOffersCall, fetchOfferFill, hasHappened, isApproved } from '@plinth/sdk'
import { untilIndexed } from '../../engine/context.ts'
import type { Flow, Progress } from '../../engine/engine.ts'
import { transact } from '../../transactions/transact.ts'
import { approveCollection } from '../money/approval.ts'
import { explainAcceptance, sayOfBid } from '../order/accept-bid.ts'
import { type OfferChain, openOfferChain } from './offer-chain.ts'

export type AcceptOffersContext = {
  chainId: number
  /** Of the transaction: the work's name, or how many offers. */
  title: string
  collections: readonly { collection: Address; collectionName: string }[]
  lines: readonly AcceptOfferTerms[]
  /** Which lines were accepted; others had gone meanwhile. */
  accepted: readonly boolean[]
  chain?: OfferChain
}

const chainOf = async (context: AcceptOffersContext): Promise<OfferChain> => {
  context.chain ??= await openOfferChain(context.chainId)
  return context.chain
}

async function missingApprovals(context: AcceptOffersContext) {
  const chain = await chainOf(context)
  const are = await Promise.all(context.collections.map(({ collection }) => isApproved(chain, collection)))
  return context.collections.filter((_, at) => !are[at])
}

/** One of a single line as it stands; of several each as a whole or not at all, and at least one. */
async function callOf(chain: OfferChain, lines: readonly AcceptOfferTerms[]) {
  const fills = await Promise.all(lines.map(async (terms) => ({ terms, fill: await fetchOfferFill(chain, terms).catch(sayOfBid) })))
  const [only] = fills
  if (only && fills.length === 1 && only.terms.shown.kind !== 'item')
    return acceptOfferCall(chain, only.fill, only.terms.quantity, only.terms.receives)
  return acceptOffersCall(chain, fills, 1)
}

async function accept(context: AcceptOffersContext, progress: Progress): Promise<void> {
  const chain = await chainOf(context)
  const { lines, title } = context
  const [only] = lines.length === 1 ? lines : []
  let hash = progress.resume
  const sent = (next: string) => {
    hash = next
    progress.sent(next)
  }
  const about = {
    act: only ? ('acceptOffer' as const) : ('acceptOffers' as const),
    title,
    item: only && { collection: only.collection, tokenId: only.tokenId.toString() },
    subject: lines.map(({ shown }) => shown.salt).join(),
  }
  const call = progress.resume === undefined ? await callOf(chain, lines) : undefined
  await transact(chain, call, about, { ...progress, sent }).catch(explainAcceptance)
  const moved = () => Promise.all(lines.map((item) => hasHappened(chain, item, hash)))
  await untilIndexed(async () => (await moved()).some(Boolean))
  context.accepted = await moved()
}

/** Each collection's approval that is missing, then one transaction for all lines. */
export const acceptOffersFlow: Flow<AcceptOffersContext> = {
  steps: [
    {
      key: 'approve',
      isDone: async (context) => (await missingApprovals(context)).length === 0,
      run: async (context, progress) => {
        const chain = await chainOf(context)
        const [first, ...others] = await missingApprovals(context)
        if (first) await approveCollection({ ...first, chain }, progress)
        for (const next of others) {
          progress.over()
          await approveCollection({ ...next, chain }, { ...progress, resume: undefined })
        }
      },
    },
    { key: 'accept', run: accept },
  ],
}
