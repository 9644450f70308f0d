import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { auctionPhase, formatUnits } from '@plinth/protocol'
import { Film, Layers, Music } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOwnLock } from '../../flows/transactions/purchases.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Badge } from '../../kit/marks.tsx'
import { itemPath } from '../../lib/links.ts'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { momentsOf } from '../auction.ts'
import { LikeButton } from '../LikeButton.tsx'
import type { RowState } from '../live-list/row-state.ts'
import { ChangedDot } from '../price/ChangedDot.tsx'
import { Price } from '../price/Price.tsx'
import { STANDING_TEXT, useOwnPart } from '../use-standing.ts'
import { AuctionClock } from './AuctionClock.tsx'
import { Card } from './Card.tsx'
import { Farewell } from './Farewell.tsx'
import { cardAuction, cheapest, editions, highestBid } from './item-view.ts'
import { useItemFace } from './use-item-face.ts'

type Holding = { owner: string; text: (count: string) => string }

export type ItemCardProps = {
  item: ItemRecord /** quick act, e.g. a small dotted Buy button */
  act?: ReactNode
  badge?: ReactNode
  pick?: ReactNode
  eager?: boolean
  /** In a list that it has left since. */
  rowState?: RowState
  /** Whose pieces of an edition are counted, instead of those on sale. */
  holding?: Holding
  /** In place of the price, where the list is about something else. */
  line?: ReactNode
}

/** An item of the market on its ledge. */
export function ItemCard({ item: given, act, badge, pick, eager, rowState = 'here', holding, line }: ItemCardProps) {
  const item = useOwnLock(given)
  const network = useNetwork(item.chainId)
  const face = useItemFace(item)
  return (
    <Card
      to={itemPath(item)}
      name={face.name}
      collection={item.collectionBrief.name}
      picture={face.picture}
      chain={network}
      price={
        <>
          <ChangedDot value={rowState === 'here' && !line ? shownPrice(item) : undefined} />
          {rowState === 'here' ? (line ?? <PriceLine item={item} />) : <Farewell rowState={rowState} />}
        </>
      }
      badge={badge ?? <CardBadge item={item} holding={holding} />}
      corner={<LikeButton item={item} />}
      act={rowState === 'here' ? act : undefined}
      pick={pick}
      eager={eager}
      isGone={rowState !== 'here'}
    />
  )
}

function shownPrice(item: ItemRecord): string | undefined {
  const sale = cheapest(item)
  return sale && !item.isLocked ? `${sale.unitPrice} ${sale.payToken.address}` : undefined
}

function PriceLine({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const sale = cheapest(item)
  const bid = highestBid(item, address)
  const auction = cardAuction(item, useChainNowAt(item.auctions.flatMap(momentsOf)))
  if (item.isLocked) return <em>{t(item.isTradeLocked ? 'item.tradeLocked' : 'item.pending')}</em>
  if (auction && !sale) return <AuctionLine item={item} auction={auction} />
  const unsold = item.resting.length > 0 ? 'item.atRest' : 'item.notForSale'
  return (
    <>
      <em>{t(sale ? (item.listings.length > 1 ? 'item.from' : 'item.price') : unsold)}</em>
      {sale && <Price amount={sale.unitPrice} symbol={sale.payTokenSymbol} of={sale.payToken} fee={sale.buyerFee} />}
      {bid && (
        <i>
          {t('item.bid')} {priceText(bid.unitPrice)} {bid.payTokenSymbol}
        </i>
      )}
    </>
  )
}

/** What has been bid or where it starts, and the reserve in the same token: below it nothing is sold (ITEM-51). */
function AuctionLine({ item, auction }: { item: ItemRecord; auction: AuctionRecord }) {
  const { t } = useTranslation()
  const { highestPrice, startPrice, buying, payTokenDecimals, payTokenSymbol } = auction
  const isBid = highestPrice > 0n
  const standing = useOwnPart(item)?.standing
  return (
    <>
      <em>{t(standing ? STANDING_TEXT[standing] : isBid ? 'item.highestBid' : 'item.startPrice')}</em>
      <Price
        amount={formatUnits(isBid ? highestPrice : startPrice, payTokenDecimals)}
        symbol={payTokenSymbol}
        of={auction.payToken}
        fee={auction.buyerFee}
      />
      <i>{t('item.reserve', { price: priceText(formatUnits(buying, payTokenDecimals)) })}</i>
    </>
  )
}

/** A countdown says more than the kind of media; the dot says that one can bid now. */
function CardBadge({ item, holding }: { item: ItemRecord; holding: Holding | undefined }) {
  const now = useChainNowAt(item.auctions.flatMap(momentsOf))
  const auction = cardAuction(item, now)
  if (!auction || cheapest(item)) return <MediaBadge item={item} holding={holding} />
  const isBidding = auctionPhase(auction, now) === 'end'
  return (
    <Badge>
      {isBidding && <span className="dot live" />}
      <AuctionClock times={auction} isOnCard />
    </Badge>
  )
}

function MediaBadge({ item, holding }: { item: ItemRecord; holding: Holding | undefined }) {
  const { t } = useTranslation()
  const many = editions(item)
  if (item.mediaKind === 'audio') return <Mark icon={Music} text={t('item.sound')} />
  if (item.mediaKind === 'video') return <Mark icon={Film} text={t('item.video')} />
  if (!many) return null
  const held = holding && item.holdings.find(({ owner }) => owner === holding.owner)?.quantity
  const text = held ? holding.text(countOf(held)) : t('item.editions', { left: countOf(many.left), total: countOf(many.total) })
  return <Mark icon={Layers} text={text} />
}

const countOf = (count: bigint): string => groupDigits(count.toString())

function Mark({ icon, text }: { icon: typeof Music; text: string }) {
  return (
    <Badge>
      <Icon of={icon} size="tiny" />
      {text}
    </Badge>
  )
}
