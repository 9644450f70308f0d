import type { AuctionBidRecord, AuctionRecord, ItemRecord } from '@plinth/api'
import { type Address, AUCTION_END, auctionPhase, auctionSums, formatUnits, outbidShare } from '@plinth/protocol'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  activeBids,
  auctionLabel,
  auctionTermsOf,
  isHeld,
  isLiveAuction,
  sharersOf,
  totalText,
  unpaidLeadOf,
} from '../../../entities/auction.ts'
import { type AuctionAct, auctionActOf, isReached, isSettleable } from '../../../entities/auction-acts.ts'
import { AuctionTimer } from '../../../entities/cards/AuctionTimer.tsx'
import { personName } from '../../../entities/person-name.ts'
import { exactText, receivesText } from '../../../entities/price/amounts.ts'
import { useAuction, useAuctionBids } from '../../../entities/use-auction.ts'
import { useLocale } from '../../../i18n/index.ts'
import { type TextKey, type Translate, useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { RichText } from '../../../kit/RichText.tsx'
import { accountPath } from '../../../lib/links.ts'
import { priceText, shortPercent } from '../../../lib/numbers.ts'
import { dayAndTime } from '../../../lib/time.ts'
import { useChainNow } from '../../../lib/use-chain-now.ts'
import { ItemDialog } from '../ItemDialog.tsx'
import { AuctionBids } from './AuctionBids.tsx'
import './auction.css'

export type DetailDialogProps = {
  item: ItemRecord
  auction: AuctionRecord
  /** Undefined for a visitor, who may look. */
  me: Address | undefined
  onAct: (act: AuctionAct | 'takeBackBid' | 'buyNowAuction' | 'settleAuction', auction: AuctionRecord) => void
  onClose: () => void
}

/** One auction: its clock, its prices, what is shared, who has bid, and what the viewer can do now. */
export function DetailDialog({ item, auction: given, me, onAct, onClose }: DetailDialogProps) {
  const { t } = useTranslation()
  const now = useChainNow()
  const auction = useAuction(given)
  const bids = useAuctionBids(auction)
  const phase = auctionPhase(auction, now)
  return (
    <ItemDialog
      item={item}
      onClose={onClose}
      kicker={t('auction.by', { name: personName(auction.user) })}
      foot={<Act auction={auction} bids={bids ?? []} me={me} now={now} onAct={onAct} />}
    >
      <AuctionTimer times={auction} firstEnd={auction.firstEnd} isOver={!isLiveAuction(auction) && auction.end !== AUCTION_END.EXPIRED} />
      <Prices auction={auction} />
      <p className="auction-owner s14 muted">
        <RichText text={t('auction.offers', { count: auction.quantity })} />{' '}
        <Link className="link" to={accountPath(auction.owner)}>
          {personName(auction.user)}
        </Link>
      </p>
      <Shared item={item} auction={auction} bids={bids ?? []} me={me} now={now} />
      {phase !== 'begin' && bids && (
        <AuctionBids item={item} auction={auction} bids={bids} me={me} now={now} onTakeBack={() => onAct('takeBackBid', auction)} />
      )}
    </ItemDialog>
  )
}

/** Totals for the lot; of several the price of one is said beside (decision 28). */
function Prices({ auction }: { auction: AuctionRecord }) {
  const { t } = useTranslation()
  const text = (total: bigint) => (total === 0n ? '–' : priceText(formatUnits(total, auction.payTokenDecimals)))
  const each = (total: bigint) =>
    auction.quantity > 1n && total > 0n ? t('auction.each', { price: text(total / auction.quantity) }) : undefined
  const facts: [TextKey, bigint][] = [
    ['auction.highest', auction.highestPrice],
    ['auction.stepFact', auction.increment],
    ['auction.acceptsFrom', auction.buying],
    ['auction.startedAt', auction.startPrice],
  ]
  return (
    <dl className="auction-facts">
      {facts.map(([key, total]) => (
        <div key={key}>
          <dt className="s12 muted">{t(key)}</dt>
          <dd>
            <b className="num">{text(total)}</b>
            {each(total) && <span className="s12 muted">{each(total)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Seen = { bids: readonly AuctionBidRecord[]; now: number }
type SharedProps = Pick<DetailDialogProps, 'item' | 'auction' | 'me'> & Seen

/** What outbid bidders get; the owner sees what it keeps. */
function Shared({ item, auction, bids, me, now }: SharedProps) {
  const { t } = useTranslation()
  const terms = auctionTermsOf(item, auction)
  const money = { decimals: auction.payTokenDecimals, symbol: auction.payTokenSymbol }
  const sharers = sharersOf(bids, auction)
  if (me === auction.owner && auction.highestPrice > 0n) {
    const { receives } = auctionSums(terms, auction.highestPrice, sharers.length)
    return (
      <Note text={t('auction.ownerGets', { amount: receivesText(receives, money), price: totalText(auction.highestPrice, auction) })} />
    )
  }
  if (auction.encourage === 0) return null
  const others = new Set([...sharers, ...(auction.highestBidder ? [auction.highestBidder] : [])].filter((bidder) => bidder !== me)).size
  const share = outbidShare(terms, { startPrice: auction.startPrice, step: auction.increment }, auction.nextPrice, others)
  const isBiddable = isLiveAuction(auction) && ['begin', 'end'].includes(auctionPhase(auction, now))
  const values = {
    percent: shortPercent(auction.encourage),
    price: totalText(auction.nextPrice, auction),
    amount: receivesText(share, money),
  }
  return <Note text={t(isBiddable ? 'auction.shared' : 'auction.wasShared', values)} />
}

function Note({ text }: { text: string }) {
  return (
    <div className="auction-note">
      <Icon of={Layers} />
      <p>
        <RichText text={text} />
      </p>
    </div>
  )
}

type ActProps = Pick<DetailDialogProps, 'auction' | 'me' | 'onAct'> & Seen

function Act({ auction, bids, me, now, onAct }: ActProps): ReactNode {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const act = auctionActOf(auction, me, now)
  const isOutbid = act === 'bidAuction' && activeBids(bids).some(({ bidder }) => bidder === me)
  if (act)
    return (
      <>
        <Button variant="primary" full dot onClick={() => onAct(act, auction)}>
          {labelOf(act, auction, t)}
        </Button>
        {act === 'bidAuction' && auction.isBuyNowOpen && (
          <Button full onClick={() => onAct('buyNowAuction', auction)}>
            {t('auction.buyNowFor', { price: totalText(auction.buyNow, auction) })}
          </Button>
        )}
        {isOutbid && <p className="hint">{t('auction.outbid', { price: totalText(auction.nextPrice, auction) })}</p>}
      </>
    )
  if (isSettleable(auction, now))
    return (
      <>
        <Button full onClick={() => onAct('settleAuction', auction)}>
          {t('auction.settle')}
        </Button>
        <p className="hint">
          {unpaidText(auction, bids, me, t) ?? t('auction.anybodySettles', { time: dayAndTime(auction.expiredTime, intl) })}
        </p>
      </>
    )
  const idle = idleText({ auction, me, now }, t)
  return (
    <>
      <Button variant="primary" full disabled>
        {idle.label}
      </Button>
      {idle.hint && <p className="hint">{idle.hint}</p>}
    </>
  )
}

function labelOf(act: AuctionAct, auction: AuctionRecord, t: Translate): string {
  if (act === 'bidAuction') return t('auction.bidFrom', { price: totalText(auction.nextPrice, auction) })
  return t(act === 'buyAuction' ? 'auction.buyNow' : 'auction.acceptNow', { price: totalText(auction.highestPrice, auction) })
}

/** Why there is nothing to press (document B §4, §6). */
function idleText({ auction, me, now }: Pick<ActProps, 'auction' | 'me' | 'now'>, t: Translate): { label: string; hint?: string } {
  if (!isLiveAuction(auction)) return { label: t(auctionLabel(auction)) }
  const phase = auctionPhase(auction, now)
  if (phase === 'final') return { label: t('time.expired') }
  if (!isHeld(auction)) return { label: t('auction.atRest'), hint: t(me === auction.owner ? 'auction.restOwner' : 'auction.rest') }
  if (phase === 'begin') return { label: t('auction.notBegun') }
  if (phase === 'end' && auction.isTaken)
    return { label: t('auction.bidding'), hint: t('auction.taken', { price: totalText(auction.buyNow, auction) }) }
  if (phase === 'end')
    return me === auction.owner
      ? { label: t('auction.bidding'), hint: t('auction.ownerWaits') }
      : { label: t('auction.youLead'), hint: t('auction.youLeadText', { price: exactTotal(auction) }) }
  if (auction.highestPrice === 0n) return { label: t('auction.noBids') }
  if (!isReached(auction)) return { label: t('auction.notReached') }
  return { label: t('auction.waiting') }
}

function unpaidText(auction: AuctionRecord, bids: readonly AuctionBidRecord[], me: Address | undefined, t: Translate): string | undefined {
  const unpaid = unpaidLeadOf(bids, auction, me)
  return unpaid && t('auction.unpaidText', { price: totalText(unpaid.total, auction) })
}

const exactTotal = (auction: AuctionRecord) =>
  exactText(auction.highestPrice, { decimals: auction.payTokenDecimals, symbol: auction.payTokenSymbol })
