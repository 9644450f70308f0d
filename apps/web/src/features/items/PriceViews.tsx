import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import { auctionPhase, feePercent, fillSums, formatPays, formatReceives } from '@plinth/protocol'
import { amountDue, orderOf } from '@plinth/sdk'
import { momentsOf, totalText } from '../../entities/auction.ts'
import { AuctionClock } from '../../entities/cards/AuctionClock.tsx'
import { royaltiesOf, royaltyLeaving } from '../../entities/price/royalty.ts'
import { Worth } from '../../entities/price/Worth.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Countdown } from '../../kit/Countdown.tsx'
import { RichText } from '../../kit/RichText.tsx'
import { chainNow } from '../../lib/clock.ts'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'

function Heading({ left, until }: { left: string; until?: number }) {
  const { t } = useTranslation()
  const isOver = useChainNowAt(until ? [until] : []) >= (until ?? 0)
  return (
    <div className="row between">
      <span className="medium">{left}</span>
      {until !== undefined && until > 0 && (
        <span className="muted">
          {!isOver && t('work.endsIn')} <Countdown until={until} now={chainNow} />
        </span>
      )}
    </div>
  )
}

const leftOf = ({ selling, filled }: OrderRecord): bigint => selling - filled

/** What a buyer of so many pays in all. */
export const dueText = (order: OrderRecord, amount: bigint, buyerFee: bigint): string =>
  `${priceText(formatPays(amountDue(order, amount, buyerFee), order.payTokenDecimals))} ${order.payTokenSymbol}`

/** Of one; of several it says so. */
function UnitPrice({ order, muted }: { order: OrderRecord; muted?: boolean }) {
  const { t } = useTranslation()
  return (
    <p className={muted ? 'row baseline g12 price-big muted' : 'row baseline g12 price-big'}>
      <span className="d d40 num">
        {priceText(order.unitPrice)} {order.payTokenSymbol}
      </span>
      {order.selling > 1n && <span className="muted s16">{t('work.each')}</span>}
      <Worth of={order.payToken} amount={order.unitPrice} />
    </p>
  )
}

/** "3 of 10 sold", of one sale. */
function Sold({ order, aside }: { order: OrderRecord; aside?: string }) {
  const { t } = useTranslation()
  if (order.selling <= 1n) return null
  const text = t('work.soldOf', { sold: groupDigits(order.filled.toString()), total: groupDigits(order.selling.toString()) })
  return (
    <div className="sold-of">
      <div className="sold-bar" aria-hidden="true">
        <i style={{ width: `${Number((order.filled * 1_000n) / order.selling) / 10}%` }} />
      </div>
      <div className="row between price-lines">
        <span className="num">{text}</span>
        {aside && <span className="muted">{aside}</span>}
      </div>
    </div>
  )
}

export function Selling({ item, order }: { item: ItemRecord; order: OrderRecord }) {
  const { t } = useTranslation()
  if (!order.isFundable) return <Stuck order={order} />
  const royaltyBps = royaltyLeaving(item, order.maker)
  const left = leftOf(order)
  const sums = fillSums(orderOf(order), { items: left, buyerFeeBps: 0n, royalties: royaltiesOf(item) })
  const amount = `${priceText(formatReceives(sums.receives, order.payTokenDecimals))} ${order.payTokenSymbol}`
  const [service, royalty] = [feePercent(order.sellerFee), feePercent(royaltyBps)]
  const keepBps = 10_000n - BigInt(order.sellerFee) - royaltyBps
  return (
    <>
      <Heading left={t('work.onSale')} until={order.validUntil} />
      <UnitPrice order={order} />
      <div className="split" role="img" aria-label={t('work.split', { keep: feePercent(keepBps), service, royalty })}>
        <i style={{ flexGrow: Number(keepBps) }} />
        <i style={{ flexGrow: order.sellerFee }} />
        {royaltyBps > 0n && <i style={{ flexGrow: Number(royaltyBps) }} />}
      </div>
      <div className="row between price-lines">
        <span>
          <RichText
            text={left > 1n ? t('work.youReceiveAll', { amount, left: groupDigits(left.toString()) }) : t('work.youReceive', { amount })}
          />
        </span>
        <span className="muted">{royaltyBps > 0n ? t('work.feesSeller', { service, royalty }) : t('work.feesBuyer', { service })}</span>
      </div>
      <Sold order={order} />
    </>
  )
}

