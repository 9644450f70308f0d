import type { ItemRecord, OfferRecord } from '@plinth/api'
import { exactText } from '../../entities/price/amounts.ts'
import { useFloorText } from '../../entities/price/floor-text.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { priceText } from '../../lib/numbers.ts'
import { type HistoryRow, lastSaleOf } from './history-view.ts'
import { openBids } from './item-role.ts'
import { useCollectionFigures, useRarity } from './statistics-query.ts'

/** A number alone says nothing of what it counts. */
const nameOf = ({ key, value }: { key: string; value: string }): string => (/\p{L}/u.test(value) ? value : `${key} ${value}`)

/** What its price is measured by: the floor, that of its rarest attribute, the top offer, and what it last went for. */
export function PriceFacts({ item, rows, offers }: { item: ItemRecord; rows: readonly HistoryRow[]; offers: readonly OfferRecord[] }) {
  const { t } = useTranslation()
  const figures = useCollectionFigures(item).data
  const rarity = useRarity(item).data
  const floorText = useFloorText(item.chainId)
  const rarest = rarity?.attributes
    .filter(({ floors, count }) => floors.length > 0 && count < rarity.total)
    .sort((one, other) => one.count - other.count)[0]
  const bid = openBids(item).find(({ isExpired, isFundable }) => !isExpired && isFundable)
  // Bids are among them, best worth first; they come after the item.
  const offer = offers.find(({ sharesMoney }) => !sharesMoney)
  const top = offer ? exactText(offer.unitPrice, offer.payToken) : bid && `${priceText(bid.unitPrice)} ${bid.payTokenSymbol}`
  const facts = [
    { label: t('work.floor'), text: figures && floorText(figures.floors) },
    { label: t('work.floorOf', { name: rarest ? nameOf(rarest) : '' }), text: rarest && floorText(rarest.floors) },
    { label: t('work.topOffer'), text: top },
    { label: t('work.lastSaleHead'), text: lastSaleOf(rows) },
  ].flatMap(({ label, text }) => (text ? [{ label, text }] : []))
  if (facts.length === 0) return null
  return (
    <dl className="price-facts">
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt className="clip" title={label}>
            {label}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
