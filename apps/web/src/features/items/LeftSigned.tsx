import type { ItemRecord, OrderRecord } from '@plinth/api'
import { totalText } from '../../entities/auction.ts'
import { bidPrice } from '../../entities/bid.ts'
import { isInactiveAuction } from '../../entities/own-offer.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { RichText } from '../../kit/RichText.tsx'
import { useSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import { Row } from './BidRows.tsx'
import { useAuctions } from './item-query.ts'
import type { OpenAct } from './open-act.ts'

type Props = { item: ItemRecord; lost: OrderRecord | undefined; open: OpenAct; now: number }

/** What the viewer has signed for this item that is inactive and was never ended: until when it counts, and a press to end it. */
export function LeftSigned({ item, lost, open, now }: Props) {
  const { address } = useSession()
  return (
    <>
      {lost && <LostListing order={lost} open={open} />}
      {address !== undefined && <InactiveAuctions item={item} me={address} open={open} now={now} />}
    </>
  )
}

function LostListing({ order, open }: { order: OrderRecord; open: OpenAct }) {
  const { t } = useTranslation()
  return (
    <Row
      act={
        <Button size="small" onClick={() => open('cancelSale', order)}>
          {t('leftSigned.end')}
        </Button>
      }
    >
      <p>
        <RichText text={t('leftSigned.listing', { price: bidPrice(order) })} />
      </p>
      <Until at={order.validUntil} />
    </Row>
  )
}

type AuctionsProps = Omit<Props, 'lost'> & { me: string }

/** The item's record has live auctions only. */
function InactiveAuctions({ item: { chainId, collection, tokenId }, me, open, now }: AuctionsProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { data } = useAuctions({ chainId, collection, tokenId })
  const own = (data?.list ?? []).filter((auction) => auction.owner === me && isInactiveAuction(auction, now))
  return own.map((auction) => (
    <Row
      key={auction.id.toString()}
      act={
        <Button size="small" onClick={() => open('cancelAuction', undefined, auction)}>
          {t('leftSigned.end')}
        </Button>
      }
    >
      <p>
        <RichText text={t('leftSigned.auction', { price: totalText(auction.startPrice, auction) })} />
      </p>
      {auction.held < auction.quantity ? (
        <Until at={auction.expiredTime} />
      ) : (
        <p className="s12 muted">{t('leftSigned.waits', { until: dayAndTime(auction.expiredTime, intl) })}</p>
      )}
    </Row>
  ))
}

/** When its signature ends by itself; 0 for never. */
function Until({ at }: { at: number }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const text = at === 0 ? t('leftSigned.livesAgain') : t('leftSigned.livesAgainUntil', { until: dayAndTime(at, intl) })
  return <p className="s12 muted">{text}</p>
}
