import { useInfiniteQuery } from '@tanstack/react-query'
import { CollectionRow, FoundCollectionRow } from '../../entities/CollectionRow.tsx'
import { foundCollectionsQuery } from '../../entities/explore/items-query.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { RowList } from '../../entities/live-list/RowList.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, pagesOf } from '../../lib/api.ts'
import { ListSearch } from './ListSearch.tsx'
import { useListAddress } from './use-list-address.ts'

const LIMIT = 20

/** Every collection, the newest first; or those that a search finds. */
export function ExploreCollections() {
  const { t } = useTranslation()
  const { keyword, chainId, search, onNetwork } = useListAddress()
  const isSearch = keyword !== ''
  const at = { page: 1, limit: LIMIT, chainId }
  const every = useInfiniteQuery({ ...pagesOf(api.contract.listall, at), enabled: !isSearch })
  const found = useInfiniteQuery({ ...foundCollectionsQuery(keyword, chainId), enabled: isSearch })
  const empty = (
    <EmptyState title={isSearch ? t('search.nothing', { keyword }) : t('explore.noCollection')} text={t('search.nothingText')}>
      {isSearch && <Button onClick={() => search('')}>{t('home.showAll')}</Button>}
    </EmptyState>
  )
  return (
    <>
      <div className="list-bar">
        <ListSearch key={keyword} label={t('explore.findCollection')} keyword={keyword} onSearch={search} />
        <NetworkFilter chainId={chainId} onChange={onNetwork} />
      </div>
      {isSearch ? (
        <RowList pages={found} empty={empty}>
          {(one) => <FoundCollectionRow key={`${one.chainId}:${one.collection}`} found={one} keyword={keyword} />}
        </RowList>
      ) : (
        <RowList pages={every} empty={empty}>
          {(collection) => <CollectionRow key={String(collection.id)} collection={collection} keyword="" />}
        </RowList>
      )}
    </>
  )
}
