import type { AuctionRecord, ItemRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { lazy } from 'react'
import { momentsOf, totalText } from '../../entities/auction.ts'
import { auctionActOf } from '../../entities/auction-acts.ts'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { CartActSlot } from '../../entities/cart/CartActSlot.tsx'
import { useResumedAct } from '../../flows/engine/use-act.ts'
import { useOwnLock } from '../../flows/transactions/purchases.ts'
import { findPending, useTransactions } from '../../flows/transactions/transactions.ts'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { inTime } from '../../lib/chunk.ts'
import { useSession } from '../../lib/session.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { BidRows } from './BidRows.tsx'
import { type HistoryRow, lastSaleOf, soldForOf } from './history-view.ts'
import { type ItemAct, type ItemRole, isEdition, orderOf, roleOf } from './item-role.ts'
import { LeftSigned } from './LeftSigned.tsx'
import type { OpenAct } from './open-act.ts'
import { AtAuction, Burnt, dueText, lockedWord, Moved, Offered, Selling, Unlisted } from './PriceViews.tsx'
import type { PrivatePart } from './private/PrivateSales.tsx'

/** Its code comes after the page. */
const AuctionMore = lazy(inTime(async () => ({ default: (await import('./AuctionMore.tsx')).AuctionMore })))

type Props = { item: ItemRecord; rows: readonly HistoryRow[]; open: OpenAct; privatePart: PrivatePart | undefined }

/** What it costs or brings, and what the viewer can do about it. */
export function PriceBlock({ item: given, rows, open, privatePart }: Props) {
  const item = useOwnLock(given)
  const { address, status } = useSession()
  const now = useChainNowAt(item.auctions.flatMap(momentsOf))
  const role = roleOf(item, address, now, privatePart === 'seller')
  useTransactions()
  useResumedAct('buySeveral', hasSeveral(role), () => open('buySeveral'))
  useResumedAct('buy', role.offer !== undefined, () => open('buy', role.offer))
  const bidding = role.acts.find((act) => act === 'bid' || act === 'editBid' || act === 'bidAgain')
  const selling = role.acts.find((act) => act === 'sell' || act === 'sellAgain')
  // A holder that sells it already has nothing left to ask for.
  useResumedAct('sell', role.owned > 0n, () => selling && open(selling, orderOf(selling, role)))
  useResumedAct('bid', bidding !== undefined, () => bidding && open(bidding, orderOf(bidding, role)))
  const isBuying = address !== undefined && findPending('buy', address, item) !== undefined
  return (
    <>
      <section className="price-block">
        <View item={item} role={role} rows={rows} open={open} privatePart={privatePart} />
        {status === 'restoring' ? (
          // The viewer is not known yet, so neither is what it may do.
          <div className="acts">
            <Skeleton width="100%" height={48} />
          </div>
        ) : isBuying ? (
          <Following onFollow={() => open('buy', role.offer)} />
        ) : (
          <Acts item={item} role={role} open={open} now={now} hasBetter={privatePart === 'buyer'} />
        )}
      </section>
      <BidRows item={item} role={role} open={open}>
        <LeftSigned item={item} lost={role.lost} open={open} now={now} />
      </BidRows>
    </>
  )
}

function View({ item, role, rows, open, privatePart }: Props & { role: ItemRole }) {
  const { own, moved, offer, owned, auction } = role
  if (item.supply === 0n) return <Burnt />
  // What can be bought comes before what can't.
  if (own && (own.isFundable || own.isReturned || !(offer || auction))) return <Selling item={item} order={own} />
  if (offer && (owned === 0n || isEdition(item))) return <Offered item={item} order={offer} others={role.offers.length - 1} />
  if (auction)
    return (
      <>
        <AtAuction auction={auction} />
        <LazyBoundary>
          <AuctionMore item={item} auction={auction} open={open} />
        </LazyBoundary>
      </>
    )
  if (moved && owned > 0n) return <Moved order={moved} />
  // The viewer buys it above.
  if (privatePart === 'buyer') return null
  // Pieces of an edition are sold one by one: the newest sale is that of one.
  const isSold = !isEdition(item) && soldForOf(rows) !== undefined
  return <Unlisted isHeld={owned > 0n} lastSale={lastSaleOf(rows)} isSold={isSold} />
}

function Following({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="acts">
      <Button variant="primary" onClick={onFollow}>
        {t('work.yourPurchase')}
      </Button>
    </div>
  )
}

type ActsProps = { item: ItemRecord; role: ItemRole; open: OpenAct; now: number; hasBetter: boolean }

/** Sticks to the foot of a phone. `hasBetter`: another button of the page is the main one. */
function Acts({ item, role, open, now, hasBetter }: ActsProps) {
  const { t } = useTranslation()
  const { address } = useSession()
  const { acts, offer, auction } = role
  const { name } = useItemFace(item)
  if (acts.length === 0) return null
  const amountText = offer ? dueText(offer, 1n, BigInt(offer.buyerFee)) : ''
  const labels: Record<ItemAct, string> = {
    sell: t('work.sell'),
    sellAgain: t('work.signAgain'),
    editSale: t('work.editPrice'),
    reviveSale: t('work.revive'),
    cancelSale: t('work.cancelSale'),
    editAuction: t('auction.edit'),
    viewAuction: auction ? auctionText(auction, address, now, t) : '',
    cancelAuction: t('auction.cancel'),
    // Beside an auction's own button this one bids at a fixed price.
    bid: t(acts.includes('viewAuction') ? 'work.bidAside' : 'work.bid'),
    bidAgain: t('work.bidAgain'),
    editBid: t('work.editBid'),
    cancelBid: t('work.cancelBid'),
    buy: item.isLocked ? t(lockedWord(item)) : t(offer && offer.selling > 1n ? 'work.buyOne' : 'work.buyFor', { amount: amountText }),
  }
  return (
    <div className="acts">
      {acts.map((act, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: in another place it is another button, so that none moves while it is looked at
          key={`${index} ${act}`}
          variant={index === 0 && !hasBetter ? 'primary' : 'secondary'}
          dot={(act === 'buy' || act === 'viewAuction') && index === 0}
          disabled={act === 'buy' && item.isLocked}
          onClick={() => open(act, orderOf(act, role), auction)}
        >
          {labels[act]}
        </Button>
      ))}
      {hasSeveral(role) && !item.isLocked && <Button onClick={() => open('buySeveral')}>{t('cart.edition.open')}</Button>}
      {acts.includes('buy') && !item.isLocked && <CartActSlot work={item} name={name} find={async () => item} isTall />}
    </div>
  )
}

/** Several listings are open: the dialog buys pieces over all of them, cheapest first. One listing's own dialog asks how many. */
const hasSeveral = ({ acts, offers }: ItemRole): boolean => acts.includes('buy') && offers.length > 1

/** Opens the auction; says what can be done there now. */
function auctionText(auction: AuctionRecord, me: Address | undefined, now: number, t: Translate): string {
  const act = auctionActOf(auction, me, now)
  if (act === 'bidAuction') return t('auction.bidFrom', { price: totalText(auction.nextPrice, auction) })
  if (act === undefined) return t('auction.see')
  return t(act === 'buyAuction' ? 'auction.buyNow' : 'auction.acceptNow', { price: totalText(auction.highestPrice, auction) })
}
