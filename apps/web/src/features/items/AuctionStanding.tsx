import type { AuctionRecord } from '@plinth/api'
import { auctionPhase } from '@plinth/protocol'
import { activeBids, isLiveAuction, leadOf, momentsOf, totalText, unpaidLeadOf } from '../../entities/auction.ts'
import { useAuctionBids } from '../../entities/use-auction.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { useSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'

/** How a bidder stands at the auction, and what comes next; nothing for other viewers. */
export function AuctionStanding({ auction }: { auction: AuctionRecord }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const now = useChainNowAt(momentsOf(auction))
  const lead = leadOf(auction, address, now)
  const mayHaveBid = address !== undefined && address !== auction.owner && !lead && auction.bidders > 0 && isLiveAuction(auction)
  const bids = useAuctionBids(auction, mayHaveBid) ?? []
  if (lead === 'leads') return <p className="auction-standing">{t('auction.leading')}</p>
  if (lead === 'won') return <p className="auction-standing">{t('auction.won', { time: dayAndTime(auction.expiredTime, intl) })}</p>
  if (!mayHaveBid || !activeBids(bids).some(({ bidder }) => bidder === address)) return null
  const unpaid = unpaidLeadOf(bids, auction, address)
  if (unpaid) return <p className="auction-standing behind">{t('auction.unpaidText', { price: totalText(unpaid.total, auction) })}</p>
  if (auctionPhase(auction, now) !== 'end') return null
  return <p className="auction-standing behind">{t('auction.outbid', { price: totalText(auction.nextPrice, auction) })}</p>
}
