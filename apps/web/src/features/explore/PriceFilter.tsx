import type { ChainAddress, ItemCounts, ItemFilters } from '@plinth/api'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { cleanDecimal, meantDecimal } from '../../kit/price-text.ts'
import { Segmented } from '../../kit/Segmented.tsx'
import { chainAddressText, isTurned } from '../../lib/explore-address.ts'
import { priceText } from '../../lib/numbers.ts'
import type { Choice } from './use-choice.ts'
import type { useMoneys } from './value-names.ts'

type Props = {
  choice: Choice
  prices: ItemCounts['prices']
  moneys: ReturnType<typeof useMoneys>
  /** The reference currency, in which moneys are compared; undefined where the market has no rates. */
  currency: string | undefined
}

/** Side by side; more of them are a list. */
const MOST_SEGMENTS = 4
/** Characters of a segment: a token that two networks have is named with its network, and has no room. */
const LONGEST_SEGMENT = 8
const REFERENCE = ''
/** A bound is taken once the hand rests. */
const REST_MS = 400

/** Between two prices, in a money or in the reference currency. */
export function PriceFilter({ choice, prices, moneys, currency }: Props) {
  const { t } = useTranslation()
  const { filters, choose } = choice
  const options = moneys
    .filter((one) => (filters.chains ?? []).length === 0 || filters.chains?.includes(one.value.chainId))
    .map((one) => ({ value: chainAddressText(one.value), label: one.label, of: one.value as ChainAddress | undefined }))
  const all = currency === undefined ? options : [...options, { value: REFERENCE, label: currency, of: undefined }]
  const money = filters.money ?? (currency === undefined ? options[0]?.of : undefined)
  const value = money ? chainAddressText(money) : REFERENCE
  const take = (next: string) => choose({ money: all.find((one) => one.value === next)?.of, minPrice: undefined, maxPrice: undefined })
  const unit = all.find((one) => one.value === value)?.label ?? ''
  return (
    <>
      {prices && <Histogram prices={prices} filters={filters} unit={unit} />}
      <Bounds
        key={value}
        min={filters.minPrice}
        max={filters.maxPrice}
        names={[t('explore.lowest'), t('explore.highest')]}
        fault={isTurned}
        onChange={(minPrice, maxPrice) => choose({ money, minPrice, maxPrice })}
      />
      {all.length <= MOST_SEGMENTS && all.every(({ label }) => label.length <= LONGEST_SEGMENT) ? (
        <Segmented label={t('explore.money')} value={value} options={all} onChange={take} full />
      ) : (
        <div className="field select">
          <select aria-label={t('explore.money')} value={value} onChange={(event) => take(event.target.value)}>
            {all.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size="small" />
        </div>
      )}
    </>
  )
}

type BoundsProps = {
  min: string | undefined
  max: string | undefined
  names: readonly [string, string]
  fault: (min: string | undefined, max: string | undefined) => boolean
  onChange: (min: string | undefined, max: string | undefined) => void
  isSigned?: boolean
}

/** Two fields; what is typed counts a moment later, or at Enter. */
export function Bounds({ min, max, names, fault, onChange, isSigned }: BoundsProps) {
  const { t } = useTranslation()
  const errorId = useId()
  const [typed, setTyped] = useState({ min: min ?? '', max: max ?? '' })
  const [given, setGiven] = useState({ min, max })
  // Taken away by a chip, or by the way back.
  if (given.min !== min || given.max !== max) {
    setGiven({ min, max })
    if (boundOf(typed.min) !== min || boundOf(typed.max) !== max) setTyped({ min: min ?? '', max: max ?? '' })
  }
  const [low, high] = [boundOf(typed.min), boundOf(typed.max)]
  const amount = meantDecimal(typed.min) ?? meantDecimal(typed.max)
  const isWrong = amount !== undefined || fault(low, high)
  const isNew = low !== min || high !== max
  const latest = useRef(onChange)
  latest.current = onChange
  const take = () => !isWrong && isNew && onChange(low, high)
  useEffect(() => {
    if (isWrong || !isNew) return
    const timer = setTimeout(() => latest.current(low, high), REST_MS)
    return () => clearTimeout(timer)
  }, [low, high, isWrong, isNew])
  const clean = (text: string) => (isSigned && text.startsWith('-') ? `-${cleanDecimal(text.slice(1))}` : cleanDecimal(text))
  return (
    <div className="bounds">
      {(['min', 'max'] as const).map((side, at) => (
        <div key={side} className={isWrong ? 'field invalid' : 'field'}>
          <input
            inputMode="decimal"
            autoComplete="off"
            aria-label={names[at]}
            placeholder={names[at]}
            value={typed[side]}
            maxLength={30}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? errorId : undefined}
            onChange={(event) => setTyped({ ...typed, [side]: clean(event.target.value) })}
            onKeyDown={({ key }) => key === 'Enter' && take()}
          />
        </div>
      ))}
      <span className="bounds-to muted s12" aria-hidden="true">
        {t('explore.to')}
      </span>
      {isWrong && (
        <p id={errorId} className="field-error" role="alert">
          {amount === undefined ? t('explore.turned') : t('form.didYouMean', { amount })}
        </p>
      )}
    </div>
  )
}

/** As the catalogue writes amounts: "0.5", not ".5" or "05." */
function boundOf(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? []
  if (whole === '' && fraction === '') return undefined
  const [digits, rest] = [whole.replace(/^0+(?=\d)/, '') || '0', fraction.replace(/0+$/, '')]
  return `${sign}${digits}${rest === '' ? '' : `.${rest}`}`
}

/** How many works each part of the range has; the parts inside the bounds are in ink. */
function Histogram({ prices, filters, unit }: { prices: NonNullable<ItemCounts['prices']>; filters: ItemFilters; unit: string }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...prices.counts)
  const [low, high] = [Number(prices.min), Number(prices.max)]
  const ratio = low > 0 ? (high / low) ** (1 / Math.max(1, prices.counts.length)) : 1
  const isInside = (at: number) => {
    const middle = low * ratio ** (at + 0.5)
    return middle >= Number(filters.minPrice ?? 0) && middle <= Number(filters.maxPrice ?? Infinity)
  }
  return (
    <>
      <p className="visually-hidden">
        {t('explore.priceSpan', { min: `${priceText(prices.min)} ${unit}`, max: `${priceText(prices.max)} ${unit}` })}
      </p>
      <div className="histogram" aria-hidden="true">
        {prices.counts.map((count, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={at}
            className={isInside(at) ? 'in' : ''}
            style={{ height: count === 0 ? 1 : `${Math.max(6, (count * 100) / most)}%` }}
          />
        ))}
      </div>
    </>
  )
}
