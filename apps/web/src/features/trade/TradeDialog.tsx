import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import type { ReactNode } from 'react'
import { findPending } from '../../flows/transactions.ts'
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
import { ReviveDialog } from './ReviveDialog.tsx'
import { SaleDialog } from './SaleDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

/** `sell` asks how, and hands on to `sellFixed` or `startAuction`. */
type SaleAct = 'sell' | 'sellFixed' | 'sellAgain' | 'editSale' | 'reviveSale' | 'cancelSale'
type OrderAct = SaleAct | 'buy' | 'bid' | 'bidAgain' | 'editBid' | 'cancelBid' | HoldAct
type HoldAct = 'acceptBid' | 'transfer' | 'burn'
export type TradeAct = OrderAct | AuctionDialogAct

export type OpenTrade = (act: TradeAct, order?: OrderRecord, auction?: AuctionRecord) => void

type Shown = { act: TradeAct; order: OrderRecord | undefined; auction: AuctionRecord | undefined }
type Props = { item: ItemRecord; shown: Shown; open: OpenTrade; close: () => void }

/** The dialog of one act; the others come with it. */
export function TradeDialog({ item, shown: { act, order, auction }, open, close }: Props): ReactNode {
  const { address } = useSession()
  const hasAuctions = useChainConfig(item.chainId).contract.auctionExchange !== ''
  const owned = item.holdings.find(({ owner }) => owner === address)?.quantity ?? 0n
  if (isAuctionAct(act))
    return (
      <AuctionDialogs
        {...{ act, item, owned, auction, me: address }}
        onAct={(next, about) => open(next, undefined, about)}
        onClose={close}
      />
    )
  if (!address) return null
  const holdOf = (name: HoldAct) => ({ item, owner: address, owned, pending: findPending(name, address, item), onClose: close })
  switch (act) {
    case 'sell':
      return hasAuctions ? (
        <SaleTypeDialog item={item} onChoose={(type) => open(type)} onClose={close} />
      ) : (
        <SaleDialog item={item} owned={owned} listing={undefined} onClose={close} />
      )
    case 'buy':
      // Nobody buys from himself; a button pressed before the wallet was back could ask for it.
      return order && order.maker !== address ? (
        <BuyDialog item={item} listing={order} resumedHash={findPending('buy', address, item)?.hash} onClose={close} />
      ) : null
    case 'cancelSale':
      return <CancelSaleDialog item={item} owner={address} onClose={close} />
    case 'bid':
      return <BidDialog item={item} owned={owned} bid={undefined} onClose={close} />
    case 'bidAgain':
      return <BidDialog item={item} owned={owned} bid={undefined} again={order} onClose={close} />
    case 'editBid':
      return order ? <BidDialog item={item} owned={owned} bid={order} onClose={close} /> : null
    case 'cancelBid':
      return order ? <CancelBidDialog item={item} bid={order} onClose={close} /> : null
    case 'reviveSale':
      return order ? <ReviveDialog item={item} listing={order} onClose={close} /> : null
    case 'sellAgain':
      return <SaleDialog item={item} owned={owned} listing={undefined} again={order} onClose={close} />
    case 'acceptBid':
      return order && order.maker !== address ? <AcceptBidDialog {...holdOf(act)} bid={order} /> : null
    case 'transfer':
      return <TransferDialog {...holdOf(act)} />
    case 'burn':
      return <BurnDialog {...holdOf(act)} />
    default:
      return <SaleDialog item={item} owned={owned} listing={act === 'editSale' ? order : undefined} onClose={close} />
  }
}

const AUCTION_ACTS: readonly TradeAct[] = [
  'startAuction',
  'editAuction',
  'viewAuction',
  'cancelAuction',
  'takeBackBid',
  'bidAuction',
  'buyAuction',
  'acceptAuction',
] satisfies readonly AuctionDialogAct[]

const isAuctionAct = (act: TradeAct): act is AuctionDialogAct => AUCTION_ACTS.includes(act)
