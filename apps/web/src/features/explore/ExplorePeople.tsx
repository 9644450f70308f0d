import { useInfiniteQuery } from '@tanstack/react-query'
import { RowList } from '../../entities/live-list/RowList.tsx'
import { Marked } from '../../entities/Marked.tsx'
import { PersonRow } from '../../entities/PersonRow.tsx'
import { personName } from '../../entities/person-name.ts'
import { statistics } from '../../entities/statistics/calls.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, keyOf, pagesOf } from '../../lib/api.ts'
import { countText } from '../../lib/numbers.ts'
import { useConfig, useNetworks } from '../../lib/site.ts'
import { ListSearch } from './ListSearch.tsx'
import { useListAddress } from './use-list-address.ts'

const LIMIT = 20

/** Who sold most on a network; or the people that a search finds. */
export function ExplorePeople() {
  const { t } = useTranslation()
  const { keyword, search } = useListAddress()
  return (
    <>
      <div className="list-bar">
        <ListSearch key={keyword} label={t('explore.findPerson')} keyword={keyword} onSearch={search} />
        {keyword === '' && <Networks />}
      </div>
      {keyword === '' ? <Sellers /> : <Found keyword={keyword} onAll={() => search('')} />}
    </>
  )
}

function useChain(): number {
  const { chainId } = useListAddress()
  const networks = useNetworks()
  const { network } = useConfig()
  return networks.some((one) => one.chainId === chainId) ? chainId : network.chainId
}

function Networks() {
  const { t } = useTranslation()
  const { onNetwork } = useListAddress()
  const networks = useNetworks()
  return (
    <Segmented
      label={t('shell.networks')}
      value={String(useChain())}
      options={networks.map(({ chainId, name }) => ({ value: String(chainId), label: name }))}
      onChange={(chainId) => onNetwork(Number(chainId))}
    />
  )
}

/** Accounts by what they sold, in the network's own coin. */
function Sellers() {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const chainId = useChain()
  const asked = { by: 'sold', chainId, limit: LIMIT } as const
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(statistics.people, asked), 'pages'],
    queryFn: ({ signal, pageParam }) => statistics.people({ ...asked, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <>
      <p className="list-hint muted">{t('explore.topSellers')}</p>
      <RowList pages={pages} empty={<EmptyState title={t('explore.noSeller')} text={t('explore.noSellerText')} />}>
        {({ account, sold }) => (
          <PersonRow
            key={account.address}
            person={account}
            act={<span className="num muted">{t('explore.sold', { count: sold, formatted: countText(sold, intl) })}</span>}
          />
        )}
      </RowList>
    </>
  )
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
