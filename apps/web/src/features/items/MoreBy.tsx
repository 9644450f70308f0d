import type { ItemRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ItemCard } from '../../entities/cards/ItemCard.tsx'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { PartFailed } from '../../kit/states.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { accountPath } from '../../lib/links.ts'

const SHOWN = 5

/** Other items of the same hand; nothing where there are none. */
export function MoreBy({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { address } = item.creator
  const { data, isError, refetch } = useQuery(queryOf(api.user.created, { page: 1, limit: SHOWN + 1, address, chainId: -1 }))
  const others = data?.list.filter((other) => other.collection !== item.collection || other.tokenId !== item.tokenId).slice(0, SHOWN) ?? []
  const isMissing = isError && !data
  if (others.length === 0 && !isMissing) return null
  return (
    <section className="wrap section">
      <div className="section-head">
        <h2 className="d d28">{t('work.moreBy', { name: personName(item.creator) })}</h2>
        <Link className="link" to={`${accountPath(address)}?tab=created`}>
          {t('work.seeAll')}
        </Link>
      </div>
      {isMissing && <PartFailed text={t('work.moreFailed')} retry={refetch} />}
      <div className="grid one-row">
        {others.map((other) => (
          <ItemCard key={`${other.collection}:${other.tokenId}`} item={other} />
        ))}
      </div>
    </section>
  )
}
