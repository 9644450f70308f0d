import type { BoxRecord } from '@plinth/api'
import { feePercent, formatPays, payAmount } from '@plinth/protocol'
import { useState } from 'react'
import { type BoxState, boxPrice, boxState, isTicket, leftOf, moneyOfBox, mostBoxes } from '../../entities/box.ts'
import { boxesError } from '../../entities/box-quantity.ts'
import { TimeLeft } from '../../entities/cards/BoxClock.tsx'
import { Worth } from '../../entities/price/Worth.tsx'
import { useBondText } from '../../entities/use-bond-text.ts'
import { useLocale } from '../../i18n/index.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Stepper } from '../../kit/choices.tsx'
import { countText, priceText } from '../../lib/numbers.ts'
import { dayAndTime } from '../../lib/time.ts'
import { useChainNow } from '../../lib/use-chain-now.ts'

const HEADS = {
  begin: 'box.notBegun',
  open: 'box.openNow',
  soldOut: 'box.soldOut',
  stopped: 'box.stopped',
  finished: 'box.finished',
} as const satisfies Record<BoxState, TextKey>

/** Clock, price, how many are left, and the button (document A §2). */
export function BoxFoot({ box, onOpen }: { box: BoxRecord; onOpen: (boxes: number) => void }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const now = useChainNow()
  const [typed, setBoxes] = useState('1')
  const state = boxState(box, now)
  const left = leftOf(box)
  const most = mostBoxes(box)
  const wrong = boxesError(typed, { left, most })
  const boxes = wrong ? 1 : Number(typed)
  return (
    <section className="box-foot" aria-label={t(HEADS[state])}>
      <div className="row between">
        <span className="row g8 medium">
          {state === 'open' && <span className="dot live" />}
          {t(HEADS[state])}
        </span>
        <Moment box={box} state={state} now={now} />
      </div>
      <div className="box-price">
        <div>
          <span className="d d40 num">{boxPrice(box)}</span> <span className="muted s16">{t('box.aBox')}</span>{' '}
          {!isTicket(box) && <Worth of={moneyOfBox(box)} amount={box.unitPrice} />}
        </div>
        {state === 'open' && (
          <Stepper
            label={t('box.howMany')}
            value={typed}
            onChange={setBoxes}
            max={BigInt(Math.min(most, left))}
            less={t('trade.less')}
            more={t('trade.more')}
            hint={t('box.upTo', { count: most })}
            error={wrong && t(wrong, { count: most })}
          />
        )}
      </div>
      <div className="box-bar" aria-hidden="true">
        <i style={{ width: `${(100 * (box.amount - left)) / Math.max(1, box.amount)}%` }} />
      </div>
      <div className="s14 muted num">{t('box.left', { left: countText(left, locale), total: countText(box.amount, locale) })}</div>
      <Act box={box} state={state} boxes={boxes} isWrong={wrong !== undefined} onOpen={() => onOpen(boxes)} />
    </section>
  )
}

/** The countdown, and after it when it ended. */
function Moment({ box, state, now }: { box: BoxRecord; state: BoxState; now: number }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  if (state === 'finished') return <span className="muted">{t('box.endedAt', { time: dayAndTime(box.endTime, intl) })}</span>
  const [label, until] = state === 'begin' ? (['box.startsIn', box.startTime] as const) : (['box.closesIn', box.endTime] as const)
  return (
    <span className="muted" role="timer">
      {t(label)}{' '}
      <b className="strong box-time">
        <TimeLeft until={until} now={now} />
      </b>
    </span>
  )
}

type ActProps = { box: BoxRecord; state: BoxState; boxes: number; isWrong: boolean; onOpen: () => void }

function Act({ box, state, boxes, isWrong, onOpen }: ActProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  if (state !== 'open') {
    const label = state === 'begin' ? t('box.open') : t(HEADS[state])
    return (
      <div className="box-act">
        <Button variant="primary" full disabled>
          {label}
        </Button>
        {state === 'begin' && <p className="hint">{t('box.beginsAt', { time: dayAndTime(box.startTime, intl) })}</p>}
        {state === 'stopped' && <p className="hint">{t('box.stoppedText')}</p>}
        {state === 'begin' && <IfMissed box={box} boxes={boxes} />}
      </div>
    )
  }
  const { price, note } = sumsOf(box, boxes)
  return (
    <div className="box-act">
      <Button variant="primary" full dot disabled={isWrong} onClick={onOpen}>
        {t('box.openFor', { count: boxes, amount: price })}
      </Button>
      <p className="hint">{note === undefined ? t('box.noFeeNote') : t('box.feeNote', note)}</p>
      <IfMissed box={box} boxes={boxes} />
    </div>
  )
}

/** What the contract gives back for so many boxes where their draw is not shown: all that was paid, and their bond. */
function IfMissed({ box, boxes }: { box: BoxRecord; boxes: number }) {
  const { t } = useTranslation()
  const bond = useBondText(box, BigInt(boxes))
  return box.bondEach > 0n && <p className="hint">{t(isTicket(box) ? 'box.ifMissedTickets' : 'box.ifMissed', { bond })}</p>
}

/** What so many boxes cost in all, and of what it is made. */
function sumsOf(box: BoxRecord, boxes: number): { price: string; note?: { price: string; percent: string } } {
  const count = BigInt(boxes)
  if (isTicket(box)) return { price: `${box.unitPrice * count} × ${box.payTokenSymbol}` }
  const fee = BigInt(box.order.buyerFee)
  const text = (value: bigint) => `${priceText(formatPays(value, box.payTokenDecimals))} ${box.payTokenSymbol}`
  const price = text(payAmount(box.unitPrice, count, fee))
  return fee === 0n ? { price } : { price, note: { price: text(box.unitPrice * count), percent: feePercent(fee) } }
}
