import type { ItemRecord } from '@plinth/api'
import { Gavel, Tag } from 'lucide-react'
import { type TextKey, useTranslation } from '../../../i18n/translate.ts'
import { Icon } from '../../../kit/icons.tsx'
import { ItemDialog } from '../ItemDialog.tsx'
import './auction.css'

export type SaleType = 'sellFixed' | 'startAuction'

const TYPES: readonly { type: SaleType; icon: typeof Tag; name: TextKey; text: TextKey }[] = [
  { type: 'sellFixed', icon: Tag, name: 'auction.fixedPrice', text: 'auction.fixedPriceText' },
  { type: 'startAuction', icon: Gavel, name: 'auction.auction', text: 'auction.auctionText' },
]

/** How an item is sold: for one price, or to who offers most. Hands on to the dialog of either. */
export function SaleTypeDialog({ item, onChoose, onClose }: { item: ItemRecord; onChoose: (type: SaleType) => void; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ItemDialog item={item} onClose={onClose} kicker={t('auction.typeKicker')}>
      <div className="sale-types">
        {TYPES.map(({ type, icon, name, text }) => (
          <button key={type} type="button" className="sale-type" onClick={() => onChoose(type)}>
            <Icon of={icon} />
            <span>
              <b className="d d18">{t(name)}</b>
              <span className="s14 muted">{t(text)}</span>
            </span>
          </button>
        ))}
      </div>
    </ItemDialog>
  )
}
