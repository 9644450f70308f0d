import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { auctionActOf } from '../entities/auction-acts.ts'
import { askCart } from '../entities/cart/ask-cart.ts'
import { MOST_PICKED, type PickedWork, pick, shownWorks, togglePick } from '../entities/selection/selection.ts'
import { type ItemRef, itemQuery, parseItemIds } from '../features/items/item-query.ts'
import { type ItemAct, orderOf, roleOf } from '../features/items/item-role.ts'
import { useOfferDialogs } from '../features/trade/offer/use-offer-dialogs.tsx'
import { useTranslation } from '../i18n/translate.ts'
import { toast } from '../kit/toast.tsx'
import { queryClient } from '../lib/api.ts'
import { chainNow } from '../lib/clock.ts'
import { collectionPath, connectPath } from '../lib/links.ts'
import { rowKey } from '../lib/rows.ts'
import { isConnected, useSession } from '../lib/session.ts'

type TraderAct = ItemAct | 'bidAuction'
export type AskTrade = (item: ItemRecord, act: TraderAct, order?: OrderRecord, auction?: AuctionRecord) => void

type Props = {
  /** Another event with each press. */
  pressed: KeyboardEvent
  ask: AskTrade
  /** Of the page; a list has none. */
  item: ItemRecord | undefined
}

/** X and A pick works of a list, B bids, O offers for the collection, L lists, C opens the cart. */
export function TraderKeys({ pressed, ask, item }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const { address } = session
  const offers = useOfferDialogs()
  const from = useRef<PickedWork>(undefined)
  const last = useRef<KeyboardEvent>(undefined)

  async function trade(key: string, work: ItemRef): Promise<void> {
    const record = item ?? (await queryClient.fetchQuery(itemQuery(work)).catch(() => null))
    const act = record && actFor(key, record, address)
    if (record && act) {
      const role = roleOf(record, address, chainNow())
      ask(record, act, act === 'bidAuction' ? undefined : orderOf(act, role), role.auction)
    } else toast(t('palette.notThis'), 'bad')
  }

  function choose(key: string, isRange: boolean, work: PickedWork | undefined): void {
    const shown = shownWorks()
    const keys = [...shown.keys()]
    const placeOf = (one: PickedWork | undefined) => (one ? keys.indexOf(rowKey(one)) : -1)
    const [start, end] = [placeOf(from.current), placeOf(work)]
    if (!address || (key === 'x' && end < 0)) return
    const range = [...shown.values()].slice(Math.min(start, end), Math.max(start, end) + 1)
    const isTaken =
      key === 'a' ? pick(address, [...shown.values()]) : isRange && start >= 0 ? pick(address, range) : !work || togglePick(address, work)
    if (key === 'x') from.current = work
    if (!isTaken) toast(t('bulk.most', { most: MOST_PICKED }), 'bad')
  }

  function offer({ chainId, collection }: PickedWork): void {
    if (isConnected(session)) offers.open({ act: 'make', chainId, collection, attributes: [] })
    // The collection's page takes it up after the connect.
    else navigate(connectPath(`${collectionPath(collection, chainId)}&act=offer`))
  }

  function press(event: KeyboardEvent): void {
    const key = event.key.toLowerCase()
    const focused = focusedWork()
    const work = item ?? focused
    if (key === 'c') askCart()
    else if (key === 'x' || key === 'a') choose(key, event.shiftKey, focused)
    else if (key === 'o' && work) offer(work)
    else if (work) void trade(key, work)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (last.current !== pressed) press(pressed)
    last.current = pressed
  }, [pressed])
  return offers.dialogs
}

const LISTING: readonly ItemAct[] = ['sell', 'sellAgain', 'editSale', 'reviveSale']
const BIDDING: readonly ItemAct[] = ['bid', 'editBid', 'bidAgain']

/** A live auction takes bids of its own; what is not on sale, and is no auction, takes bids for one work. */
function actFor(key: string, item: ItemRecord, me: Address | undefined): TraderAct | undefined {
  if (item.isLocked || item.isTradeLocked) return undefined
  const now = chainNow()
  const { acts, auction } = roleOf(item, me, now)
  if (key === 'l') return acts.find((act) => LISTING.includes(act))
  if (auction && auctionActOf(auction, me, now) === 'bidAuction') return 'bidAuction'
  return acts.find((act) => BIDDING.includes(act))
}

/** The work of the card or row that has the focus, by its link, which names the chain. */
function focusedWork(): PickedWork | undefined {
  const link = document.activeElement?.closest('.card, .dense-row')?.querySelector<HTMLAnchorElement>('a[href^="/detail/"]')
  if (!link) return undefined
  const { pathname, searchParams } = new URL(link.href)
  const ref = parseItemIds(decodeURIComponent(pathname.slice('/detail/'.length)), searchParams.get('chain'))
  return ref?.chainId === undefined ? undefined : { ...ref, chainId: ref.chainId }
}
