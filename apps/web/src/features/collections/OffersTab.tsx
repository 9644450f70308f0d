import { useInfiniteQuery } from '@tanstack/react-query'
import { ListFoot } from '../../entities/live-list/ListFoot.tsx'
import type { OpenOffer } from '../../entities/offer-act.ts'
import { OfferTable } from '../../entities/offers/OfferTable.tsx'
import { offersOfQuery, ownOffersQuery } from '../../entities/offers/offer-lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { useNearEnd } from '../../lib/near-end.ts'
import { useSession } from '../../lib/session.ts'
import type { Shown } from './shown.ts'

/** All that can be sold to now, best worth first, and below what of the reader's rests. */
export function OffersTab({ collection, address, open }: Shown & { open: OpenOffer }) {
  const { t } = useTranslation()
  const { chainId } = collection
  const { status, address: me } = useSession()
  const pages = useInfiniteQuery(offersOfQuery(address, chainId))
  const own = useInfiniteQuery(ownOffersQuery(chainId, status === 'loggedIn' ? me : undefined))
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (pages.isPending) return <Skeleton height={320} width="100%" />
  if (!pages.data) return <FailedState retry={() => pages.refetch()} />
  const rows = pages.data.pages.flatMap(({ list }) => list)
  const resting = (own.data?.pages ?? [])
    .flatMap(({ list }) => list)
    .filter((offer) => offer.collection === address && !rows.some(({ id }) => id === offer.id))
  if (rows.length === 0 && resting.length === 0)
    return (
      <EmptyState title={t('offer.list.empty')} text={t('offer.list.emptyText')}>
        <Button variant="primary" onClick={() => open({ act: 'make', chainId, collection: address, attributes: [] })}>
          {t('offer.make')}
        </Button>
      </EmptyState>
    )
  return (
    <>
      <h2 className="visually-hidden">{t('offer.list.title')}</h2>
      {/* Who can still change what they are for (COFF-10). */}
      <p className="hint">{t('offer.list.supply')}</p>
      <p className="hint">{t(`offer.metadata.${collection.metadataState}`)}</p>
      {rows.length > 0 && <OfferTable caption={t('offer.list.title')} rows={rows} open={open} />}
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
      {resting.length > 0 && (
        <>
          <h3 className="d d22">{t('offer.list.own')}</h3>
          <OfferTable caption={t('offer.list.own')} rows={resting} open={open} />
        </>
      )}
    </>
  )
}
