import type { ItemRecord, PayToken } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { highestBid } from '../../entities/cards/item-view.ts'
import { exactText } from '../../entities/price/amounts.ts'
import { marksQuery } from '../../entities/price/price-marks.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useChainConfig } from '../../lib/site.ts'
import './price-marks.css'

type Props = { item: ItemRecord; token: PayToken | undefined }

/** What a price is measured by while it is typed: the last sale, the floor of the collection, the best offer. */
export function PriceMarks({ item, token }: Props) {
  return token ? <Marks item={item} token={token} /> : null
}

function Marks({ item, token }: { item: ItemRecord; token: PayToken }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const { data } = useQuery(marksQuery(item, token, useChainConfig(item.chainId)))
  const offer = highestBid(item, address)
  const marks = [
    { key: 'lastSale', label: t('trade.markLastSale'), text: data?.lastSale && exactText(data.lastSale, token) },
    { key: 'floor', label: t('trade.markFloor'), text: data?.floor && exactText(data.floor, token) },
    { key: 'offer', label: t('trade.markOffer'), text: offer && `${priceText(offer.unitPrice)} ${offer.payTokenSymbol}` },
  ].filter(({ text }) => text)
  if (marks.length === 0) return null
  return (
    <dl className="price-marks">
      {marks.map(({ key, label, text }) => (
        <div key={key}>
          <dt className="s12 muted">{label}</dt>
          <dd className="num">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
