import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { ReactNode } from 'react'
import type { HoldAct } from '../../entities/hold-act.ts'
import { findPending } from '../../flows/transactions/transactions.ts'
import { useSession } from '../../lib/session.ts'
import { useChainConfig } from '../../lib/site.ts'
import { AcceptBidDialog } from './AcceptBidDialog.tsx'
import { type AuctionDialogAct, AuctionDialogs } from './auction/AuctionDialogs.tsx'
import { SaleTypeDialog } from './auction/SaleTypeDialog.tsx'
import { BidDialog } from './BidDialog.tsx'
import { BurnDialog } from './BurnDialog.tsx'
import { BuyDialog } from './BuyDialog.tsx'
import { CancelBidDialog } from './CancelBidDialog.tsx'
import { CancelSaleDialog } from './CancelSaleDialog.tsx'
import { EditionDialog } from './cart/EditionDialog.tsx'
import { ReviveDialog } from './ReviveDialog.tsx'
import { SaleDialog } from './SaleDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

/** `sell` asks how, and hands on to `sellFixed` or `startAuction`. */
type SaleAct = 'sell' | 'sellFixed' | 'sellAgain' | 'editSale' | 'extendSale' | 'reviveSale' | 'cancelSale'
type OrderAct = SaleAct | 'buy' | 'buySeveral' | 'bid' | 'bidAgain' | 'editBid' | 'cancelBid' | HoldAct
export type TradeAct = OrderAct | AuctionDialogAct

export type OpenTrade = (act: TradeAct, order?: OrderRecord, auction?: AuctionRecord) => void

type Shown = { act: TradeAct; order: OrderRecord | undefined; auction: AuctionRecord | undefined }
type Props = { item: ItemRecord; shown: Shown; open: OpenTrade; close: () => void }

type Given = Props & { act: TradeAct; me: Address; owned: bigint; hasAuctions: boolean }

/** The dialog of each act, for an account that is signed in. An act without one does not compile. */
const DIALOGS: Record<OrderAct, (given: Given) => ReactNode> = {
  sell: (given) =>
    given.hasAuctions ? <SaleTypeDialog item={given.item} onChoose={(type) => given.open(type)} onClose={given.close} /> : sale(given),
  sellFixed: (given) => sale(given),
  sellAgain: (given) => sale(given, { again: given.shown.order }),
  editSale: (given) => sale(given, { listing: given.shown.order }),
  extendSale: (given) => sale(given, { listing: given.shown.order, extends: true }),
  reviveSale: ({ item, shown: { order }, close }) => order && <ReviveDialog item={item} listing={order} onClose={close} />,
  cancelSale: ({ item, me, owned, shown: { order }, close }) => (
    <CancelSaleDialog item={item} owner={me} owned={owned} isPrivate={order !== undefined && 'taker' in order} onClose={close} />
  ),
  // An account can't buy its own listing, but a button pressed before the wallet reconnected could ask for it.
  buy: ({ item, me, shown: { order }, close }) =>
    order &&
    order.maker !== me && <BuyDialog item={item} listing={order} resumedHash={findPending('buy', me, item)?.hash} onClose={close} />,
  buySeveral: ({ item, close }) => <EditionDialog item={item} onClose={close} />,
  bid: (given) => bid(given),
  bidAgain: (given) => bid(given, { again: given.shown.order }),
  editBid: (given) => given.shown.order && bid(given, { bid: given.shown.order }),
  cancelBid: ({ item, shown: { order }, close }) => order && <CancelBidDialog item={item} bid={order} onClose={close} />,
  acceptBid: (given) => {
    const { order } = given.shown
    return order && order.maker !== given.me && <AcceptBidDialog {...holdProps(given, 'acceptBid')} bid={order} />
  },
  transfer: (given) => <TransferDialog {...holdProps(given, 'transfer')} />,
  burn: (given) => <BurnDialog {...holdProps(given, 'burn')} />,
}

type SaleGiven = { listing?: OrderRecord | undefined; again?: OrderRecord | undefined; extends?: boolean }

const sale = ({ item, owned, close }: Given, { listing, again, extends: isLonger = false }: SaleGiven = {}) => (
  <SaleDialog item={item} owned={owned} listing={listing} again={again} extends={isLonger} onClose={close} />
)

const bid = ({ item, owned, close }: Given, { bid, again }: { bid?: OrderRecord; again?: OrderRecord } = {}) => (
  <BidDialog item={item} owned={owned} bid={bid} again={again} onClose={close} />
)

const holdProps = ({ item, me, owned, close }: Given, act: HoldAct) => ({
  item,
  owner: me,
  owned,
  pending: findPending(act, me, item),
  onClose: close,
})

/** The dialog of one act; the others come with it. */
export function TradeDialog(props: Props): ReactNode {
  const { item, shown, open, close } = props
  const { act, auction } = shown
  const { address } = useSession()
  const hasAuctions = useChainConfig(item.chainId).contract.auctionExchange !== ''
  const owned = item.holdings.find(({ owner }) => owner === address)?.quantity ?? 0n
  if (!isOrderAct(act))
    return (
      <AuctionDialogs
        act={act}
        item={item}
        owned={owned}
        auction={auction}
        me={address}
        onAct={(next, about) => open(next, undefined, about)}
        onClose={close}
      />
    )
  return address ? DIALOGS[act]({ ...props, act, me: address, owned, hasAuctions }) || null : null
}

const isOrderAct = (act: TradeAct): act is OrderAct => Object.hasOwn(DIALOGS, act)
