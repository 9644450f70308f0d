import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RowList } from '../../entities/live-list/RowList.tsx'
import { Marked } from '../../entities/Marked.tsx'
import { PersonRow } from '../../entities/PersonRow.tsx'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, pagesOf } from '../../lib/api.ts'
import { useConfig, useNetworks } from '../../lib/site.ts'
import type { ListParts } from './ExploreCollections.tsx'
import { ListSearch } from './ListSearch.tsx'
import { useListAddress } from './use-list-address.ts'

const LIMIT = 20

/** Who traded most on a network; or the people that a search finds. */
export function ExplorePeople({ every }: { every: (parts: ListParts) => ReactNode }) {
  const { t } = useTranslation()
  const address = useListAddress()
  const { keyword, search } = address
  const field = <ListSearch key={keyword} label={t('explore.findPerson')} keyword={keyword} onSearch={search} />
  const chainId = useChain(address.chainId)
  const networks = useNetworks()
  if (keyword !== '')
    return (
      <>
        <div className="list-bar">{field}</div>
        <Found keyword={keyword} onAll={() => search('')} />
      </>
    )
  return every({
    address: { ...address, chainId },
    empty: <EmptyState title={t('explore.noSeller')} text={t('explore.noSellerText')} />,
    search: (
      <>
        {field}
        <Segmented
          label={t('shell.networks')}
          value={String(chainId)}
          options={networks.map((one) => ({ value: String(one.chainId), label: one.name }))}
          onChange={(value) => address.onNetwork(Number(value))}
        />
      </>
    ),
  })
}

function useChain(chainId: number): number {
  const networks = useNetworks()
  const { network } = useConfig()
  return networks.some((one) => one.chainId === chainId) ? chainId : network.chainId
}

function Found({ keyword, onAll }: { keyword: string; onAll: () => void }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(pagesOf(api.home.searchuser, { page: 1, limit: LIMIT, search: keyword }))
  return (
    <RowList
      pages={pages}
      empty={
        <EmptyState title={t('search.nothing', { keyword })} text={t('search.nothingText')}>
          <Button onClick={onAll}>{t('home.showAll')}</Button>
        </EmptyState>
      }
    >
      {(person) => <PersonRow key={person.address} person={person} name={<Marked name={personName(person)} keyword={keyword} />} />}
    </RowList>
  )
}
