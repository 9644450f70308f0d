import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type Address, formatReceives } from '@plinth/protocol'
import type { ReactNode } from 'react'
import { acceptSums, bidLeft, bidPrice } from '../../entities/bid.ts'
import { personName } from '../../entities/person-name.ts'
import { Worth } from '../../entities/price/Worth.tsx'
import { Avatar } from '../../entities/UserChip.tsx'
import { useLocale } from '../../i18n/index.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { RichText } from '../../kit/RichText.tsx'
import { groupDigits, priceText } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import { BidAct } from './BidAct.tsx'
import { type ItemRole, isEdition } from './item-role.ts'
import type { OpenAct } from './open-act.ts'

type Props = { item: ItemRecord; role: ItemRole; open: OpenAct }
type RowsProps = Props & { children?: ReactNode }

/** Under the price: the highest bid of others, or that there is none, and the viewer's own. */
export function BidRows({ item, role, open, children }: RowsProps) {
  const { t } = useTranslation()
  const { highest, bid } = role
  return (
    <div className="bid-rows">
      {highest ? (
        <HighestBid item={item} bid={highest} open={open} />
      ) : (
        <Row>
          <p className="muted">{t(hintOf(role))}</p>
        </Row>
      )}
      {bid && <OwnBid item={item} bid={bid} open={open} />}
      {children}
    </div>
  )
}

/** Invites accounts that could bid (ITEM-23). Bids in an auction are shown there, and not here. */
function hintOf({ bid, acts, auction }: ItemRole): TextKey {
  if (bid) return 'work.onlyYourBid'
  if (auction) return 'work.noOffersAside'
  return acts.includes('bid') ? 'work.bidHint' : 'work.noBids'
}

function HighestBid({ item, bid, open }: { item: ItemRecord; bid: OrderRecord; open: OpenAct }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const others = item.bids.filter(({ maker }) => maker !== address).length
  const isHolder = item.holdings.some(({ owner, quantity }) => owner === address && quantity > 0n)
  const amount = receivesOfOne(item, bid, address)
  return (
    <Row picture={<Avatar person={bid.user} size={40} />} act={<BidAct item={item} bid={bid} open={open} isMain />}>
      <p>
        <RichText text={t('work.offers', { name: personName(bid.user), price: bidText(item, bid, t('work.each')) })} />{' '}
        <Worth of={bid.payToken} amount={bid.unitPrice} />
      </p>
      <p className="s12 muted">{t('work.highestOf', { count: others, until: dayAndTime(bid.validUntil, intl) })}</p>
      {isHolder && <p className="s12 muted">{t(bid.buying > 1n ? 'hold.wouldReceiveEach' : 'hold.wouldReceive', { amount })}</p>}
    </Row>
  )
}

function receivesOfOne(item: ItemRecord, bid: OrderRecord, seller: Address | undefined): string {
  const { receives } = acceptSums(item, bid, 1n, seller)
  return `${priceText(formatReceives(receives, bid.payTokenDecimals))} ${bid.payTokenSymbol}`
}

function OwnBid({ item, bid, open }: { item: ItemRecord; bid: OrderRecord; open: OpenAct }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const until = t('work.yourBidUntil', { until: dayAndTime(bid.validUntil, intl) })
  return (
    <Row picture={<Avatar person={bid.user} size={40} />} act={<BidAct item={item} bid={bid} open={open} />}>
      <p>
        <RichText text={t('work.youOffer', { price: bidText(item, bid, t('work.each')) })} />{' '}
        <Worth of={bid.payToken} amount={bid.unitPrice} />
      </p>
      <p className={bid.isFundable ? 's12 muted' : 's12 bid-short'}>
        {bid.isFundable ? until : t('work.bidUnfundable', { symbol: bid.payTokenSymbol })}
      </p>
    </Row>
  )
}

/** "4 × 2.10 WETH" of several, "2.10 WETH each" of one of an edition. */
function bidText(item: ItemRecord, bid: OrderRecord, each: string): string {
  const left = bidLeft(bid)
  if (!isEdition(item)) return bidPrice(bid)
  return left > 1n ? `${groupDigits(left.toString())} × ${bidPrice(bid)}` : `${bidPrice(bid)} ${each}`
}

export function Row({ picture, act, children }: { picture?: ReactNode; act?: ReactNode; children: ReactNode }) {
  return (
    <div className="bid-row">
      {picture}
      <div className="grow">{children}</div>
      {act}
    </div>
  )
}
