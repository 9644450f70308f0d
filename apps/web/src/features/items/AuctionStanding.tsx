import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { isHeld, momentsOf, totalText } from '../../entities/auction.ts'
import { standingOf } from '../../entities/auction-acts.ts'
import { useOwnPart } from '../../entities/use-standing.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { useSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'

/** How the viewer stands at the auction, and what comes next; nothing for who takes no part. */
export function AuctionStanding({ item, auction }: { item: ItemRecord; auction: AuctionRecord }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const now = useChainNowAt(momentsOf(auction))
  const own = useOwnPart(item)?.own
  const ownBid = own?.auction.id === auction.id ? own.ownBid : 0n
  const standing = standingOf(auction, ownBid, address, now)
  const time = dayAndTime(auction.expiredTime, intl)
  const price = totalText(auction.highestPrice, auction)
  if (standing === 'leads') return <p className="auction-standing">{t('auction.leading')}</p>
  if (standing === 'won')
    return <p className="auction-standing">{t(auction.isTaken ? 'auction.takenYours' : 'auction.won', { time, price })}</p>
  if (standing === 'toAccept') return <p className="auction-standing">{t('auction.toAccept', { price, time })}</p>
  // It would lead if its bidder had the money.
  const isUnpaid = ownBid > auction.highestPrice && isHeld(auction)
  if (isUnpaid) return <p className="auction-standing behind">{t('auction.unpaidText', { price: totalText(ownBid, auction) })}</p>
  if (standing !== 'outbid' || auction.isTaken) return null
  return <p className="auction-standing behind">{t('auction.outbid', { price: totalText(auction.nextPrice, auction) })}</p>
}
