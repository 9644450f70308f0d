import type { Collection, OfferRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { OfferAct } from '../../../entities/offer-act.ts'
import { api, queryOf } from '../../../lib/api.ts'
import { CancelOfferDialog } from './CancelOfferDialog.tsx'
import { OfferDialog } from './OfferDialog.tsx'

/** Waits for the collection, mostly in the page's cache. */
export function OfferDialogs({ asked, onClose }: { asked: OfferAct; onClose: () => void }) {
  const { data } = useQuery(queryOf(api.contract.info, { collection: asked.collection, chainId: asked.chainId }))
  const collection = data && knownOf(data)
  if (!collection) return null
  if (asked.act === 'cancel') return <CancelOfferDialog collection={collection} offer={asked.offer} onClose={onClose} />
  const of = (act: 'raise' | 'renew'): OfferRecord | undefined => (asked.act === act ? asked.offer : undefined)
  return (
    <OfferDialog
      collection={collection}
      address={asked.collection}
      chosen={asked.act === 'make' ? asked.attributes : []}
      raised={of('raise')}
      replaced={of('renew')}
      onClose={onClose}
    />
  )
}

/** An unknown collection is answered as {} (decision 7). */
const knownOf = (data: Collection | object): Collection | undefined => ('chainId' in data ? data : undefined)
