import { type AuctionTimes, auctionPhase, formatUnits } from '@plinth/protocol'
import { Film, Layers, Music } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useOwnLock } from '../../flows/transactions/purchases.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Badge } from '../../kit/marks.tsx'
import { itemPath } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { useNetwork } from '../../lib/site.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { AuctionClock } from '../cards/AuctionClock.tsx'
import { Card } from '../cards/Card.tsx'
import { Farewell } from '../cards/Farewell.tsx'
import { LikeButton } from '../LikeButton.tsx'
import type { RowState } from '../live-list/row-state.ts'
import { ChangedDot } from '../price/ChangedDot.tsx'
import { Price } from '../price/Price.tsx'
import { STANDING_TEXT, useOwnPart } from '../use-standing.ts'
import type { ExploreRow } from './explore-row.ts'

export type RowCardProps = {
  row: ExploreRow
  act?: ReactNode
  pick?: ReactNode
  eager?: boolean
  /** In a list that it has left since. */
  rowState?: RowState
  /** Many beside each other: no worth and no label at the price. */
  isSmall?: boolean
  /** Of one collection: the first line says the rank, not the collection. */
  isWithinOne?: boolean
  /** The network of the item is silent: prices are from this time. */
  staleSince?: ReactNode
}

/** What an item is called; one without a name goes by its number. */
export function useRowName({ name, tokenId }: Pick<ExploreRow, 'name' | 'tokenId'>): string {
  const { t } = useTranslation()
  return name === '' ? t('item.untitled', { id: tokenId }) : name
}

/** An item of a list of slim cards on its ledge. */
export function RowCard({ row: given, act, pick, eager, rowState = 'here', isSmall, isWithinOne, staleSince }: RowCardProps) {
  const { t } = useTranslation()
  const row = useOwnLock(given)
  const network = useNetwork(row.chainId)
  const name = useRowName(row)
  const picture = { ...thumbnail(row.image), alt: name, width: row.width, height: row.height }
  const isHere = rowState === 'here'
  return (
    <Card
      to={itemPath(row)}
      name={name}
      collection={isWithinOne ? (row.rank === undefined ? '' : t('explore.rankOf', { rank: row.rank })) : row.collectionName}
      picture={picture.src === '' ? undefined : picture}
      chain={network}
      price={
        <>
          <ChangedDot value={isHere ? shownPrice(row) : undefined} />
          {isHere ? <RowPrice row={row} isSmall={isSmall} staleSince={staleSince} /> : <Farewell rowState={rowState} />}
        </>
      }
      badge={<RowBadge row={row} isSmall={isSmall} />}
      corner={<LikeButton item={row} />}
      act={isHere ? act : undefined}
      pick={pick}
      eager={eager}
      isGone={!isHere}
    />
  )
}

/** What tells the price that is shown from another one; of an auction, what is bid. Undefined while none is shown. */
export function shownPrice({ price, auction, isLocked }: ExploreRow): string | undefined {
  if (isLocked) return undefined
  if (price) return `${price.unitPrice} ${price.payToken}`
  return auction && `${auction.highestPrice} ${auction.payToken}`
}

/** A price in base units as text. */
export const priceOf = ({ unitPrice, decimals }: { unitPrice: bigint; decimals: number }): string => formatUnits(unitPrice, decimals)

/** The auction of a card until it expires. */
function useAuction({ auction }: ExploreRow): (NonNullable<ExploreRow['auction']> & AuctionTimes) | undefined {
  const times = useMemo(
    () => auction && { ...auction, startTime: auction.startsAt, endTime: auction.endsAt, expiredTime: auction.expiresAt },
    [auction],
  )
  const now = useChainNowAt(times ? [times.startTime, times.endTime, times.expiredTime] : NONE)
  return times && times.expiredTime > now ? times : undefined
}

const NONE: readonly number[] = []

function RowPrice({ row, isSmall, staleSince }: Pick<RowCardProps, 'row' | 'isSmall' | 'staleSince'>) {
  const { t } = useTranslation()
  const auction = useAuction(row)
  const { chainId, price, bid, listings, isLocked, isTradeLocked } = row
  if (isLocked) return <em>{t(isTradeLocked ? 'item.tradeLocked' : 'item.pending')}</em>
  if (auction && !price) return <AuctionPrice auction={auction} row={row} isSmall={isSmall} />
  return (
    <>
      {(!isSmall || !price) && <em>{t(price ? (listings > 1 ? 'item.from' : 'item.price') : 'item.notForSale')}</em>}
      {price && (
        <Price
          amount={priceOf(price)}
          symbol={price.symbol}
          of={isSmall || staleSince ? undefined : moneyOf(chainId, price)}
          fee={price.buyerFee}
        />
      )}
      {staleSince ? (
        <i className="stale">{staleSince}</i>
      ) : (
        !isSmall &&
        bid && (
          <i>
            {t('item.bid')} {priceText(priceOf(bid))} {bid.symbol}
          </i>
        )
      )}
    </>
  )
}

export const moneyOf = (
  chainId: number,
  { payToken, decimals }: { payToken: NonNullable<ExploreRow['price']>['payToken']; decimals: number },
) => ({
  chainId,
  address: payToken,
  decimals,
})

type Auction = NonNullable<ExploreRow['auction']>

type AuctionPriceProps = Pick<RowCardProps, 'row' | 'isSmall'> & { auction: Auction }

/** Highest bid or start price, and the reserve in the same token; bidders see their standing. */
function AuctionPrice({ auction, row, isSmall }: AuctionPriceProps) {
  const { t } = useTranslation()
  const standing = useOwnPart(row)?.standing
  const isBid = auction.highestPrice > 0n
  const amount = formatUnits(isBid ? auction.highestPrice : auction.startPrice, auction.decimals)
  return (
    <>
      {(!isSmall || standing) && <em>{t(standing ? STANDING_TEXT[standing] : isBid ? 'item.highestBid' : 'item.startPrice')}</em>}
      <Price amount={amount} symbol={auction.symbol} of={isSmall ? undefined : moneyOf(row.chainId, auction)} />
      {!isSmall && <i>{t('item.reserve', { price: priceText(formatUnits(auction.reserve, auction.decimals)) })}</i>}
    </>
  )
}

/** A countdown says more than the kind of media; the dot says that one can bid now. */
function RowBadge({ row, isSmall }: { row: ExploreRow; isSmall?: boolean | undefined }) {
  const { t } = useTranslation()
  const auction = useAuction(row)
  const now = useChainNowAt(NONE)
  const count = (units: bigint) => groupDigits(units.toString())
  if (auction && !row.price)
    return (
      <Badge>
        {auctionPhase(auction, now) === 'end' && <span className="dot live" />}
        <AuctionClock times={auction} isOnCard />
      </Badge>
    )
  if (row.mediaKind === 'audio') return <Mark icon={Music} text={t('item.sound')} isSmall={isSmall} />
  if (row.mediaKind === 'video') return <Mark icon={Film} text={t('item.video')} isSmall={isSmall} />
  if (row.supply <= 1n || isSmall) return null
  return <Mark icon={Layers} text={t('item.editions', { left: count(row.unitsOnSale), total: count(row.supply) })} />
}

function Mark({ icon, text, isSmall }: { icon: typeof Music; text: string; isSmall?: boolean | undefined }) {
  return (
    <Badge>
      <Icon of={icon} size="tiny" />
      <span className={isSmall ? 'visually-hidden' : undefined}>{text}</span>
    </Badge>
  )
}
