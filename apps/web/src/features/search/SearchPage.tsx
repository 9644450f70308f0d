import { MOST_FOUND, pageTitle } from '@plinth/api'
import { ALL_CHAINS } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { FoundCollectionRow } from '../../entities/CollectionRow.tsx'
import { foundText } from '../../entities/explore/found-text.ts'
import { foundCollectionsQuery, foundTotalQuery } from '../../entities/explore/items-query.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { RowList } from '../../entities/live-list/RowList.tsx'
import { Marked } from '../../entities/Marked.tsx'
import { PersonRow } from '../../entities/PersonRow.tsx'
import { personName } from '../../entities/person-name.ts'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { api, pagesOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/site.ts'
import { readSearch, SEARCH_TABS, type SearchTab } from './keyword.ts'
import './search.css'

const LIMIT = 20
/** How the works of the search are shown, with all their filters. */
type Works = { works: ReactNode }

/** All results for a keyword, a number or an address: items, people, collections. */
export function SearchPage({ works }: Works) {
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
        <Results key={`results of ${keyword}`} keyword={keyword} works={works} />
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

function Results({ keyword, works }: { keyword: string } & Works) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [params, setParams] = useSearchParams()
  const { tab: chosen } = readSearch(params)
  const chainId = chainIn(params)
  // Of all networks and without filters, as the others are: the tab says what the words find.
  const items = useQuery(foundTotalQuery({ words: keyword }))
  const people = useInfiniteQuery(pagesOf(api.home.searchuser, { search: keyword, page: 1, limit: LIMIT }))
  const collections = useInfiniteQuery(foundCollectionsQuery(keyword, chainId))
  const counts = {
    works: { isPending: items.isPending, error: items.error, ...items.data },
    people: withMost(countOf(people)),
    collections: countOf(collections),
  }
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
          items={SEARCH_TABS.map((value) => ({ value, label: t(`search.${value}`), count: textOf(counts[value], intl) }))}
        />
        {tab === 'collections' && (
          <NetworkFilter chainId={chainId} onChange={(next) => change('chain', next === ALL_CHAINS ? undefined : String(next))} />
        )}
      </div>
      {tab === 'works' && (chosenOrFirst ? works : <Spinner label={t('kit.loading')} />)}
      {tab === 'people' && (
        <RowList pages={people} empty={<NothingFound />}>
          {(person) => <PersonRow key={person.address} person={person} name={<Marked name={personName(person)} keyword={keyword} />} />}
        </RowList>
      )}
      {tab === 'collections' && (
        <RowList pages={collections} empty={<NothingFound />}>
          {(one) => <FoundCollectionRow key={`${one.chainId}:${one.collection}`} found={one} keyword={keyword} />}
        </RowList>
      )}
    </>
  )
}

type Total = { readonly total?: number | undefined; readonly totalIsAtLeast?: boolean | undefined }
type Counted = Total & { readonly isPending: boolean; readonly error: Error | null }
type Pages = Omit<Counted, keyof Total> & {
  readonly data?: { readonly pages: readonly (Total & { readonly total: number })[] } | undefined
}

const countOf = ({ isPending, error, data }: Pages): Counted => {
  const [first] = data?.pages ?? []
  return { isPending, error, total: first?.total, totalIsAtLeast: first?.totalIsAtLeast }
}

/** The documented search says by its total alone that it ends there. */
const withMost = (counted: Counted): Counted => ({ ...counted, totalIsAtLeast: counted.total === MOST_FOUND })

const textOf = ({ total, totalIsAtLeast }: Total, locale: string): string | undefined =>
  total === undefined ? undefined : foundText(total, totalIsAtLeast, locale)

/** Where something was found; on the items where nothing was, or where they fail. Undefined while that is not known. */
function firstWithHits(counts: Readonly<Record<SearchTab, Counted>>): SearchTab | undefined {
  const hasHits = (tab: SearchTab) => (counts[tab].total ?? 0) > 0
  const { works } = counts
  if (hasHits('works') || (!works.isPending && works.total === undefined)) return 'works'
  if (SEARCH_TABS.some((tab) => counts[tab].isPending)) return undefined
  return SEARCH_TABS.find(hasHits) ?? 'works'
}

function chainIn(params: URLSearchParams): number {
  const chain = params.get('chain') ?? ''
  return /^\d{1,15}$/.test(chain) ? Number(chain) : ALL_CHAINS
}

/** Nothing is found by the words of the address. */
export function NothingFound() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const { keyword } = readSearch(params)
  return (
    <EmptyState title={t('search.nothing', { keyword })} text={t('search.nothingText')}>
      <ButtonLink variant="primary" to="/">
        {t('search.market')}
      </ButtonLink>
    </EmptyState>
  )
}
