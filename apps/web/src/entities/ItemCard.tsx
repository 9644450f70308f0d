import type { ItemRecord } from '@plinth/api'
import { Film, Layers, Music } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { Badge } from '../kit/marks.tsx'
import { itemPath } from '../lib/links.ts'
import { useNetwork } from '../lib/site.ts'
import { Card } from './Card.tsx'
import { cheapest, editions, highestBid, itemFace } from './item-view.ts'
import { LikeButton } from './LikeButton.tsx'
import { Price } from './Price.tsx'

export type ItemCardProps = {
  item: ItemRecord /** quick act, e.g. a small dotted Buy button */
  act?: ReactNode
  badge?: ReactNode
  eager?: boolean
}

/** A work of the market on its ledge. */
export function ItemCard({ item, act, badge, eager }: ItemCardProps) {
  const { t } = useTranslation()
  const network = useNetwork(item.chainId)
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  return (
    <Card
      to={itemPath(item)}
      name={face.name}
      collection={item.collectionBrief.name}
      picture={face.picture}
      chain={network}
      price={<PriceLine item={item} />}
      badge={badge ?? <MediaBadge item={item} />}
      corner={<LikeButton item={item} />}
      act={act}
      eager={eager}
    />
  )
}

function PriceLine({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const sale = cheapest(item)
  const bid = highestBid(item)
  if (item.isLocked) return <em>{t('item.pending')}</em>
  return (
    <>
      <em>{sale ? t(item.listings.length > 1 ? 'item.from' : 'item.price') : t('item.notForSale')}</em>
      {sale && <Price amount={sale.unitPrice} symbol={sale.payTokenSymbol} />}
      {bid && (
        <i>
          {t('item.bid')} {bid.unitPrice} {bid.payTokenSymbol}
        </i>
      )}
    </>
  )
}

function MediaBadge({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const many = editions(item)
  if (item.mediaKind === 'audio') return <Mark icon={Music} text={t('item.sound')} />
  if (item.mediaKind === 'video') return <Mark icon={Film} text={t('item.video')} />
  return many ? <Mark icon={Layers} text={t('item.editions', { left: many.left, total: many.total })} /> : null
}

function Mark({ icon, text }: { icon: typeof Music; text: string }) {
  return (
    <Badge>
      <Icon of={icon} size="tiny" />
      {text}
    </Badge>
  )
}
