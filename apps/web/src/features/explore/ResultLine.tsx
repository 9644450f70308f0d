import { ITEM_SORTS, type ItemSort } from '@plinth/api'
import { ArrowDownWideNarrow, Check, ChevronDown, Grid2x2, Grid3x3, Rows3, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { foundText } from '../../entities/explore/found-text.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Menu, MenuItem } from '../../kit/Menu.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { DENSITIES, type Density, hasSort, ownSort } from '../../lib/explore-address.ts'
import type { Chosen } from './chosen.ts'
import type { Choice } from './use-choice.ts'

const LOOKS = { large: Grid2x2, small: Grid3x3, table: Rows3 } as const satisfies Record<Density, typeof Grid2x2>

type Props = {
  choice: Choice
  total: number | undefined
  isAtLeast: boolean
  /** Without any filter. */
  of: number | undefined
  density: Density
  /** Instead of the rail, where there is no room for it. */
  filterButton: ReactNode
  sweep: ReactNode
}

/** How many works, their order, and how close they stand. */
export function ResultLine({ choice, total, isAtLeast, of, density, filterButton, sweep }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  return (
    <div className="result-line">
      {filterButton}
      <p className="result-count" role="status">
        {total !== undefined && <b className="d d22">{t('home.count', { count: total, formatted: foundText(total, isAtLeast, intl) })}</b>}
        {of !== undefined && total !== undefined && of > total && (
          <span className="s12 muted num">{t('explore.ofAll', { count: foundText(of, isAtLeast, intl) })}</span>
        )}
      </p>
      <div className="result-looks">
        {sweep}
        <SortMenu choice={choice} />
        <Segmented
          label={t('explore.density')}
          value={density}
          onChange={choice.look}
          options={DENSITIES.map((value) => ({
            value,
            label: (
              <>
                <Icon of={LOOKS[value]} size="small" />
                <span className="visually-hidden">{t(`explore.view.${value}`)}</span>
              </>
            ),
          }))}
        />
      </div>
    </div>
  )
}

function SortMenu({ choice: { filters, sort, order } }: { choice: Choice }) {
  const { t } = useTranslation()
  const now = sort ?? ownSort(filters)
  const nameOf = (sort: ItemSort) => t(`explore.sort.${sort}`)
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="button quiet small sort-button">
          <Icon of={ArrowDownWideNarrow} size="small" />
          <span className="visually-hidden">{t('explore.sortBy')}</span>
          <span className="clip">{nameOf(now)}</span>
          <Icon of={ChevronDown} size="small" />
        </button>
      }
    >
      {ITEM_SORTS.filter((each) => each !== 'match' || filters.words !== undefined).map((each) => {
        const isOut = !hasSort(each, filters)
        return (
          <MenuItem key={each} onSelect={() => order(each)} disabled={isOut}>
            <span className="sort-mark">{each === now && <Icon of={Check} size="small" />}</span>
            <span className="grow">
              {nameOf(each)}
              {each === now && <span className="visually-hidden">{t('explore.chosen')}</span>}
            </span>
            {isOut && <span className="s12 muted">{t('explore.oneOnly')}</span>}
          </MenuItem>
        )
      })}
    </Menu>
  )
}

/** Where the rail has no room: how many filters are chosen, and the sheet behind it. */
export function FilterButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <Button size="small" className="filter-button" onClick={onOpen} aria-haspopup="dialog">
      <Icon of={SlidersHorizontal} size="small" />
      {count === 0 ? t('explore.filters') : t('explore.filtersChosen', { count })}
    </Button>
  )
}

/** What is chosen; each chip takes its value away. */
export function ChosenChips({ chosen, choice, clear }: { chosen: readonly Chosen[]; choice: Pick<Choice, 'choose'>; clear?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <fieldset className="chip-row chosen-chips" aria-label={t('explore.chosenFilters')}>
      {chosen.map(({ key, label, without }) => (
        <button
          key={key}
          type="button"
          className="chip chosen-chip"
          aria-label={t('explore.remove', { what: label })}
          onClick={() => choice.choose(without)}
        >
          <span className="clip">{label}</span>
          <Icon of={X} size="tiny" />
        </button>
      ))}
      {clear}
    </fieldset>
  )
}

export function ClearAll({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className="link clear-all" onClick={onClear}>
      {t('explore.clearAll')}
    </button>
  )
}
