import { NOTICE_SUBTYPE, NOTICE_TYPE, type NoticeSubtype, ZERO_ADDRESS } from '@plinth/protocol'
import type { Context } from '../context.ts'
import { type Tx, transact } from '../db/database.ts'
import { addNotices, type NewNotice } from '../modules/notices/service.ts'
import { countDrift, type Drift, type DriftedSet, listDueSets, storeDrift } from '../modules/orders/service.ts'
import { collectionBriefs } from '../state/collections/store.ts'
import type { Job } from './job.ts'

/** Each is a walk through a collection. */
const MOST_SETS = 20

/** Tells makers of trait offers that works joined the traits, or that works of the list lost them (COFF-04, COFF-10). */
export const watchOfferSets: Job = {
  name: 'watch-offer-sets',
  everyMs: 60_000,
  run: async (context) => {
    await lookAtSets(context)
    return false
  },
}

export async function lookAtSets({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  for (const set of await listDueSets(db, now, MOST_SETS)) {
    const drift = await countDrift(db, set)
    await transact(db, async (tx) => {
      const makers = await storeDrift(tx, set, drift, now)
      if (makers.length > 0) await addNotices(tx, await noticesFor(tx, set, drift, makers, now))
    })
  }
}

async function noticesFor(tx: Tx, set: DriftedSet, { joined, gone }: Drift, makers: readonly NewNotice['account'][], now: number) {
  const { chainId, collection } = set
  const brief = (await collectionBriefs(tx, [set])).get(`${chainId}:${collection}`)
  const noticeOf = (account: NewNotice['account'], subType: NoticeSubtype, count: number): NewNotice[] =>
    count === 0
      ? []
      : [
          {
            account,
            source: `offer-set:${chainId}:${collection}:${set.tokenId}:${now}`,
            chainId,
            type: NOTICE_TYPE.TRADE,
            subType,
            actor: ZERO_ADDRESS,
            media: brief?.cover ?? '',
            content: {
              chainId,
              ...(brief && { collection: brief }),
              txHash: '',
              sellToken: '',
              sellTokenId: '',
              buyToken: collection,
              buyTokenId: '',
              price: '',
              symbol: '',
              quantity: String(count),
            },
            createdAt: now,
          },
        ]
  return makers.flatMap((account) => [
    ...noticeOf(account, NOTICE_SUBTYPE.OFFER_JOINED, joined),
    ...noticeOf(account, NOTICE_SUBTYPE.OFFER_LEFT, gone),
  ])
}
