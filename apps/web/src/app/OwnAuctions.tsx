import { type OwnAuction, VIEWER_CALLS } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { momentsOf, totalText } from '../entities/auction.ts'
import { type AuctionAct, auctionActOf, standingOf } from '../entities/auction-acts.ts'
import { useItemFace } from '../entities/cards/use-item-face.ts'
import { useOwnParts } from '../entities/use-standing.ts'
import { itemQuery } from '../features/items/item-query.ts'
import { useTradeDialogs } from '../features/trade/use-trade-dialogs.tsx'
import { useLocale } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { clientOf, keyOf } from '../lib/api.ts'
import { itemPath } from '../lib/links.ts'
import { useWhileDown } from '../lib/live-state.ts'
import { rowKey } from '../lib/rows.ts'
import { useSession } from '../lib/session.ts'
import { langOf } from '../lib/text-lang.ts'
import { dayAndTime } from '../lib/time.ts'
import { useChainNowAt } from '../lib/use-chain-now.ts'

/** Only while no live events arrive. */
const SLOW_MS = 5_000

const { viewer } = clientOf(VIEWER_CALLS)

const NONE: readonly OwnAuction[] = []

const keyOfItem = ({ chainId, collection, tokenId }: OwnAuction['auction']): string => rowKey({ chainId, collection, tokenId })

type Due = OwnAuction['auction'] & { act: AuctionAct }

/** Keeps the viewer's auctions for cards and titles, and shows the due ones in a banner. */
export function OwnAuctions() {
  const { address } = useSession()
  const refetchInterval = useWhileDown(SLOW_MS)
  const { data } = useQuery({
    queryKey: [...keyOf(viewer.auctions), address],
    queryFn: ({ signal }) => viewer.auctions({}, { signal }),
    refetchInterval,
  })
  const list = data?.list ?? NONE
  const now = useChainNowAt(list.flatMap(({ auction }) => momentsOf(auction)))
  useEffect(() => {
    // Of several auctions of an item the one that ends first is shown.
    const parts = list.map((own) => [keyOfItem(own.auction), { own, standing: standingOf(own.auction, own.ownBid, address, now) }] as const)
    useOwnParts.setState(Object.fromEntries(parts.toReversed()), true)
    return () => useOwnParts.setState({}, true)
  }, [list, address, now])
  const due = list.flatMap(({ auction }): Due[] => {
    const act = auctionActOf(auction, address, now)
    return act === 'buyAuction' || act === 'acceptAuction' ? [{ ...auction, act }] : []
  })
  const [first] = due.toSorted((a, b) => a.expiredTime - b.expiredTime)
  const place = document.getElementById('due')
  return first && place ? createPortal(<DueLine key={first.id.toString()} auction={first} others={due.length - 1} />, place) : null
}

type Props = { auction: Due; others: number }

/** The auction that lapses first, with its deadline and one press; its own page says the same in its place. */
function DueLine({ auction, others }: Props) {
  const { chainId, collection, tokenId } = auction
  const { data: item } = useQuery(itemQuery({ chainId, collection, tokenId }))
  const { pathname } = useLocation()
  return item && !itemPath(item).startsWith(`${pathname}?`) ? <Line item={item} auction={auction} others={others} /> : null
}

function Line({ item, auction, others }: Props & { item: Parameters<typeof useItemFace>[0] }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const { name } = useItemFace(item)
  const { open, dialogs } = useTradeDialogs(item)
  const price = totalText(auction.highestPrice, auction)
  const time = dayAndTime(auction.expiredTime, intl)
  const isWinner = auction.act === 'buyAuction'
  return (
    <section className="due-line" aria-label={t('auction.dueTitle')}>
      <div className="wrap">
        <p>
          <Link className="medium" to={itemPath(item)} lang={langOf(name)}>
            {name}
          </Link>
          {' · '}
          {isWinner ? t('auction.won', { time }) : t('auction.toAccept', { price, time })}
        </p>
        {others > 0 && (
          <Link className="link" to="/auctions?phase=ended">
            {t('auction.dueMore', { count: others })}
          </Link>
        )}
        <Button size="small" onClick={() => open(auction.act, undefined, auction)}>
          {t(isWinner ? 'auction.buyNow' : 'auction.acceptNow', { price })}
        </Button>
      </div>
      {dialogs}
    </section>
  )
}
