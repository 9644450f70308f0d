import type { OfferRecord } from '@plinth/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ListFoot } from '../../entities/live-list/ListFoot.tsx'
import type { OpenOffer } from '../../entities/offer-act.ts'
import { OfferTable } from '../../entities/offers/OfferTable.tsx'
import { ownOffersQuery } from '../../entities/offers/offer-lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { collectionPath } from '../../lib/links.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { useSession } from '../../lib/session.ts'

/** The reader's open offers in all collections, also those that rest. */
export function OwnOffers({ open }: { open: OpenOffer }) {
  const { t } = useTranslation()
  const { address: me } = useSession()
  const pages = useInfiniteQuery(ownOffersQuery(undefined, me))
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (pages.isPending) return <Skeleton height={320} width="100%" />
  if (!pages.data) return <FailedState retry={() => pages.refetch()} />
  const rows = pages.data.pages.flatMap(({ list }) => list)
  if (rows.length === 0)
    return (
      <EmptyState title={t('offer.list.ownEmpty')} text={t('offer.list.ownEmptyText')}>
        <ButtonLink variant="primary" to="/rankings">
          {t('account.market')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <OfferTable caption={t('offer.list.own')} rows={rows} open={open} collectionOf={(offer) => <CollectionOf offer={offer} />} />
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
    </>
  )
}

function CollectionOf({ offer: { chainId, collection } }: { offer: OfferRecord }) {
  const { data } = useQuery(queryOf(api.contract.info, { collection, chainId }))
  return (
    <Link className="medium" to={`${collectionPath(collection, chainId)}&tab=offers`}>
      {data && 'name' in data ? data.name : '…'}
    </Link>
  )
}
