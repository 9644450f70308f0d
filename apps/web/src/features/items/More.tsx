import type { ItemRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { Link } from 'react-router'
import { CardSkeleton } from '../../entities/cards/Card.tsx'
import type { ExploreRow } from '../../entities/explore/explore-row.ts'
import { ofAccountQuery, ofCollectionQuery, similarQuery } from '../../entities/explore/item-lists.ts'
import { RowCard } from '../../entities/explore/RowCard.tsx'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Skeleton } from '../../kit/marks.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { useInSight } from '../../lib/in-sight.ts'
import { accountPath, collectionPath } from '../../lib/links.ts'
import './more.css'

const SHOWN = 5
/** Rarity follows a change within a minute. */
const FRESH_MS = 30_000

type Choice = 'alike' | 'collection' | 'maker'

/** Works of the collection with the closest attributes, others of the collection, and others of the same hand. */
export function More({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { chainId, collection, tokenId, creator } = item
  const limit = SHOWN + 1
  const { place, isSeen } = useInSight<HTMLElement>()
  const alike = useQuery({ ...similarQuery({ chainId, collection, tokenId, limit: SHOWN }), staleTime: FRESH_MS, enabled: isSeen })
  const ofCollection = useQuery({ ...ofCollectionQuery({ chainId, collection, limit }), enabled: isSeen })
  const made = useQuery({ ...ofAccountQuery({ address: creator.address, of: 'created', limit }), enabled: isSeen })
  const [chosen, choose] = useState<Choice>()
  const isOther = (other: ExploreRow) => other.collection !== collection || other.tokenId !== item.tokenId
  const lists = {
    alike: { query: alike, list: alike.data?.list ?? [], label: t('work.likeThis'), all: collectionPath(collection, chainId) },
    collection: {
      query: ofCollection,
      list: ofCollection.data?.list.filter(isOther) ?? [],
      label: t('work.moreOf', { name: item.collectionBrief.name }),
      all: collectionPath(collection, chainId),
    },
    maker: {
      query: made,
      list: made.data?.list.filter(isOther) ?? [],
      label: t('work.moreBy', { name: personName(creator) }),
      all: `${accountPath(creator.address)}?tab=created`,
    },
  }
  const isMissing = ({ isError, data }: { isError: boolean; data: unknown }) => isError && !data
  const there = (Object.keys(lists) as Choice[]).filter((one) => lists[one].list.length > 0 || isMissing(lists[one].query))
  const now = there.find((one) => one === chosen) ?? there[0]
  // The first of them decides what stands here: nothing moves when a later one comes.
  const isPending =
    now === undefined ? [alike, ofCollection, made].some((query) => query.isPending) : alike.isPending && chosen === undefined
  if (isPending) return <Room ref={place} />
  if (now === undefined) return null
  const { query, list, label, all } = lists[now]
  // An empty list leads to the next, which is not to fail in its place.
  const retry = () => Promise.all(there.filter((one) => isMissing(lists[one].query)).map((one) => lists[one].query.refetch()))
  return (
    <section className="wrap section item-more">
      <div className="section-head">
        <h2 className="d d28">{label}</h2>
        {there.length > 1 && (
          <Segmented
            label={t('work.moreWorks')}
            value={now}
            options={there.map((value) => ({ value, label: lists[value].label }))}
            onChange={choose}
          />
        )}
        <Link className="link" to={all}>
          {t('work.seeAll')}
        </Link>
      </div>
      {isMissing(query) && <PartFailed text={t('work.moreFailed')} retry={retry} />}
      <div className="grid one-row">
        {list.slice(0, SHOWN).map((other) => (
          <RowCard key={`${other.collection}:${other.tokenId}`} row={other} />
        ))}
      </div>
    </section>
  )
}

/** As high as what comes. */
function Room({ ref }: { ref: Ref<HTMLElement> }) {
  return (
    <section ref={ref} className="wrap section item-more" aria-hidden="true">
      <div className="section-head item-more-room">
        <Skeleton width={200} height={28} />
      </div>
      <div className="grid one-row">
        {Array.from({ length: SHOWN }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <CardSkeleton key={index} />
        ))}
      </div>
    </section>
  )
}
