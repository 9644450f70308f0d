import type { PortfolioItem, PortfolioSort } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Arrivals } from '../../../entities/live-list/Arrivals.tsx'
import { useStableList } from '../../../entities/live-list/use-stable-list.ts'
import { useShownWorks } from '../../../entities/selection/selection.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select, TextField } from '../../../kit/Field.tsx'
import { Chip } from '../../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../../kit/states.tsx'
import { hashKey } from '../../../lib/api.ts'
import { PHONE, useMediaQuery } from '../../../lib/media-query.ts'
import { countText } from '../../../lib/numbers.ts'
import { HideAct } from './HideAct.tsx'
import { LedgerBoxes } from './LedgerBoxes.tsx'
import { LedgerGroups } from './LedgerGroups.tsx'
import { LedgerTable } from './LedgerTable.tsx'
import { actRowOf, type LedgerRow } from './ledger-row.ts'
import { HidePicked, PickAll, PickRow } from './PickRows.tsx'
import { countFilters, isRising, type LedgerView, readLedger, widenedLedger, writeLedger } from './portfolio-address.ts'
import { collectionsQuery, ledgerQuery, walletsQuery } from './portfolio-query.ts'
import { WalletName } from './wallets/WalletName.tsx'

type Props = {
  me: Address | undefined
  /** How many works are behind "Hidden". */
  hidden: number
  rowActOf: (row: LedgerRow) => ReactNode
}

/** All works that the account holds, as rows of money (PORT-02). */
export function LedgerTab({ me, hidden, rowActOf }: Props) {
  const [params, setParams] = useSearchParams()
  const view = readLedger(params)
  const change = (part: Partial<LedgerView>) =>
    setParams(writeLedger(Object.assign({}, view, part)), { replace: true, preventScrollReset: true })
  const sortBy = (sort: PortfolioSort) => change({ sort, isAscending: sort === view.sort ? !view.isAscending : isRising(sort) })
  return (
    <>
      <Bar view={view} me={me} hidden={hidden} onChange={change} />
      {view.isGrouped && view.collection === undefined ? (
        <LedgerGroups me={me} view={view} onChange={change} />
      ) : (
        <Rows view={view} me={me} onChange={change} onSort={sortBy} rowActOf={rowActOf} />
      )}
    </>
  )
}

type RowsProps = Pick<Props, 'me' | 'rowActOf'> & {
  view: LedgerView
  onChange: (part: Partial<LedgerView>) => void
  onSort: (sort: PortfolioSort) => void
}

function Rows({ view, me, onChange, onSort, rowActOf }: RowsProps) {
  const { t } = useTranslation()
  const query = ledgerQuery(view, me)
  // Another order leaves the rows where they are until the new ones come.
  const pages = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const { data: linked } = useQuery(walletsQuery(me))
  // With another wallet it is another list: its works did not just arrive.
  const list = hashKey([...query.queryKey, linked?.wallets.length ?? 0])
  const stable = useStableList<PortfolioItem>(list, pages)
  const top = useRef<HTMLDivElement>(null)
  // Another wallet's are read alone.
  const pickOf = useCallback((row: PortfolioItem) => (row.owner === me ? <PickRow row={row} /> : null), [me])
  const actOf = useCallback(
    (row: PortfolioItem) =>
      row.owner === me ? (
        <span className="ledger-acts">
          {row.hidden === 'no' && rowActOf(actRowOf(row))}
          <HideAct row={row} />
        </span>
      ) : (
        <WalletName address={row.owner} />
      ),
    [rowActOf, me],
  )
  const rows = useMemo(() => stable.rows.filter(({ isGone }) => !isGone).map(({ row }) => row), [stable.rows])
  const own = useMemo(() => rows.filter(({ owner }) => owner === me), [rows, me])
  useShownWorks(own)
  const isPhone = useMediaQuery(PHONE)
  if (!pages.data) return pages.isError ? <FailedState title={t('portfolio.worksFailed')} retry={() => pages.refetch()} /> : <LedgerBoxes />
  const total = Math.max(rows.length, pages.data.pages[0]?.total ?? 0)
  if (rows.length === 0) return <Nothing view={view} onChange={onChange} />
  const canRead = pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError
  return (
    <>
      <div ref={top} className="list-top" />
      <Arrivals text={t('work.arrived', { count: stable.waiting })} count={stable.waiting} top={top} onCall={stable.call} />
      <div className="ledger-picked">
        {isPhone && own.length > 0 && <PickAll rows={own} />}
        <HidePicked rows={own} isHidden={view.isHidden} />
      </div>
      <LedgerTable
        list={list}
        rows={rows}
        total={pages.hasNextPage ? total : rows.length}
        more={canRead ? () => void pages.fetchNextPage() : undefined}
        view={view}
        onSort={onSort}
        pickOf={pickOf}
        pickAll={own.length > 0 && <PickAll rows={own} />}
        actOf={actOf}
      />
    </>
  )
}

