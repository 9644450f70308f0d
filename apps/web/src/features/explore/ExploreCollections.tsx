import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FoundCollectionRow } from '../../entities/CollectionRow.tsx'
import { foundCollectionsQuery } from '../../entities/explore/items-query.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { RowList } from '../../entities/live-list/RowList.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { ListSearch } from './ListSearch.tsx'
import { type ListAddress, useListAddress } from './use-list-address.ts'

export type ListParts = { address: ListAddress; empty: ReactNode; search: ReactNode }

/** Every collection, or the ones that a search finds. */
export function ExploreCollections({ every }: { every: (parts: ListParts) => ReactNode }) {
  const { t } = useTranslation()
  const address = useListAddress()
  const { keyword, search } = address
  const field = <ListSearch key={keyword} label={t('explore.findCollection')} keyword={keyword} onSearch={search} />
  if (keyword !== '') return <Found address={address} field={field} />
  return every({ address, search: field, empty: <EmptyState title={t('explore.noCollection')} text={t('search.nothingText')} /> })
}

function Found({ address: { keyword, chainId, search, onNetwork }, field }: { address: ListAddress; field: ReactNode }) {
  const { t } = useTranslation()
  const found = useInfiniteQuery(foundCollectionsQuery(keyword, chainId))
  const empty = (
    <EmptyState title={t('search.nothing', { keyword })} text={t('search.nothingText')}>
      <Button onClick={() => search('')}>{t('home.showAll')}</Button>
    </EmptyState>
  )
  return (
    <>
      <div className="list-bar">
        {field}
        <NetworkFilter chainId={chainId} onChange={onNetwork} />
      </div>
      <RowList pages={found} empty={empty}>
        {(one) => <FoundCollectionRow key={`${one.chainId}:${one.collection}`} found={one} keyword={keyword} />}
      </RowList>
    </>
  )
}
