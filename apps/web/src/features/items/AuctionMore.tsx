import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { auctionPhase } from '@plinth/protocol'
import { CalendarPlus } from 'lucide-react'
import { isLiveAuction, momentsOf, totalText } from '../../entities/auction.ts'
import { auctionActOf, isExtended, isSettleable } from '../../entities/auction-acts.ts'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { useOwnPart } from '../../entities/use-standing.ts'
import { useLocale } from '../../i18n/index.ts'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { calendarFile } from '../../lib/calendar.ts'
import { chainNow } from '../../lib/clock.ts'
import { itemPath } from '../../lib/links.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSession } from '../../lib/session.ts'
import { useConfig } from '../../lib/site.ts'
import { dayAndTime } from '../../lib/time.ts'
import { useChainNowAt } from '../../lib/use-chain-now.ts'
import { AuctionStanding } from './AuctionStanding.tsx'
import type { OpenAct } from './open-act.ts'

type Props = { item: ItemRecord; auction: AuctionRecord; open: OpenAct }

/** Below an auction's price: the viewer's standing, the other terms, and further acts. */
export function AuctionMore({ item, auction, open }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const now = useChainNowAt(momentsOf(auction))
  const phase = auctionPhase(auction, now)
  const isOpen = isLiveAuction(auction) && (phase === 'begin' || phase === 'end')
  const isOthers = auctionActOf(auction, address, now) === undefined && isSettleable(auction, now)
  const lines = [
    ...(isOpen && auction.extension > 0 ? [t('auction.lateTerms', { count: auction.extension / 60 })] : []),
    ...(isExtended(auction) ? [t('auction.extendedFrom', { time: dayAndTime(auction.firstEnd, intl) })] : []),
    ...(isOpen && auction.buyNow > 0n ? [buyNowText(auction, phase === 'begin', t)] : []),
    ...(isOthers ? [t('auction.anybodySettles', { time: dayAndTime(auction.expiredTime, intl) })] : []),
  ]
  const mayBuyNow = auction.isBuyNowOpen && phase === 'end' && auction.owner !== address
  const isAwaited = useOwnPart(item) !== undefined || item.isLiked
  return (
    <div className="auction-more-acts">
      <AuctionStanding item={item} auction={auction} />
      {lines.map((line) => (
        <p key={line} className="s14 muted">
          {line}
        </p>
      ))}
      {(mayBuyNow || isOthers || (isOpen && isAwaited)) && (
        <div className="auction-more-buttons">
          {mayBuyNow && (
            <Button size="small" onClick={() => open('buyNowAuction', undefined, auction)}>
              {t('auction.buyNowFor', { price: totalText(auction.buyNow, auction) })}
            </Button>
          )}
          {isOthers && (
            <Button size="small" onClick={() => open('settleAuction', undefined, auction)}>
              {t('auction.settle')}
            </Button>
          )}
          {isOpen && isAwaited && <ToCalendar item={item} auction={auction} />}
        </div>
      )}
    </div>
  )
}

/** Whether it can be bought at once, and what ends that. */
function buyNowText(auction: AuctionRecord, isEarly: boolean, t: Translate): string {
  const { buyNow, isBuyNowOpen, isTaken } = auction
  const price = totalText(buyNow, auction)
  if (isEarly) return t('auction.buyNowSoon', { price })
  if (isTaken) return t('auction.taken', { price })
  return isBuyNowOpen
    ? t('auction.buyNowOpen', { price, half: totalText((buyNow + 1n) / 2n, auction) })
    : t('auction.buyNowOver', { price })
}

const REMIND_BEFORE = 15

/** For who bids or likes the work; saved again after late bids it moves the event. */
function ToCalendar({ item, auction }: Omit<Props, 'open'>) {
  const { t } = useTranslation()
  const { site } = useConfig()
  const { name } = useItemFace(item)
  const save = () => {
    const file = calendarFile({
      uid: `auction-${auction.chainId}-${auction.id}@${location.hostname}`,
      sequence: auction.endTime - auction.firstEnd,
      startsAt: auction.endTime,
      madeAt: chainNow(),
      title: t('auction.calendarTitle', { name }),
      text: t('auction.calendarText', { site: site.name }),
      url: `${location.origin}${itemPath(item)}`,
      remindBefore: REMIND_BEFORE,
    })
    saveFile(`auction-${auction.id}.ics`, file, 'text/calendar;charset=utf-8')
  }
  return (
    <Button size="small" onClick={save}>
      <Icon of={CalendarPlus} size="small" />
      {t('auction.toCalendar')}
    </Button>
  )
}
