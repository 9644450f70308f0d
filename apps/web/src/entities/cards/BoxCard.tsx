import type { BoxRecord } from '@plinth/api'
import { Link } from 'react-router'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { boxPath } from '../../lib/links.ts'
import { countText } from '../../lib/numbers.ts'
import { useNetwork } from '../../lib/site.ts'
import { langOf } from '../../lib/text-lang.ts'
import { boxPrice, isTicket, leftOf, moneyOfBox } from '../box.ts'
import { CardWorth } from '../price/CardWorth.tsx'
import { FeeOnTop } from '../price/Price.tsx'
import { BoxArt } from './BoxArt.tsx'
import { BoxClock } from './BoxClock.tsx'
import { plinthStep } from './box-look.ts'
import { CaptionSkeleton } from './Card.tsx'
import '../box.css'

/** A series on its plinth, with its clock, what is left and the price of one box. The whole card is a link. */
export function BoxCard({ box, at }: { box: BoxRecord /** place in its row */; at: number }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const network = useNetwork(box.chainId)
  const counts = { left: countText(leftOf(box), locale), total: countText(box.amount, locale) }
  return (
    <article className="card box-card">
      <BoxLedge id={box.id} at={at} />
      <div className="caption">
        <div className="caption-top">
          <span className="row g8 clip">
            <BoxClock box={box} />
          </span>
          <span className="num">{leftOf(box) > 0 && t('box.left', counts)}</span>
        </div>
        <h3 className="d d18 clip caption-name" lang={langOf(box.name)}>
          <Link to={boxPath(box)} className="card-link">
            {box.name}
          </Link>
        </h3>
        <div className="price-line">
          <em>{t('box.perBox')}</em>
          <b className="money clip">{boxPrice(box)}</b>
          {!isTicket(box) && box.order.buyerFee > 0 && <FeeOnTop bps={box.order.buyerFee} />}
          {!isTicket(box) && <CardWorth of={moneyOfBox(box)} amount={box.unitPrice} />}
          {network && (
            <i>
              <ChainGlyph symbol={network.symbol} label={network.name} />
            </i>
          )}
        </div>
      </div>
    </article>
  )
}

function BoxLedge({ id, at }: { id: bigint; at: number }) {
  return (
    <div className="box-ledge">
      <div className="wall-floor" />
      <BoxArt id={id} />
      <div className="plinth" style={{ height: `calc(var(--plinth) + ${plinthStep(at)}px)` }} />
    </div>
  )
}

/** The same while it is on its way. */
export function BoxCardSkeleton() {
  return (
    <div className="card box-card" aria-hidden="true">
      <div className="box-ledge skeleton" />
      <CaptionSkeleton />
    </div>
  )
}
