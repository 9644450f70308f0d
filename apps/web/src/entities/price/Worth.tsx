import { type Address, parseUnits } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { hasText, useTranslation } from '../../i18n/translate.ts'
import { queryClient } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { timeAgo } from '../../lib/time.ts'
import { ratesQuery } from './rates-query.ts'
import { worthText } from './worth-text.ts'
import './worth.css'

export type WorthProps = {
  /** The money of the price. */
  of: { chainId: number; address: Address; decimals: number }
  /** Base units, or decimal text. */
  amount: bigint | string
  /** Inside a card, which is one link: it takes no focus of its own, and the card's shows the age. */
  inCard?: boolean
}

const AGES = { feed: 'trade.rateAge', operator: 'trade.rateSet' } as const

/**
 * "≈ $6,012": what a price is worth now, an estimate beside it and never part of what is signed; with the age of the rate on hover
 * and focus. Nothing where the money has no rate.
 */
export function Worth({ of: { chainId, address, decimals }, amount, inCard }: WorthProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  // The time of the answer, too: each updates the age.
  const { data } = useQuery({ ...ratesQuery, notifyOnChangeProps: ['data', 'dataUpdatedAt'] }, queryClient)
  const rate = data?.rates.find((one) => one.chainId === chainId && one.token === address)
  const units = typeof amount === 'string' ? parseUnits(amount, decimals) : amount
  if (!data || !rate || units === 0n) return null
  const text = worthText(units, decimals, rate, { currency: data.currency, intl })
  const key = AGES[rate.source]
  const age = hasText(key) ? t(key, { ago: timeAgo(rate.updatedAt, Math.max(rate.updatedAt, chainNow()), intl) }) : ''
  if (!inCard) return <Explained text={text} why={age} />
  return (
    <span className="worth in-card num">
      {text}
      <span className="worth-age">{age}</span>
    </span>
  )
}

/** A button, so that a finger and the keyboard reach the sentence behind it, too; it does nothing else. */
export function Explained({ text, why }: { text: string; why: string }) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [show, hide] = [() => setShown(true), () => setShown(false)]
  return (
    <span className="worth" onPointerEnter={show} onPointerLeave={hide}>
      <button
        type="button"
        className="worth-text num"
        aria-describedby={isShown ? id : undefined}
        onFocus={show}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        {text}
      </button>
      {isShown && why !== '' && (
        <span ref={keepInside} className="worth-age" role="tooltip" id={id}>
          {why}
        </span>
      )}
    </span>
  )
}

const EDGE_PX = 8

/** Moves a tip sideways until it is inside the window, whatever width that and the tip's words take. */
function keepInside(tip: HTMLElement | null): (() => void) | undefined {
  if (!tip) return undefined
  const place = () => {
    tip.style.setProperty('--shift', '0px')
    const { left, right } = tip.getBoundingClientRect()
    const end = document.documentElement.clientWidth - EDGE_PX
    tip.style.setProperty('--shift', `${Math.max(EDGE_PX - left, 0) - Math.max(right - end, 0)}px`)
  }
  place()
  const words = new ResizeObserver(place)
  words.observe(tip)
  addEventListener('resize', place)
  return () => {
    words.disconnect()
    removeEventListener('resize', place)
  }
}
