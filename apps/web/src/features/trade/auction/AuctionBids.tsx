import type { AuctionBidRecord, AuctionRecord, ItemRecord } from '@plinth/api'
import { type Address, AUCTION_BID_STATUS, auctionPhase, auctionSums, formatUnits } from '@plinth/protocol'
import { Link } from 'react-router'
import { Ago } from '../../../entities/Ago.tsx'
import { activeBids, auctionTermsOf, isLiveAuction, sharersOf } from '../../../entities/auction.ts'
import { personName } from '../../../entities/person-name.ts'
import { columnTexts } from '../../../entities/price/amounts.ts'
import { Avatar } from '../../../entities/UserChip.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Tag } from '../../../kit/marks.tsx'
import { accountPath } from '../../../lib/links.ts'
import { priceText } from '../../../lib/numbers.ts'

type Props = {
  item: ItemRecord
  auction: AuctionRecord
  bids: readonly AuctionBidRecord[]
  me: Address | undefined
  now: number
  onTakeBack: () => void
}

/** Lists bidders, amounts and times, dearest first, and what each losing bidder would get now. */
export function AuctionBids({ item, auction, bids, me, now, onTakeBack }: Props) {
  const { t } = useTranslation()
  const active = activeBids(bids)
  const canTakeBack = isLiveAuction(auction) && auctionPhase(auction, now) !== 'final' && active.some(({ bidder }) => bidder === me)
  return (
    <section className="auction-bids">
      <div className="row between">
        <h3 className="medium">
          {t('auction.bids')} <span className="muted num">{bids.length}</span>
        </h3>
        {canTakeBack ? (
          <Button size="small" onClick={onTakeBack}>
            {t('trade.takeBack')}
          </Button>
        ) : (
          <span className="s12 muted">{t('auction.allIn', { symbol: auction.payTokenSymbol })}</span>
        )}
      </div>
      {bids.length === 0 ? (
        <p className="muted">{t('auction.noBidsYet')}</p>
      ) : (
        <Rows item={item} auction={auction} bids={bids} me={me} now={now} />
      )}
    </section>
  )
}

function Rows({ item, auction, bids, me, now }: Omit<Props, 'onTakeBack'>) {
  const { t } = useTranslation()
  const rows = bids.toSorted((a, b) => (a.total === b.total ? b.createdAt - a.createdAt : a.total > b.total ? -1 : 1))
  const leading = rows.find((bid) => bid.bidder === auction.highestBidder && bid.total === auction.highestPrice)
  const dividends = dividendsOf(item, auction, rows)
  return (
    <ul aria-label={t('auction.bids')}>
      {rows.map((bid) => (
        <Row
          key={bid.id.toString()}
          auction={auction}
          bid={bid}
          now={now}
          isOwn={bid.bidder === me}
          isHighest={bid === leading}
          dividend={dividends.get(bid.id)}
        />
      ))}
    </ul>
  )
}

/** Marks the best bid of each bidder who shares: an account shares once, however often it bids. */
function dividendsOf(item: ItemRecord, auction: AuctionRecord, rows: readonly AuctionBidRecord[]): Map<bigint, string> {
  const sharers = auction.highestPrice > 0n ? sharersOf(rows, auction) : []
  const { share } = auctionSums(auctionTermsOf(item, auction), auction.highestPrice, sharers.length)
  if (share === 0n) return new Map()
  const [text = ''] = columnTexts([share], { decimals: auction.payTokenDecimals, symbol: auction.payTokenSymbol })
  const best = sharers.flatMap((sharer) => activeBids(rows).find(({ bidder }) => bidder === sharer) ?? [])
  return new Map(best.map(({ id }) => [id, text]))
}

type RowProps = {
  auction: AuctionRecord
  bid: AuctionBidRecord
  now: number
  isOwn: boolean
  isHighest: boolean
  dividend: string | undefined
}

function Row({ auction, bid, now, isOwn, isHighest, dividend }: RowProps) {
  const { t } = useTranslation()
  const isBack = bid.status === AUCTION_BID_STATUS.CANCELLED
  return (
    <li className={isBack ? 'auction-bid back' : 'auction-bid'}>
      <Link className="row g12" to={accountPath(bid.bidder)}>
        <Avatar person={bid.user} size={28} />
        <span className="clip">{isOwn ? t('work.you') : personName(bid.user)}</span>
      </Link>
      {isHighest && <Tag>{t('auction.leads')}</Tag>}
      {isBack && <Tag>{t('auction.takenBack')}</Tag>}
      {!isBack && !bid.isFunded && isLiveAuction(auction) && <Tag tone="warn">{t('auction.notFunded')}</Tag>}
      {dividend && <Tag tone="good">{t('auction.getsShare', { amount: dividend })}</Tag>}
      <span className="auction-when s12 muted">
        <Ago at={bid.createdAt} now={now} />
      </span>
      <b className="num">{priceText(formatUnits(bid.total, auction.payTokenDecimals))}</b>
    </li>
  )
}
