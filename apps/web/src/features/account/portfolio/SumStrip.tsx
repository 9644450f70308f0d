import type { MoneySums, PortfolioSummary } from '@plinth/api'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { recordedWorthText } from '../../../entities/price/worth-text.ts'
import { shortAmount } from '../../../entities/statistics/figures.ts'
import { useLocale } from '../../../i18n/index.ts'
import { phrasesText } from '../../../i18n/lists.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Icon } from '../../../kit/icons.tsx'
import { Skeleton } from '../../../kit/marks.tsx'
import { PartFailed } from '../../../kit/states.tsx'
import { countText } from '../../../lib/numbers.ts'
import { MoneyTable } from './MoneyTable.tsx'
import { SUMS, type SumKey, signOf, toneOf } from './sums.ts'

/** More of them stand in the table below. */
const MOST_MONEYS = 1

/** What the account's works are worth and what its trades came to (PORT-01). */
export function SumStrip({ summary }: { summary: UseQueryResult<PortfolioSummary> }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = summary
  if (!data) return isError ? <PartFailed text={t('portfolio.sumsFailed')} retry={refetch} /> : <StripBoxes />
  return (
    <section aria-label={t('portfolio.sums')}>
      <dl className="ledger-strip">
        {SUMS.map((key) => (
          <Cell key={key} of={key} summary={data} />
        ))}
      </dl>
      {data.moneys.length > 0 && <MoneyTable moneys={data.moneys} />}
      <Foot summary={data} />
    </section>
  )
}

/** In one money its amount comes first; of several the worth does, since amounts of two are never added. */
function Cell({ of, summary: { moneys, worth } }: { of: SumKey; summary: PortfolioSummary }) {
  const { t, locale } = useTranslation()
  const { intl } = useLocale()
  const amountOf = ({ [of]: sum, payToken }: MoneySums) =>
    sum === undefined ? '–' : `${signOf(sum, of)}${shortAmount(abs(sum), payToken.decimals, intl)} ${payToken.symbol}`
  const some = moneys.filter((sums) => (sums[of] ?? 0n) !== 0n)
  const total = worth[of]
  const worthText =
    total !== undefined && recordedWorthText(abs(total), { currency: worth.currency, intl }).replace(' ', ` ${signOf(total, of)}`)
  const [only] = moneys
  const isOne = moneys.length === 1 && only !== undefined
  const amounts = phrasesText(some.slice(0, MOST_MONEYS).map(amountOf), locale)
  const others = some.length - MOST_MONEYS
  const figure = isOne ? amountOf(only) : worthText || amounts || '–'
  const note = isOne ? worthText : worthText && (others > 0 ? t('portfolio.andMore', { amounts, count: others }) : amounts)
  return (
    <div className={`ledger-sum of-${of}`}>
      <dt>{t(`portfolio.sum.${of}`)}</dt>
      <dd className={`figure d num ${toneOf((isOne ? only[of] : total) ?? 0n, of)}`}>{figure}</dd>
      <dd className="ledger-note num">{note}</dd>
      <dd className="ledger-note ledger-how">
        {t(`portfolio.how.${of}`, { count: Number(unitsOf(moneys, of)), formatted: countText(unitsOf(moneys, of), intl) })}
      </dd>
    </div>
  )
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

function unitsOf(moneys: readonly MoneySums[], of: SumKey): bigint {
  const field = { spent: 'bought', earned: 'sold', floorValue: 'floorUnits', offerValue: 'offerUnits' } as const
  if (!(of in field)) return 0n
  return moneys.reduce((sum, sums) => sum + sums[field[of as keyof typeof field]], 0n)
}

/** How estimates are made, and what the sums leave out. */
function Foot({ summary: { gifts, gasUnknown, worth, isComplete } }: { summary: PortfolioSummary }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="ledger-foot hint">{t('portfolio.estimates')}</p>
      <p className="ledger-notes hint">
        {!isComplete && <span className="warn">{t('portfolio.incomplete')} </span>}
        {gifts > 0 && `${t('portfolio.gifts', { count: gifts })} `}
        {gasUnknown > 0 && `${t('portfolio.gasUnknown', { count: gasUnknown })} `}
        {worth.without > 0 && t('portfolio.without', { count: worth.without })}
      </p>
    </>
  )
}

/** As high as the sums will be. */
function StripBoxes() {
  const { t } = useTranslation()
  return (
    <section aria-busy="true" aria-label={t('portfolio.sums')}>
      <dl className="ledger-strip">
        {SUMS.map((key) => (
          <div key={key} className={`ledger-sum of-${key}`}>
            <dt>{t(`portfolio.sum.${key}`)}</dt>
            <dd className="figure">
              <Skeleton width={96} height={28} />
            </dd>
            <dd className="ledger-note">
              <Skeleton width={64} height={16} />
            </dd>
            <dd className="ledger-note" />
          </div>
        ))}
      </dl>
      <details className="ledger-moneys" inert>
        <summary className="s14 medium">
          {t('portfolio.byMoney')}
          <Icon of={ChevronDown} size="small" />
        </summary>
      </details>
      <p className="ledger-foot hint">{t('portfolio.estimates')}</p>
      <p className="ledger-notes" />
    </section>
  )
}
