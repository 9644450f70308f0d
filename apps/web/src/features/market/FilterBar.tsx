import { ALL_CHAINS } from '@plinth/protocol'
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { useCategoryName } from '../../entities/category-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { FilterTabs } from '../../kit/FilterTabs.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Chip } from '../../kit/marks.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { useCategories, useNetworks } from '../../lib/site.ts'
import type { MarketFilters } from './filters.ts'

type Props = { filters: MarketFilters; onChange: (filters: MarketFilters) => void }

/** Sticks under the header while the grid passes. */
export function FilterBar({ filters, onChange }: Props) {
  const isPhone = useMediaQuery(PHONE)
  return (
    <div className="filter-bar">
      {isPhone ? <NetworkChips filters={filters} onChange={onChange} /> : <NetworkSegments filters={filters} onChange={onChange} />}
      <CategoryTabs filters={filters} onChange={onChange} />
      {!isPhone && <SortToggle filters={filters} onChange={onChange} />}
    </div>
  )
}

function NetworkSegments({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const networks = useNetworks()
  const options = [
    { value: String(ALL_CHAINS), label: t('home.allNetworks') },
    ...networks.map((network) => ({
      value: String(network.chainId),
      label: (
        <>
          <ChainGlyph symbol={network.symbol} />
          {network.name}
        </>
      ),
    })),
  ]
  return (
    <Segmented
      label={t('home.network')}
      value={String(filters.chainId)}
      options={options}
      onChange={(chain) => onChange({ ...filters, chainId: Number(chain) })}
    />
  )
}

function NetworkChips({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const networks = useNetworks()
  const pick = (chainId: number) => onChange({ ...filters, chainId })
  return (
    <fieldset className="chip-row" aria-label={t('home.network')}>
      <Chip on={filters.chainId === ALL_CHAINS} onClick={() => pick(ALL_CHAINS)}>
        {t('home.allNetworks')}
      </Chip>
      {networks.map((network) => (
        <Chip key={network.chainId} on={filters.chainId === network.chainId} onClick={() => pick(network.chainId)}>
          <ChainGlyph symbol={network.symbol} />
          {network.name}
        </Chip>
      ))}
    </fieldset>
  )
}

const ALL = ''

function CategoryTabs({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  const categories = useCategories()
  const items = [
    { value: ALL, label: t('category.all') },
    ...categories.map(({ id, name }) => ({ value: id.toString(), label: nameOf(name) })),
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

/** By time of update, newest or oldest first (HOME-09). On phones it stands beside the heading. */
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