const SORT_CHOICES = ['received', 'floor', 'offer', 'change', 'paid', 'bought', 'lastSale', 'listed', 'rarity', 'held', 'name'] as const

type BarProps = { view: LedgerView; me: Address | undefined; hidden: number; onChange: (part: Partial<LedgerView>) => void }

function Bar({ view, me, hidden, onChange }: BarProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { isListed, hasOffer, isHidden, isGrouped, sort } = view
  const collections = useQuery(collectionsQuery(view, me))
  const options = (collections.data ?? []).map(({ collection, name, works }) => ({
    value: collection as string,
    label: `${name} ${countText(works, intl)}`,
  }))
  const chosen = view.collection ?? ''
  const isUnknown = chosen !== '' && !options.some(({ value }) => value === chosen)
  return (
    <div className="ledger-bar">
      <Words words={view.words} onChange={(words) => onChange({ words })} />
      <Select
        label={t('portfolio.collection')}
        value={chosen}
        options={[{ value: '', label: t('portfolio.allCollections') }, ...(isUnknown ? [{ value: chosen, label: '…' }] : []), ...options]}
        onChange={(value) => onChange({ collection: value === '' ? undefined : (value as Address) })}
      />
      <Select
        label={t('portfolio.sort')}
        value={sort}
        options={SORT_CHOICES.map((value) => ({ value, label: t(`portfolio.sortBy.${value}`) }))}
        onChange={(value) => onChange({ sort: value, isAscending: isRising(value) })}
      />
      <fieldset className="chip-row" aria-label={t('portfolio.filters')}>
        <Chip on={isListed === true} onClick={() => onChange({ isListed: isListed === true ? undefined : true })}>
          {t('portfolio.onSale')}
        </Chip>
        <Chip on={isListed === false} onClick={() => onChange({ isListed: isListed === false ? undefined : false })}>
          {t('portfolio.notOnSale')}
        </Chip>
        <Chip on={hasOffer === true} onClick={() => onChange({ hasOffer: hasOffer === true ? undefined : true })}>
          {t('portfolio.hasOffer')}
        </Chip>
        <Chip on={isGrouped} onClick={() => onChange({ isGrouped: !isGrouped, collection: undefined, isHidden: false })}>
          {t('portfolio.grouped')}
        </Chip>
        {(hidden > 0 || isHidden) && (
          <Chip on={isHidden} onClick={() => onChange({ isHidden: !isHidden, isGrouped: false })}>
            {t('portfolio.hidden', { count: countText(hidden, intl) })}
          </Chip>
        )}
      </fieldset>
    </div>
  )
}

const REST_MS = 300

/** What is typed counts a moment later. */
function Words({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(words)
  const [given, setGiven] = useState(words)
  // Cleared elsewhere, or by the way back.
  if (given !== words) {
    setGiven(words)
    if (typed.trim() !== words) setTyped(words)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each time
  useEffect(() => {
    if (typed.trim() === words) return
    const timer = setTimeout(() => onChange(typed.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [typed, words])
  return (
    <TextField label={t('portfolio.find')} type="search" maxLength={100} value={typed} onChange={({ target }) => setTyped(target.value)} />
  )
}

function Nothing({ view, onChange }: Pick<RowsProps, 'view' | 'onChange'>) {
  const { t } = useTranslation()
  const filters = countFilters(view)
  if (filters > 0)
    return (
      <EmptyState title={t('portfolio.noneFits')} text={t('portfolio.noneFitsText')}>
        <Button variant="primary" onClick={() => onChange(widenedLedger(view))}>
          {t('account.showAll')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      title={t(view.isHidden ? 'portfolio.noneHidden' : 'portfolio.noneShown')}
      text={t(view.isHidden ? 'portfolio.noneHiddenText' : 'portfolio.noneShownText')}
    >
      {view.isHidden && <Button onClick={() => onChange({ isHidden: false })}>{t('account.showAll')}</Button>}
    </EmptyState>
  )
}
