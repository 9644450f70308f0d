import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { useCategoryName } from '../../entities/category-name.ts'
import { NetworkFilter } from '../../entities/live-list/NetworkFilter.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { Icon } from '../../kit/icons.tsx'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { useCategories } from '../../lib/site.ts'
import type { MarketFilters } from './filters.ts'

type Props = { filters: MarketFilters; onChange: (filters: MarketFilters) => void }

/** Sticks under the header while the grid passes. */
export function FilterBar({ filters, onChange }: Props) {
  const isPhone = useMediaQuery(PHONE)
  return (
    <div className="filter-bar">
      <NetworkFilter chainId={filters.chainId} onChange={(chainId) => onChange({ ...filters, chainId })} />
      <CategoryTabs filters={filters} onChange={onChange} />
      {!isPhone && <SortToggle filters={filters} onChange={onChange} />}
    </div>
  )
}

const ALL = ''

function CategoryTabs({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  const categories = useCategories()
  const items = [
    { value: ALL, label: t('category.all') },
    ...categories.map((category) => ({ value: category.id.toString(), label: nameOf(category) })),
  ]
  return (
    <FilterTabs
      label={t('home.category')}
      value={filters.category?.toString() ?? ALL}
      items={items}
      onChange={(value) => onChange({ ...filters, category: value === ALL ? undefined : BigInt(value) })}
    />
  )
}

/** By time of update, newest or oldest first (HOME-09). On phones it is beside the heading. */
export function SortToggle({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const isNewest = filters.order === 'desc'
  const turn = () => onChange({ ...filters, order: isNewest ? 'asc' : 'desc' })
  return (
    <Button
      variant="quiet"
      size="small"
      className="sort"
      onClick={turn}
      title={t('home.sortHint', { order: t(isNewest ? 'home.newest' : 'home.oldest') })}
    >
      <Icon of={isNewest ? ArrowDownWideNarrow : ArrowUpNarrowWide} size="small" />
      {t(isNewest ? 'home.sortNewest' : 'home.sortOldest')}
    </Button>
  )
}
