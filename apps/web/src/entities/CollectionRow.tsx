import type { Collection } from '@plinth/api'
import { formatUnits } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useLocale } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { queryOf } from '../lib/api.ts'
import { collectionPath } from '../lib/links.ts'
import { thumbnail } from '../lib/media.ts'
import { countText, priceText } from '../lib/numbers.ts'
import { payTokensQuery, useNetwork } from '../lib/site.ts'
import { Thumb } from './cards/Thumb.tsx'
import { Marked } from './Marked.tsx'
import { statistics } from './statistics/calls.ts'
import './live-list/rows.css'

export type CollectionRowProps = { collection: Collection; keyword: string }

/** Cover, name, whether the operator has verified it, how many works it has and what the cheapest costs (EXPL-13). */
export function CollectionRow({ collection, keyword }: CollectionRowProps) {
  const { t } = useTranslation()
  const network = useNetwork(collection.chainId)
  return (
    <Link className="list-row list-link collection-row" to={collectionPath(collection.address, collection.chainId)}>
      <Thumb {...thumbnail(collection.cover)} size={48} />
      <span className="collection-name">
        <span className="strong row g8">
          <span className="clip">
            <Marked name={collection.name} keyword={keyword} />
          </span>
          {collection.isVerified && (
            <span className="verified" role="img" aria-label={t('search.verified')} title={t('search.verified')}>
              <Icon of={BadgeCheck} size="small" />
            </span>
          )}
        </span>
        <span className="s12 muted clip">{network?.name}</span>
      </span>
      {collection.address !== '' && <Figures chainId={collection.chainId} address={collection.address} />}
    </Link>
  )
}

/** What the cheapest of each money costs, the coin first, and how many works there are; nothing while that is not known. */
function Figures({ chainId, address }: { chainId: number; address: Exclude<Collection['address'], ''> }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { data } = useQuery({ ...queryOf(statistics.collection, { collection: address, chainId }), staleTime: 60_000 })
  const tokens = useQuery(payTokensQuery(chainId))
  const [floor] = data?.floors ?? []
  const token = floor && tokens.data?.find((one) => one.address === floor.payToken)
  return (
    <>
      <span className="collection-figure">
        {floor && token && (
          <>
            <span className="s12 muted">{t('search.floor')}</span>
            <b className="money num">
              {priceText(formatUnits(floor.unitPrice, token.decimals))} {token.symbol}
            </b>
          </>
        )}
      </span>
      <span className="collection-figure num">
        {data && t('home.count', { count: data.items, formatted: countText(data.items, intl) })}
      </span>
    </>
  )
}
