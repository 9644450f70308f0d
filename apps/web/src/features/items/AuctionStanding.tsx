import type { AuctionRecord } from '@plinth/api'
import { isHeld, totalText } from '../../entities/auction.ts'
import { useOwnAuction, useStanding } from '../../entities/use-standing.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { dayAndTime } from '../../lib/time.ts'

/** How the viewer stands at the auction, and what comes next; nothing for who takes no part. */
export function AuctionStanding({ auction }: { auction: AuctionRecord }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const standing = useStanding(auction, auction)
  const own = useOwnAuction(auction)
  const time = dayAndTime(auction.expiredTime, intl)
  const price = totalText(auction.highestPrice, auction)
  if (standing === 'leads') return <p className="auction-standing">{t('auction.leading')}</p>
  if (standing === 'won') return <p className="auction-standing">{t('auction.won', { time })}</p>
  if (standing === 'toAccept') return <p className="auction-standing">{t('auction.toAccept', { price, time })}</p>
  // It would lead if its bidder had the money.
  const isUnpaid = own?.auction.id === auction.id && own.ownBid > auction.highestPrice && isHeld(auction)
  if (isUnpaid) return <p className="auction-standing behind">{t('auction.unpaidText', { price: totalText(own.ownBid, auction) })}</p>
  if (standing !== 'outbid') return null
  return <p className="auction-standing behind">{t('auction.outbid', { price: totalText(auction.nextPrice, auction) })}</p>
}
