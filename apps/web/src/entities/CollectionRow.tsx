import type { Collection, FoundCollection } from '@plinth/api'
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
import { payTokensQuery, useNetwork, usePaid } from '../lib/site.ts'
import { Thumb } from './cards/Thumb.tsx'
import { Marked } from './Marked.tsx'
import { statistics } from './statistics/calls.ts'
import './live-list/rows.css'

type Brief = Pick<Collection, 'chainId' | 'address' | 'name' | 'cover' | 'isVerified'>
type Figures = Pick<FoundCollection, 'items' | 'floors'>

/** A collection whose figures are asked for beside it. */
export function CollectionRow({ collection, keyword }: { collection: Collection; keyword: string }) {
  const { address, chainId } = collection
  if (address === '') return <Row brief={collection} figures={undefined} keyword={keyword} />
  return <CountedRow brief={{ ...collection, address, chainId }} keyword={keyword} />
}

function CountedRow({ brief, keyword }: { brief: Brief & { address: FoundCollection['collection'] }; keyword: string }) {
  const asked = { collection: brief.address, chainId: brief.chainId }
  const { data } = useQuery({ ...queryOf(statistics.collection, asked), staleTime: 60_000 })
  return <Row brief={brief} figures={data} keyword={keyword} />
}

/** A collection that a search has found, with its figures. */
export function FoundCollectionRow({ found, keyword }: { found: FoundCollection; keyword: string }) {
  return <Row brief={{ ...found, address: found.collection }} figures={found} keyword={keyword} />
}

/** Cover, name, whether the operator has verified it, what the cheapest costs and how many works it has (EXPL-13). */
function Row({ brief, figures, keyword }: { brief: Brief; figures: Figures | undefined; keyword: string }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const network = useNetwork(brief.chainId)
  return (
    <Link className="list-row list-link collection-row" to={collectionPath(brief.address, brief.chainId)}>
      <Thumb {...thumbnail(brief.cover)} size={48} />
      <span className="collection-name">
        <span className="strong row g8">
          <span className="clip">
            <Marked name={brief.name} keyword={keyword} />
          </span>
          {brief.isVerified && (
            <span className="verified" role="img" aria-label={t('search.verified')} title={t('search.verified')}>
              <Icon of={BadgeCheck} size="small" />
            </span>
          )}
        </span>
        <span className="s12 muted clip">{network?.name}</span>
      </span>
      <span className="collection-figure">{figures && <FloorPrice chainId={brief.chainId} floors={figures.floors} />}</span>
      <span className="collection-figure num">
        {figures && t('home.count', { count: figures.items, formatted: countText(figures.items, intl) })}
      </span>
    </Link>
  )
}

/** What the cheapest costs, in the coin where that is asked; nothing while none is on sale. */
function FloorPrice({ chainId, floors: [floor] }: { chainId: number; floors: Figures['floors'] }) {
  const { t } = useTranslation()
  const paid = usePaid(chainId)
  const { data } = useQuery(payTokensQuery(chainId))
  const token = floor && data?.find((one) => one.address === floor.payToken)
  if (!floor || !token) return null
  return (
    <>
      <span className="s12 muted">{t('search.floor')}</span>
      <b className="money num">
        {priceText(formatUnits(paid(floor.unitPrice), token.decimals))} {token.symbol}
      </b>
      {floor.isThin && (
        <span className="s12 muted" title={t('search.thinWhy')}>
          {t('search.thin')}
        </span>
      )}
    </>
  )
}
