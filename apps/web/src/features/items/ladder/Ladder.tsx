import type { ItemRecord, OfferRecord, OrderRecord } from '@plinth/api'
import { formatReceives } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { acceptSums, bidLeft, bidPrice } from '../../../entities/bid.ts'
import { useItemFace } from '../../../entities/cards/use-item-face.ts'
import { type AcceptLine, type OpenAccept, type OwnWork, offerSums } from '../../../entities/offers/accept-line.ts'
import { OfferKind } from '../../../entities/offers/offer-kind.tsx'
import { PassMenu } from '../../../entities/offers/PassMenu.tsx'
import { personName } from '../../../entities/person-name.ts'
import { exactText, receivesText } from '../../../entities/price/amounts.ts'
import { Worth } from '../../../entities/price/Worth.tsx'
import { Avatar } from '../../../entities/UserChip.tsx'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Table } from '../../../kit/Table.tsx'
import { keyOf } from '../../../lib/api.ts'
import { accountPath } from '../../../lib/links.ts'
import { countText, priceText } from '../../../lib/numbers.ts'
import { offerApi } from '../../../lib/offer-api.ts'
import { useSession } from '../../../lib/session.ts'
import { dayAndTime } from '../../../lib/time.ts'
import { type LadderRow, ladderRows, offersOfSets, type Passed, topOf } from './ladder-rows.ts'
import './ladder.css'

type Props = {
  item: ItemRecord
  bids: readonly OrderRecord[]
  offers: readonly OfferRecord[]
  /** What the viewer can do with a bid; the page has it already. */
  bidAct: (bid: OrderRecord) => ReactNode
  accept: OpenAccept
}

/** All that the item can be sold to, best worth first: bids for it, and offers for a set that it is in (ITEMP-01). */
export function Ladder({ item, bids, offers, bidAct, accept }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const owned = item.holdings.find(({ owner }) => owner === address)?.quantity ?? 0n
  const passed = usePassed(owned > 0n, offers)
  const rows = ladderRows(bids, offers, passed)
  const work = useOwnWork(item, owned)
  const top = topOf(rows, passed)
  const isHolder = owned > 0n
  return (
    <>
      <Table
        className="ladder"
        caption={t('inbox.tab')}
        rows={rows}
        rowKey={({ id }) => id.toString()}
        columns={[
          { key: 'price', head: t('inbox.price'), cell: (row) => <RowPrice row={row} item={item} work={isHolder ? work : undefined} /> },
          { key: 'what', head: t('inbox.what'), cell: (row) => <RowWhat row={row} item={item} passed={passed} /> },
          { key: 'left', head: t('inbox.left'), end: true, className: 'ladder-wide', cell: (row) => <Left row={row} /> },
          {
            key: 'act',
            head: t('inbox.acts'),
            end: true,
            cell: (row) => (
              <span className="row g8 ladder-acts">
                {row.bid
                  ? bidAct(row.bid)
                  : isHolder &&
                    row.offer &&
                    row.offer.maker !== address && (
                      <Button
                        size="small"
                        // A highest bid above the list has the dot already.
                        dot={row === top && item.bids.every(({ maker }) => maker === address)}
                        onClick={() => row.offer && accept([lineOf(row.offer, item, work)])}
                      >
                        {t('inbox.accept')}
                      </Button>
                    )}
                {isHolder && row.offer && row.offer.maker !== address && <PassMenu offer={row.offer} {...passed.get(row.id)} />}
              </span>
            ),
          },
        ]}
      />
      {isHolder && offersOfSets(offers).length > 0 && <p className="hint">{t('inbox.fitsNote')}</p>}
    </>
  )
}

const lineOf = (offer: OfferRecord, item: ItemRecord, work: OwnWork): AcceptLine => ({
  offer,
  collectionName: item.collectionBrief.name,
  works: [work],
})

function useOwnWork(item: ItemRecord, held: bigint): OwnWork {
  const { name, picture } = useItemFace(item)
  const { tokenId, royalties, creator } = item
  return { tokenId, name, image: picture?.src ?? '', held, royalties, creator: creator.address }
}

/** What the holder has declined, and whose offers it does not want. */
function usePassed(isHolder: boolean, offers: readonly OfferRecord[]): Passed {
  const { address, status } = useSession()
  const ids = offers.map(({ id }) => id)
  const { data = [] } = useQuery({
    queryKey: [...keyOf(offerApi.passed, { ids }), address],
    queryFn: ({ signal }) => offerApi.passed({ ids }, { signal }),
    enabled: isHolder && status === 'loggedIn' && ids.length > 0,
  })
  return new Map(data.map(({ id, isDeclined, isBlocked }) => [id, { isDeclined, isBlocked }]))
}

function RowPrice({ row: { bid, offer }, item, work }: { row: LadderRow; item: ItemRecord; work: OwnWork | undefined }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const of = bid ?? offer
  if (!of) return null
  const receives =
    work &&
    of.maker !== address &&
    (bid
      ? `${priceText(formatReceives(acceptSums(item, bid, 1n, address).receives, bid.payTokenDecimals))} ${bid.payTokenSymbol}`
      : offer && receivesText(offerSums(offer, work, 1n, address).receives, offer.payToken))
  return (
    <span className="ladder-cell">
      <b className="num ladder-price">{bid ? bidPrice(bid) : offer && exactText(offer.unitPrice, offer.payToken)}</b>
      <span className="s12 muted">
        {receives ? t('inbox.youGet', { amount: receives }) : offer && <Worth of={offer.payToken} amount={offer.unitPrice} />}
      </span>
    </span>
  )
}

function RowWhat({ row: { id, bid, offer }, item, passed }: { row: LadderRow; item: ItemRecord; passed: Passed }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { address } = useSession()
  const of = bid ?? offer
  if (!of) return null
  const mark = passed.get(id)
  return (
    <span className="ladder-cell">
      <OfferKind offer={offer ?? { kind: 'item' }} collectionName={item.collectionBrief.name} />
      <Link className="row g8" to={accountPath(of.maker)}>
        <Avatar person={of.user} size={20} />
        <span className="clip">{of.maker === address ? t('work.you') : personName(of.user)}</span>
      </Link>
      <span className="muted s12">{t('inbox.until', { until: dayAndTime(of.validUntil, intl) })}</span>
      {bid && !bid.isFundable && <span className="s12 ladder-warn">{t('work.atRest')}</span>}
      {offer && offer.left > 1n && offer.covered < offer.left && (
        <span className="s12 ladder-warn">{t('inbox.covers', { count: offer.covered, formatted: countText(offer.covered, intl) })}</span>
      )}
      {offer?.sharesMoney && <span className="s12 ladder-warn">{t('inbox.shares')}</span>}
      {mark && <span className="s12 muted">{t(mark.isDeclined ? 'inbox.declined' : 'inbox.blocked')}</span>}
    </span>
  )
}

function Left({ row: { bid, offer } }: { row: LadderRow }) {
  const { intl } = useLocale()
  return <span className="num">{countText(bid ? bidLeft(bid) : (offer?.left ?? 0n), intl)}</span>
}
