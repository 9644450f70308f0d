import type { AttributeChoice, OfferRecord } from '@plinth/api'
import { formatUnits, ZERO_ADDRESS } from '@plinth/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { offersOfQuery } from '../../../entities/offers/offer-lists.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { marksQuery } from '../../../entities/price/price-marks.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { useSession } from '../../../lib/session.ts'
import { useChainConfig } from '../../../lib/site.ts'
import { cheapestQuery } from './covered-query.ts'
import type { Offering, OfferState } from './use-offer.ts'
import '../price-marks.css'

type Props = Pick<Offering, 'collection' | 'address'> & { offering: OfferState; onPick: (price: string) => void }

/** By what a price is measured: the cheapest of the works, and the top offer of others for works of this collection. */
export function OfferMarks({ collection: { chainId }, address, offering: { token, attributes }, onPick }: Props) {
  const { t } = useTranslation()
  const { address: me } = useSession()
  const config = useChainConfig(chainId)
  const of = { chainId, collection: address }
  const { data: marks } = useQuery({ ...marksQuery(of, token ?? COIN, config), enabled: token !== undefined })
  const { data: cheapest } = useQuery(cheapestQuery({ collections: [{ chainId, address }], attributes }))
  const { data: offers } = useInfiniteQuery(offersOfQuery(address, chainId))
  if (!token || !marks) return null
  const isSame = (money: string) => marks.money.some((one) => one === money)
  const top = offers?.pages
    .flatMap(({ list }) => list)
    .find((offer) => offer.maker !== me && isSame(offer.payToken.address) && isFor(offer, attributes))
  const shown = [
    ...(cheapest && isSame(cheapest.payToken)
      ? [{ key: 'floor', label: t(attributes.length > 0 ? 'offer.floorOf' : 'trade.markFloor'), price: cheapest.unitPrice, by: 99n }]
      : []),
    ...(top ? [{ key: 'top', label: t('trade.markOffer'), price: top.unitPrice, by: 105n }] : []),
  ]
  if (shown.length === 0) return null
  const pick = (price: bigint) => onPick(formatUnits(price, token.decimals))
  return (
    <dl className="price-marks">
      {shown.map(({ key, label, price, by }) => {
        const step = by > 100n ? '+5%' : '−1%'
        return (
          <div key={key}>
            <dt className="s12 muted">{label}</dt>
            <dd className="num row g8">
              <button type="button" className="link" onClick={() => pick(price)}>
                {exactText(price, token)}
              </button>
              <button type="button" className="link s12 muted" aria-label={`${label} ${step}`} onClick={() => pick((price * by) / 100n)}>
                {step}
              </button>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** It asks for the same works: for any, or by the same traits. */
const isFor = ({ kind, attributes: own = [] }: OfferRecord, attributes: readonly AttributeChoice[]): boolean =>
  kind === 'collection' || JSON.stringify(own) === JSON.stringify(attributes)

/** Nothing is looked up for it. */
const COIN = { address: ZERO_ADDRESS, symbol: '', decimals: 18 }
