import type { ChainAddress, ItemFilters } from '@plinth/api'
import { findAmountProblem, parseUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { askCart } from '../../../entities/cart/ask-cart.ts'
import { MOST_LINES } from '../../../entities/cart/cart.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { useCommaError } from '../../../kit/DecimalField.tsx'
import { IconButton } from '../../../kit/IconButton.tsx'
import { cleanDecimal } from '../../../kit/price-text.ts'
import { Segmented } from '../../../kit/Segmented.tsx'
import { keyOf } from '../../../lib/api.ts'
import { sweepApi } from '../../../lib/cart-api.ts'
import { useWhileDown } from '../../../lib/live-state.ts'
import { useSession } from '../../../lib/session.ts'
import { payTokensQuery, useNetworks } from '../../../lib/site.ts'
import { amountError } from '../sale-form.ts'
import { type Ask, asksOf, duesOfAll, feesOfAll, linesOf, takeUnits, unitsFor, unitsOf } from './picks.ts'
import { useRings } from './use-rings.ts'

const QUICK = [3, 5, 10, 20]
/** Of the keys Page Up and Page Down. */
const PAGE = 5
/** Only while no live events arrive. */
const SLOW_MS = 5_000

type Props = { filters: ItemFilters; onClose: () => void }

/** Buys the cheapest works of a list: so many, or as many as an amount pays (CART-07). */
export function SweepBar({ filters, onClose }: Props) {
  const { t } = useTranslation()
  const moneys = useMoneys(filters)
  const [chosen, setChosen] = useState<string>()
  const money = moneys.find(({ key }) => key === chosen) ?? moneys[0]
  const { asks, hasFailed, isPending } = useAsks(filters, money?.value)
  const [wanted, setWanted] = useState(QUICK[0] ?? 1)
  const [budget, setBudget] = useState('')
  const most = Number(unitsOf(asks))
  const isBad = budget !== '' && money !== undefined && findAmountProblem(budget, money.decimals) !== undefined
  const fault = isBad ? amountError(budget, money.decimals) : undefined
  const error = useCommaError(budget) ?? (fault && t(fault))
  const errorId = useId()
  const paid = () => (isBad || !money ? 0 : Number(unitsFor(asks, parseUnits(budget, money.decimals))))
  const count = budget === '' ? Math.min(wanted, most) : paid()
  const picks = takeUnits(asks, BigInt(count))
  useRings(picks.map(({ line }) => line))
  useEscape(onClose)
  const choose = (next: number) => {
    setBudget('')
    setWanted(Math.max(1, Math.min(most, next)))
  }
  const pays = money ? exactText(duesOfAll(picks), money) : ''
  return createPortal(
    <section className="sweep-bar" aria-label={t('cart.sweep.title')}>
      <b className="medium sweep-name">{t('cart.sweep.title')}</b>
      <input
        type="range"
        className="sweep-slider"
        aria-label={t('cart.sweep.count')}
        min={1}
        max={Math.max(1, most)}
        value={Math.max(1, count)}
        disabled={most === 0}
        onChange={(event) => choose(Number(event.target.value))}
        onKeyDown={(event) => turnPage(event, (by) => choose(count + by))}
      />
      <Segmented
        label={t('cart.sweep.count')}
        value={budget === '' ? String(count) : undefined}
        options={QUICK.filter((one) => one <= most).map((one) => ({ value: String(one), label: one }))}
        onChange={(value) => choose(Number(value))}
      />
      <div className={error ? 'field sweep-budget invalid' : 'field sweep-budget'}>
        <input
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          aria-label={t('cart.sweep.budgetIn', { symbol: money?.symbol ?? '' })}
          placeholder={t('cart.sweep.budget')}
          inputMode="decimal"
          autoComplete="off"
          value={budget}
          onChange={(event) => setBudget(cleanDecimal(event.target.value))}
        />
        <MoneySelect moneys={moneys} value={money?.key ?? ''} onChange={setChosen} />
      </div>
      {error ? (
        <p id={errorId} className="sweep-said field-error" role="alert">
          {error}
        </p>
      ) : (
        <Said picks={picks} isPending={isPending} hasFailed={hasFailed} symbol={money?.symbol ?? ''} />
      )}
      <Button variant="primary" dot disabled={count === 0} onClick={() => askCart({ lines: linesOf(picks) })}>
        {t('cart.sweep.buy', { count, amount: pays })}
      </Button>
      <IconButton icon={X} label={t('cart.sweep.close')} onClick={onClose} />
    </section>,
    document.body,
  )
}

type SaidProps = { picks: readonly Ask[]; isPending: boolean; hasFailed: boolean; symbol: string }

/** Shows the price range of the picks and their fees; without picks it says why. */
function Said({ picks, isPending, hasFailed, symbol }: SaidProps) {
  const { t } = useTranslation()
  const [first, last] = [picks[0], picks.at(-1)]
  if (!first || !last)
    return (
      <p className="sweep-said s14 muted" role="status">
        {isPending ? t('cart.checking') : t(hasFailed ? 'cart.sweep.failed' : 'cart.sweep.none', { symbol })}
      </p>
    )
  const fees = feesOfAll(picks)
  const low = exactText(first.sale.unitPrice, first.sale)
  const high = exactText(last.sale.unitPrice, last.sale)
  return (
    <p className="sweep-said" aria-live="polite">
      <span className="s14 medium">
        {t(low === high ? 'cart.sweep.picksEach' : 'cart.sweep.picks', { count: unitsOf(picks), low, high })}
      </span>
      <span className="s12 muted">
        {fees > 0n && `${t('cart.sweep.fees', { amount: exactText(fees, first.sale) })}. `}
        {t('cart.sweep.note')}
      </span>
    </p>
  )
}

type Money = {
  readonly key: string
  readonly value: ChainAddress
  readonly symbol: string
  readonly decimals: number
  readonly label: string
}

/** Moneys of the networks that the list may show, the one that it is filtered by first, then the coin of the wallet's network. */
function useMoneys({ collections = [], chains = [], payTokens = [] }: ItemFilters): Money[] {
  const networks = useNetworks()
  const session = useSession()
  const [only] = collections.length > 0 ? collections : []
  const shown = networks.filter(({ chainId }) => (only ? only.chainId === chainId : chains.length === 0 || chains.includes(chainId)))
  const answers = useQueries({ queries: shown.map(({ chainId }) => payTokensQuery(chainId)) })
  const rankOf = ({ value }: Money): number =>
    payTokens.some((one) => one.chainId === value.chainId && one.address === value.address)
      ? 0
      : (value.address === ZERO_ADDRESS ? 1 : 3) + (value.chainId === session.chainId ? 0 : 1)
  return answers
    .flatMap(({ data }) => data ?? [])
    .map(({ chainId, address, symbol, decimals }) => {
      const network = networks.find((one) => one.chainId === chainId)?.name ?? ''
      const label = shown.length > 1 ? `${symbol}, ${network}` : symbol
      return { key: `${chainId}:${address}`, value: { chainId, address }, symbol, decimals, label }
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}

function MoneySelect({ moneys, value, onChange }: { moneys: readonly Money[]; value: string; onChange: (key: string) => void }) {
  const { t } = useTranslation()
  if (moneys.length < 2) return <span className="muted">{moneys[0]?.symbol}</span>
  return (
    <select aria-label={t('cart.sweep.money')} value={value} onChange={(event) => onChange(event.target.value)}>
      {moneys.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** The cheapest units for a money, as many as one payment takes; the knob chooses among them. */
function useAsks(filters: ItemFilters, payToken: ChainAddress | undefined) {
  const { address } = useSession()
  const refetchInterval = useWhileDown(SLOW_MS)
  const asked = payToken && { ...filters, payToken, units: BigInt(MOST_LINES) }
  const { data, isError, isPending } = useQuery({
    queryKey: [...keyOf(sweepApi.candidates, asked), address],
    queryFn: ({ signal }) => (asked ? sweepApi.candidates(asked, { signal }) : null),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  })
  return { asks: asksOf(data?.list ?? []), hasFailed: isError, isPending }
}

function turnPage(event: KeyboardEvent, move: (by: number) => void): void {
  if (event.key !== 'PageUp' && event.key !== 'PageDown') return
  event.preventDefault()
  move(event.key === 'PageUp' ? PAGE : -PAGE)
}

/** Not while a dialog is over it. */
function useEscape(close: () => void): void {
  useEffect(() => {
    const press = ({ key, defaultPrevented }: globalThis.KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && document.querySelector('[role="dialog"]') === null && close()
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [close])
}
