import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { momentsOf } from '../entities/auction.ts'
import { type AuctionAct, auctionActOf } from '../entities/auction-acts.ts'
import { useItemFace } from '../entities/cards/use-item-face.ts'
import { CartActSlot } from '../entities/cart/CartActSlot.tsx'
import { type HoldAct, isHoldAct, shownAs } from '../entities/hold-act.ts'
import { type ItemAct, type ItemRole, orderOf, roleOf } from '../features/items/item-role.ts'
import { type TradeAct, useTradeDialogs } from '../features/trade/use-trade-dialogs.tsx'
import type { OwnOffer } from '../flows/acts/order/end-too.ts'
import { useOwnLock } from '../flows/transactions/purchases.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { connectPath, itemPath } from '../lib/links.ts'
import { isConnected, useSession } from '../lib/session.ts'
import { useChainNowAt } from '../lib/use-chain-now.ts'

export type Asked = { item: ItemRecord; act: TradeAct; order: OrderRecord | undefined; auction: AuctionRecord | undefined; times: number }
export type Ask = (item: ItemRecord, act: TradeAct, order?: OrderRecord, auction?: AuctionRecord) => void
export type CardActProps = { item: ItemRecord; ends?: OwnOffer | undefined; onAsk: Ask }

/** The first act as a button; with a wallet connected the others are under a menu (document A §4). */
export function CardAct({ item: given, ends, onAsk }: CardActProps) {
  const session = useSession()
  const item = useOwnLock(given)
  const { address } = session
  const now = useChainNowAt(item.auctions.flatMap(momentsOf))
  const { name } = useItemFace(item)
  if (item.isLocked) return null
  const isPrivate = ends?.is === 'listing' && 'taker' in ends.order
  const role = roleOf(item, address, now, isPrivate)
  const isEnd = ends !== undefined && (ends.is === 'auction' || isPrivate || role.lost !== undefined)
  const others: (ItemAct | HoldAct)[] = [
    ...role.acts.slice(isEnd ? 0 : 1),
    ...(role.lost && !isEnd ? (['cancelSale'] as const) : []),
    ...(role.bid ? (['cancelBid'] as const) : []),
    ...role.holds,
  ]
  const due = dueAct(role, address, now)
  return (
    <div className={due ? 'card-acts due' : 'card-acts'}>
      {isEnd ? <EndAct item={item} ends={ends} onAsk={onAsk} /> : <QuickAct item={item} role={role} onAsk={onAsk} due={due} />}
      {role.acts.includes('buy') && <CartActSlot work={item} name={name} find={async () => item} />}
      {isConnected(session) && others.length > 0 && <OtherActs item={item} role={role} acts={others} onAsk={onAsk} />}
    </div>
  )
}

type DueAct = Exclude<AuctionAct, 'bidAuction'>

/** The viewer has won the auction and has not paid yet, or is its owner and can accept. */
function dueAct({ auction }: ItemRole, me: Address | undefined, now: number): DueAct | undefined {
  const act = auction && auctionActOf(auction, me, now)
  return act === 'bidAuction' ? undefined : act
}

function useActNames(): Record<ItemAct, string> {
  const { t } = useTranslation()
  return {
    sell: t('work.sell'),
    sellAgain: t('work.signAgain'),
    editSale: t('work.editPrice'),
    reviveSale: t('work.revive'),
    cancelSale: t('work.takeOff'),
    editAuction: t('auction.edit'),
    viewAuction: t('auction.see'),
    cancelAuction: t('auction.cancel'),
    buy: t('work.buy'),
    bid: t('work.bid'),
    bidAgain: t('work.bidAgain'),
    editBid: t('work.editBid'),
    cancelBid: t('work.cancelBid'),
  }
}

type RoleProps = CardActProps & { role: ItemRole }
type QuickProps = RoleProps & { due: DueAct | undefined }

function QuickAct({ item, role, onAsk, due }: QuickProps) {
  const { t } = useTranslation()
  const session = useSession()
  const names = useActNames()
  const act = role.acts[0]
  // A sale that can't be bought is shown on the item's own page only: its way out is there.
  const isListed = item.holdings.some(({ owner, isOnSale }) => owner === session.address && isOnSale)
  if (!act || (act === 'sell' && isListed)) return null
  if (act === 'viewAuction' && due)
    return (
      <Button variant="primary" size="small" dot onClick={() => onAsk(item, due, undefined, role.auction)}>
        {t(due === 'buyAuction' ? 'auction.payNow' : 'auction.acceptShort')}
      </Button>
    )
  // The item's page takes the purchase up again after the connect.
  if (!isConnected(session) && act !== 'viewAuction')
    return (
      <ButtonLink variant="primary" size="small" dot to={connectPath(`${itemPath(item)}&act=${act}`)}>
        {names[act]}
      </ButtonLink>
    )
  return (
    <Button
      variant={act === 'buy' ? 'primary' : 'secondary'}
      size="small"
      dot={act === 'buy'}
      onClick={() => onAsk(item, act, orderOf(act, role), role.auction)}
    >
      {names[act]}
    </Button>
  )
}

/** Ends an offer that its maker can't deliver. */
function EndAct({ item, ends, onAsk }: CardActProps & { ends: OwnOffer }) {
  const { t } = useTranslation()
  const end = () => (ends.is === 'listing' ? onAsk(item, 'cancelSale', ends.order) : onAsk(item, 'cancelAuction', undefined, ends.auction))
  return (
    <Button size="small" onClick={end}>
      {t('leftSigned.end')}
    </Button>
  )
}

function OtherActs({ item, role, acts, onAsk }: RoleProps & { acts: readonly (ItemAct | HoldAct)[] }) {
  const { t } = useTranslation()
  const names = useActNames()
  const { name } = useItemFace(item)
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} size="small" label={t('hold.moreOf', { name })} />}>
      {acts.map((act) => (
        <MenuItem key={act} onSelect={() => onAsk(item, act, orderOf(act, role), role.auction)}>
          {isHoldAct(act) ? t(shownAs(act).label) : names[act]}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The dialogs of one act, over the whole grid. */
export function Opened({ asked: { item, act, order, auction } }: { asked: Asked }) {
  const { open, dialogs } = useTradeDialogs(item)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    open(act, order, auction)
  })
  return dialogs
}
