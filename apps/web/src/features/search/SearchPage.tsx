import { type ItemRecord, pageTitle } from '@plinth/api'
import { ALL_CHAINS } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ItemGrid } from '../../entities/cards/ItemGrid.tsx'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { RowList } from '../../entities/live-list/RowList.tsx'
import { PersonRow } from '../../entities/PersonRow.tsx'
import { personName } from '../../entities/person-name.ts'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { Icon } from '../../kit/icons.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, hashKey, pagesOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/site.ts'
import { CollectionRow } from './CollectionRow.tsx'
import { readSearch, SEARCH_TABS, type SearchTab } from './keyword.ts'
import { Marked } from './Marked.tsx'
import './search.css'

const LIMIT = 20
type Acts = { actOf: (item: ItemRecord) => ReactNode }

/** All results for a keyword, a number or an address: items, people, collections. */
export function SearchPage({ actOf }: Acts) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [params] = useSearchParams()
  const { keyword } = readSearch(params)
  return (
    <main className="wrap page search-page">
      <title>{pageTitle(keyword || t('search.title'), site.name)}</title>
      <h1 className="visually-hidden">{keyword === '' ? t('search.title') : t('search.resultsFor', { keyword })}</h1>
      <KeywordForm key={keyword} keyword={keyword} />
      {keyword === '' ? (
        <EmptyState title={t('search.promptTitle')} text={t('search.promptText')} />
      ) : (
        <Results key={`results of ${keyword}`} keyword={keyword} actOf={actOf} />
      )}
    </main>
  )
}

function KeywordForm({ keyword }: { keyword: string }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('keyword') ?? '').trim()
    const next = new URLSearchParams(params)
    next.set('keyword', typed)
    setParams(next)
  }
  return (
    <search className="search-line">
      <form onSubmit={submit}>
        <Icon of={Search} />
        <input
          className="d"
          type="search"
          name="keyword"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          defaultValue={keyword}
          maxLength={200}
          enterKeyHint="search"
        />
      </form>
    </search>
  )
}

function Results({ keyword, actOf }: { keyword: string } & Acts) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const { tab: chosen } = readSearch(params)
  const chainId = chainIn(params)
  const items = useInfiniteQuery(pagesOf(api.home.search, { search: keyword, page: 1, limit: LIMIT, chainId }))
  const people = useInfiniteQuery(pagesOf(api.home.searchuser, { search: keyword, page: 1, limit: LIMIT }))
  const collections = useInfiniteQuery(pagesOf(api.home.searchcontract, { search: keyword, page: 1, limit: LIMIT, chainId }))
  const counts = { works: items, people, collections }
  // Once it is open it stays, whatever else is found later.
  const [opened, setOpened] = useState<SearchTab>()
  const first = opened ?? firstWithHits(counts)
  if (first !== opened) setOpened(first)
  const chosenOrFirst = chosen ?? first
  const tab = chosenOrFirst ?? 'works'
  // Searching says on the spot what went wrong (ERR-19).
  useFailureToast(counts[tab].error)
  const change = (name: 'tab' | 'chain', value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    // Another network may have hits on another tab: the reader stays on this one.
    if (name === 'chain' && chosenOrFirst) next.set('tab', chosenOrFirst)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <h2 className="visually-hidden">{t(`search.${tab}`)}</h2>
      <div className="search-bar">
        <FilterTabs
          label={t('search.tabs')}
          value={chosenOrFirst}
          onChange={(next: SearchTab) => change('tab', next)}
          items={SEARCH_TABS.map((value) => ({ value, label: t(`search.${value}`), count: counts[value].data?.pages[0]?.total }))}
        />
        {tab !== 'people' && (
          <NetworkFilter chainId={chainId} onChange={(next) => change('chain', next === ALL_CHAINS ? undefined : String(next))} />
        )}
      </div>
      {tab === 'works' && (
        <ItemGrid
          list={hashKey(['search', keyword, chainId])}
          pages={chosenOrFirst ? items : { ...items, isPending: true }}
          actOf={actOf}
          empty={<Nothing keyword={keyword} />}
        />
      )}
      {tab === 'people' && (
        <RowList pages={people} empty={<Nothing keyword={keyword} />}>
          {(person) => <PersonRow key={person.address} person={person} name={<Marked name={personName(person)} keyword={keyword} />} />}
        </RowList>
      )}
      {tab === 'collections' && (
        <RowList pages={collections} empty={<Nothing keyword={keyword} />}>
          {(collection) => <CollectionRow key={String(collection.id)} collection={collection} keyword={keyword} />}
        </RowList>
      )}
    </>
  )
}

type Counted = { readonly isPending: boolean; readonly data?: { readonly pages: readonly { readonly total: number }[] } | undefined }

/** Where something was found; on the items where nothing was, or where they fail. Undefined while that is not known. */
function firstWithHits(counts: Readonly<Record<SearchTab, Counted>>): SearchTab | undefined {
  const hasHits = (tab: SearchTab) => (counts[tab].data?.pages[0]?.total ?? 0) > 0
  const { works } = counts
  if (hasHits('works') || (!works.isPending && !works.data)) return 'works'
  if (SEARCH_TABS.some((tab) => counts[tab].isPending)) return undefined
  return SEARCH_TABS.find(hasHits) ?? 'works'
}

function chainIn(params: URLSearchParams): number {
  const chain = params.get('chain') ?? ''
  return /^\d{1,15}$/.test(chain) ? Number(chain) : ALL_CHAINS
}

function Nothing({ keyword }: { keyword: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('search.nothing', { keyword })} text={t('search.nothingText')}>
      <ButtonLink variant="primary" to="/">
        {t('search.market')}
      </ButtonLink>
    </EmptyState>
  )
}
