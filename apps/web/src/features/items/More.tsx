import type { ItemRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ItemCard } from '../../entities/cards/ItemCard.tsx'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Segmented } from '../../kit/Segmented.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { api, queryOf } from '../../lib/api.ts'
import { accountPath, collectionPath } from '../../lib/links.ts'
import { useSimilar } from './statistics-query.ts'

const SHOWN = 5

type Choice = 'alike' | 'collection' | 'maker'

/** Works of the collection with the closest attributes, others of the collection, and others of the same hand. */
export function More({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { chainId, collection, creator } = item
  const page = { page: 1, limit: SHOWN + 1 }
  const alike = useSimilar(item, SHOWN)
  const ofCollection = useQuery(queryOf(api.contract.listitems, { ...page, collection, chainId }))
  const made = useQuery(queryOf(api.user.created, { ...page, address: creator.address, chainId: -1 }))
  const [chosen, choose] = useState<Choice>()
  const isOther = (other: ItemRecord) => other.collection !== collection || other.tokenId !== item.tokenId
  const lists = {
    alike: { query: alike, list: alike.data ?? [], label: t('work.likeThis'), all: collectionPath(collection, chainId) },
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
  if (now === undefined || (alike.isPending && chosen === undefined)) return null
  const { query, list, label, all } = lists[now]
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
      {isMissing(query) && <PartFailed text={t('work.moreFailed')} retry={query.refetch} />}
      <div className="grid one-row">
        {list.slice(0, SHOWN).map((other) => (
          <ItemCard key={`${other.collection}:${other.tokenId}`} item={other} />
        ))}
      </div>
    </section>
  )
}
