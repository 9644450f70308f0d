import { type Category, pageTitle } from '@plinth/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { ItemGrid, type ItemGridProps } from '../../entities/cards/ItemGrid.tsx'
import { isOffered } from '../../entities/cards/item-view.ts'
import { useCategoryName } from '../../entities/category-name.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { EmptyState, NotFound } from '../../kit/states.tsx'
import { api, hashKey, pagesOf } from '../../lib/api.ts'
import { countText } from '../../lib/numbers.ts'
import { useCategories, useConfig } from '../../lib/site.ts'
import { patientStorage } from '../../lib/storage.ts'
import { findCategory, idsUnder, keepTree, keptTree } from './category-tree.ts'
import { SortToggle } from './FilterBar.tsx'
import { type MarketFilters, readFilters, writeFilters } from './filters.ts'
import './market.css'

const LIMIT = 20
const ALL = ''
type Acts = Pick<ItemGridProps, 'actOf'>

/** Everything on sale in one category and below it. */
export function CategoryPage({ id, actOf }: { id: string } & Acts) {
  const { t } = useTranslation()
  const categories = useCategories()
  const known = /^\d{1,18}$/.test(id) ? (findCategory(categories, BigInt(id)) ?? keptTree(patientStorage, BigInt(id))) : undefined
  useEffect(() => {
    if (known) keepTree(patientStorage, known)
  }, [known])
  if (known) return <InCategory category={known} actOf={actOf} />
  return (
    <main className="wrap page">
      <NotFound title={t('search.noCategory')} text={t('search.noCategoryText')}>
        <ButtonLink variant="primary" to="/">
          {t('search.market')}
        </ButtonLink>
      </NotFound>
    </main>
  )
}

function InCategory({ category, actOf }: { category: Category } & Acts) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { site } = useConfig()
  const nameOf = useCategoryName()
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const change = (next: MarketFilters) => setParams(writeFilters(params, next), { replace: true, preventScrollReset: true })
  const child = category.children.find(({ id }) => id === filters.category)
  const list = pagesOf(api.home.list, {
    page: 1,
    limit: LIMIT,
    chainId: filters.chainId,
    categories: idsUnder(child ?? category),
    sort: 'update_time',
    order: filters.order,
  })
  const pages = useInfiniteQuery(list)
  const total = pages.data?.pages[0]?.total
  const name = nameOf(category)
  return (
    <main className="wrap page market">
      <title>{pageTitle(name, site.name)}</title>
      <div className="section-head">
        <h1 className="d d56">{name}</h1>
        {total !== undefined && <span className="muted num">{t('home.count', { count: total, formatted: countText(total, intl) })}</span>}
      </div>
      <div className="filter-bar">
        <NetworkFilter chainId={filters.chainId} onChange={(chainId) => change({ ...filters, chainId })} />
        <FilterTabs
          label={t('home.category')}
          value={child?.id.toString() ?? ALL}
          items={[
            { value: ALL, label: t('category.all') },
            ...category.children.map((child) => ({ value: child.id.toString(), label: nameOf(child) })),
          ]}
          onChange={(value) => change({ ...filters, category: value === ALL ? undefined : BigInt(value) })}
        />
        <SortToggle filters={filters} onChange={change} />
      </div>
      <h2 className="visually-hidden">{t('search.works')}</h2>
      <ItemGrid
        list={hashKey(list.queryKey)}
        pages={pages}
        actOf={actOf}
        hideLocked
        belongs={isOffered}
        empty={
          <EmptyState title={t('home.emptyTitle')} text={t('home.emptyText')}>
            <Button variant="primary" onClick={() => change({ chainId: -1, category: undefined, order: filters.order })}>
              {t('home.showAll')}
            </Button>
          </EmptyState>
        }
      />
    </main>
  )
}
