import { PAGE } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ItemCard } from '../../entities/ItemCard.tsx'
import type { ItemGridProps } from '../../entities/ItemGrid.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { api, queryOf } from '../../lib/api.ts'
import { rowKey } from '../../lib/rows.ts'
import './auctions.css'

/** The newest auctions on home; nothing until they are here, and where there are none. */
export function LiveAuctions({ actOf }: Pick<ItemGridProps, 'actOf'>) {
  const { t } = useTranslation()
  const { data } = useQuery(queryOf(api.auction.newlist, { page: 1, limit: PAGE.homeAuctions, chainId: -1 }))
  if (!data || data.list.length === 0) return null
  return (
    <section className="wrap section live-auctions">
      <div className="section-head">
        <h2 className="d d40">{t('home.auctions')}</h2>
        <Link className="link" to="/auctions">
          {t('home.allAuctions')}
        </Link>
      </div>
      <div className="grid four live-auctions-row">
        {data.list.map((item) => (
          <ItemCard key={rowKey(item)} item={item} act={actOf?.(item)} eager />
        ))}
      </div>
    </section>
  )
}