/** Its holder sees a listing that can't be bought, with a way out (decision 23). */
function Stuck({ order }: { order: OrderRecord }) {
  const { t } = useTranslation()
  return (
    <>
      <Heading left={t('item.atRest')} until={order.validUntil} />
      <UnitPrice order={order} muted />
      <p className="warn-note">{t(reasonOf(order))}</p>
    </>
  )
}

function reasonOf({ isReturned, hasRisen }: OrderRecord) {
  if (isReturned) return 'work.returned'
  return hasRisen ? 'work.royaltyAbove' : 'work.unfundable'
}

/** Why it can't be bought just now: the operator stopped it, or another purchase is under way. */
export function lockedWord(item: ItemRecord) {
  return item.isTradeLocked ? 'work.tradeLocked' : 'work.pendingBuy'
}

export function Offered({ item, order, others }: { item: ItemRecord; order: OrderRecord; others: number }) {
  const { t } = useTranslation()
  const buyerFee = BigInt(order.buyerFee)
  const amount = dueText(order, 1n, buyerFee)
  return (
    <>
      <Heading left={t(item.isLocked ? lockedWord(item) : 'work.onSale')} until={item.isLocked ? undefined : order.validUntil} />
      <UnitPrice order={order} />
      <div className="row between price-lines">
        <span>
          <RichText text={t(order.selling > 1n ? 'work.youPayEach' : 'work.youPay', { amount })} />
        </span>
        {buyerFee > 0n && <span className="muted">{t('work.feesBuyer', { service: feePercent(buyerFee) })}</span>}
      </div>
      <Sold order={order} aside={others > 0 ? t('work.moreSales', { count: others }) : undefined} />
      {item.isLocked && <p className="muted price-lines">{t(item.isTradeLocked ? 'work.tradeLockedText' : 'work.pendingText')}</p>}
    </>
  )
}

/** Prices are of the lot; of several it says how many (decision 28). */
export function AtAuction({ auction }: { auction: AuctionRecord }) {
  const { t } = useTranslation()
  const { highestPrice, startPrice, bidders, quantity } = auction
  const isBidding = auctionPhase(auction, useChainNowAt(momentsOf(auction))) === 'end'
  return (
    <>
      <div className="row between">
        <span className="row g8 medium">
          {isBidding && <span className="dot live" />}
          {t('auction.at')}
        </span>
        <span className="muted">
          <AuctionClock times={auction} />
        </span>
      </div>
      <p className="row baseline g12 price-big">
        <span className="d d40 num">{totalText(highestPrice > 0n ? highestPrice : startPrice, auction)}</span>
        <Worth of={auction.payToken} amount={highestPrice > 0n ? highestPrice : startPrice} />
        <span className="muted s16">
          {quantity > 1n && `${t('auction.lotOf', { count: quantity })}, `}
          {highestPrice > 0n ? t('auction.highestOf', { count: bidders }) : t('auction.startsAt')}
        </span>
      </p>
    </>
  )
}

type Unsold = {
  isHeld: boolean
  lastSale: string | undefined
  /** That sale is how its holder got it. */
  isSold?: boolean
}

export function Unlisted({ isHeld, lastSale, isSold = false }: Unsold) {
  const { t } = useTranslation()
  return (
    <>
      <Heading left={t('work.notOnSale')} />
      <p className="row baseline g12 price-big">
        {isHeld || !lastSale ? (
          <span className="d d40">{t(isHeld ? 'work.yours' : 'item.notForSale')}</span>
        ) : (
          <span className="d d28 last-sale">{t(isSold ? 'work.soldFor' : 'work.lastSale', { price: lastSale })}</span>
        )}
        {isHeld && lastSale && <span className="muted s16">{t('work.lastSale', { price: lastSale })}</span>}
      </p>
      {!isHeld && <p className="muted">{t('work.nobodySells')}</p>}
    </>
  )
}

/** The viewer's sale ended when the market moved to other contracts. */
export function Moved({ order }: { order: OrderRecord }) {
  const { t } = useTranslation()
  return (
    <>
      <Heading left={t('work.moved')} />
      <UnitPrice order={order} muted />
      <p className="muted">{t('work.movedText')}</p>
    </>
  )
}

/** Nothing is left of it but its history. */
export function Burnt() {
  const { t } = useTranslation()
  return (
    <>
      <Heading left={t('hold.goneTitle')} />
      <p className="row baseline g12 price-big">
        <span className="d d40">{t('hold.gone')}</span>
      </p>
      <p className="muted">{t('hold.goneText')}</p>
    </>
  )
}
