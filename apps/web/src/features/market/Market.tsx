import './market.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ItemGrid, type ItemGridProps } from '../../entities/cards/ItemGrid.tsx'
import { isOffered } from '../../entities/cards/item-view.ts'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { hashKey } from '../../lib/api.ts'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { countText } from '../../lib/numbers.ts'
import { useCategories } from '../../lib/site.ts'
import { findCategory } from './category-tree.ts'
import { FilterBar, SortToggle } from './FilterBar.tsx'
import { type MarketFilters, readFilters, writeFilters } from './filters.ts'
import { marketQuery } from './market-query.ts'

/** Everything on sale at a fixed price: network, category, order, and a grid that grows. */
export function Market({ actOf }: Pick<ItemGridProps, 'actOf'>) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const change = (next: MarketFilters) => setParams(writeFilters(params, next), { replace: true, preventScrollReset: true })
  const isPhone = useMediaQuery(PHONE)
  const categories = useCategories()
  const chosen = filters.category === undefined ? undefined : findCategory(categories, filters.category)
  const list = marketQuery(filters, chosen)
  const pages = useInfiniteQuery(list)
  useFailureToast(pages.error)
  const total = pages.data?.pages[0]?.total
  return (
    <section className="wrap section market" id="market">
      <div className="section-head">
        <h2 className="d d40">{t('home.title')}</h2>
        {isPhone ? (
          <SortToggle filters={filters} onChange={change} />
        ) : (
          total !== undefined && <span className="muted num">{t('home.count', { count: total, formatted: countText(total, intl) })}</span>
        )}
        <Link className="link" to="/explore">
          {t('home.seeAll')}
        </Link>
      </div>
      <FilterBar filters={filters} onChange={change} />
      <ItemGrid
        list={hashKey(list.queryKey)}
        pages={pages}
        actOf={actOf}
        hideLocked
        belongs={isOffered}
        empty={<Nothing filters={filters} onClear={change} />}
      />
    </section>
  )
}

function Nothing({ filters, onClear }: { filters: MarketFilters; onClear: (filters: MarketFilters) => void }) {
  const { t } = useTranslation()
  const isNarrowed = filters.category !== undefined || filters.chainId !== -1
  if (isNarrowed)
    return (
      <EmptyState title={t('home.emptyTitle')} text={t('home.emptyText')}>
        <Button variant="primary" onClick={() => onClear({ chainId: -1, category: undefined, order: filters.order })}>
          {t('home.showAll')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState title={t('home.emptyFirst')} text={t('home.emptyFirstText')}>
      <ButtonLink variant="primary" to="/create">
        {t('home.createOne')}
      </ButtonLink>
    </EmptyState>
  )
}
