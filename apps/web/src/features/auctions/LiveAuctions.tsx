import { PAGE } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CardSkeleton } from '../../entities/cards/Card.tsx'
import { ItemCard } from '../../entities/cards/ItemCard.tsx'
import type { ItemGridProps } from '../../entities/cards/ItemGrid.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { PartFailed } from '../../kit/states.tsx'
import { rowKey } from '../../lib/rows.ts'
import { liveAuctions } from './live-auctions.ts'
import './auctions.css'

const PLACES = Array.from({ length: PAGE.homeAuctions }, (_, place) => place)

/** Auctions that take bids, on home; nothing where there are none. */
export function LiveAuctions({ actOf }: Pick<ItemGridProps, 'actOf'>) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(liveAuctions)
  if (data?.list.length === 0) return null
  return (
    <section className="wrap section live-auctions">
      <div className="section-head">
        <h2 className="d d40">{t('home.auctions')}</h2>
        <Link className="link" to="/auctions">
          {t('home.allAuctions')}
        </Link>
      </div>
      {isError && !data ? (
        <PartFailed text={t('home.auctionsFailed')} retry={refetch} />
      ) : (
        <div className="grid four live-auctions-row">
          {data
            ? data.list.map((item) => <ItemCard key={rowKey(item)} item={item} act={actOf?.(item)} eager />)
            : PLACES.map((place) => <CardSkeleton key={place} />)}
        </div>
      )}
    </section>
  )
}
