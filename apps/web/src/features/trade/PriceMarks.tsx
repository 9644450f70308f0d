import type { ItemRecord, PayToken } from '@plinth/api'
import { formatUnits, parseUnits } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { highestBid } from '../../entities/cards/item-view.ts'
import { exactText } from '../../entities/price/amounts.ts'
import { marksQuery } from '../../entities/price/price-marks.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useChainConfig } from '../../lib/site.ts'
import './price-marks.css'

type Props = {
  item: ItemRecord
  token: PayToken | undefined
  /** With a price as it would be typed. Absent where nothing can be typed. */
  onPick?: ((price: string) => void) | undefined
}

/** What a price is measured by while it is typed: the last sale, the floor of the collection, the top offer. Each can be taken. */
export function PriceMarks({ item, token, onPick }: Props) {
  return token ? <Marks item={item} token={token} onPick={onPick} /> : null
}

/** A step beside a mark: one percent below the floor, five above the top offer. */
const BELOW_FLOOR = { label: '−1%', percent: 99n }
const ABOVE_TOP = { label: '+5%', percent: 105n }

type Mark = { key: string; label: string; text: string | undefined; price?: bigint | undefined; step?: typeof BELOW_FLOOR }

function Marks({ item, token, onPick }: Props & { token: PayToken }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const { data } = useQuery(marksQuery(item, token, useChainConfig(item.chainId)))
  const offer = highestBid(item, address)
  // An offer in another money has no price in this one.
  const top = offer && data?.money.includes(offer.payTokenAddress) ? parseUnits(offer.unitPrice, offer.payTokenDecimals) : undefined
  const inToken = (price: bigint | undefined) => ({ text: price === undefined ? undefined : exactText(price, token), price })
  const marks: Mark[] = [
    { key: 'lastSale', label: t('trade.markLastSale'), ...inToken(data?.lastSale) },
    { key: 'floor', label: t('trade.markFloor'), ...inToken(data?.floor), step: BELOW_FLOOR },
    {
      key: 'offer',
      label: t('trade.markOffer'),
      text: offer && `${priceText(offer.unitPrice)} ${offer.payTokenSymbol}`,
      price: top,
      step: ABOVE_TOP,
    },
  ]
  const shown = marks.filter(({ text }) => text)
  if (shown.length === 0) return null
  const typed = (units: bigint) => formatUnits(units, token.decimals)
  return (
    <dl className="price-marks">
      {shown.map(({ key, label, text, price, step }) => (
        <div key={key}>
          <dt className="s12 muted">{label}</dt>
          <dd className="num row g8">
            {price !== undefined && onPick ? (
              <button type="button" className="link" onClick={() => onPick(typed(price))}>
                {text}
              </button>
            ) : (
              text
            )}
            {price !== undefined && onPick && step && (
              <button
                type="button"
                className="link s12 muted"
                aria-label={`${label} ${step.label}`}
                onClick={() => onPick(typed((price * step.percent) / 100n))}
              >
                {step.label}
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
