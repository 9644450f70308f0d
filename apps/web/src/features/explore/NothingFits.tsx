import { useQueries } from '@tanstack/react-query'
import { totalQuery } from '../../entities/explore/items-query.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { countText } from '../../lib/numbers.ts'
import type { Chosen } from './chosen.ts'
import { type Choice, cleaned, useAllCategories } from './use-choice.ts'
import { withBelow } from './use-items.ts'

/** How many values are tried, and how many ways out are offered. */
const MOST_TRIES = 12
const WAYS = 2

/** No work fits: the two values whose removal helps most, each with how many works there would be. */
export function NothingFits({ choice, chosen }: { choice: Choice; chosen: readonly Chosen[] }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const categories = useAllCategories()
  const tried = chosen.slice(0, MOST_TRIES)
  const answers = useQueries({
    queries: tried.map(({ without }) => totalQuery(withBelow(cleaned({ ...choice.filters, ...without }), categories))),
  })
  const ways = tried
    .map((one, at) => ({ ...one, total: answers[at]?.data ?? 0 }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total)
    .slice(0, WAYS)
  return (
    <EmptyState
      title={t('explore.nothing', { count: chosen.length })}
      text={ways.length > 0 ? t('explore.ways', { count: ways.length }) : t('explore.nothingText')}
    >
      {ways.map(({ key, label, total, without }) => (
        <Button key={key} onClick={() => choice.choose(without)}>
          {t(key === 'price' ? 'explore.anyPrice' : 'explore.withoutOne', { what: label, count: total, formatted: countText(total, intl) })}
        </Button>
      ))}
      {ways.length === 0 && chosen.length > 0 && (
        <Button variant="primary" onClick={choice.clear}>
          {t('explore.clearAll')}
        </Button>
      )}
    </EmptyState>
  )
}
