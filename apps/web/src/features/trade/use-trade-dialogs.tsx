import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type ReactNode, Suspense, useState } from 'react'
import { sessionState } from '../../flows/session-store.ts'
import { findPending } from '../../flows/tray.ts'
import { useAct } from '../../flows/use-act.ts'
import { useSession } from '../../lib/session.ts'
import { AcceptBidDialog } from './AcceptBidDialog.tsx'
import { BidDialog } from './BidDialog.tsx'
import { BurnDialog } from './BurnDialog.tsx'
import { BuyDialog } from './BuyDialog.tsx'
import { CancelBidDialog } from './CancelBidDialog.tsx'
import { CancelSaleDialog } from './CancelSaleDialog.tsx'
import { ReviveDialog } from './ReviveDialog.tsx'
import { SaleDialog } from './SaleDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

export type TradeAct = 'sell' | 'editSale' | 'reviveSale' | 'cancelSale' | 'buy' | 'bid' | 'editBid' | 'cancelBid' | HoldAct
type HoldAct = 'acceptBid' | 'transfer' | 'burn'

/** The trade dialogs of one item. Each opens for a signed-in wallet on the item's chain only; closing forgets it. */
export function useTradeDialogs(item: ItemRecord): { open: (act: TradeAct, order?: OrderRecord) => void; dialogs: ReactNode } {
  const act = useAct()
  const { address } = useSession()
  const [shown, setShown] = useState<{ act: TradeAct; order: OrderRecord | undefined; by: typeof address }>()
  const close = () => setShown(undefined)
  const open = (name: TradeAct, order?: OrderRecord) =>
    void act({ chainId: item.chainId, resume: name, run: () => setShown({ act: name, order, by: sessionState().address }) })
  // Another account is another person: what he sees was not meant for him.
  return { open, dialogs: shown && address && shown.by === address ? <Suspense>{dialogOf()}</Suspense> : null }

  function dialogOf(): ReactNode {
    if (!shown || !address) return null
    const owned = item.holdings.find(({ owner }) => owner === address)?.quantity ?? 0n
    const holdOf = (name: HoldAct) => ({ item, owner: address, owned, pending: findPending(name, address, item), onClose: close })
    switch (shown.act) {
      case 'buy':
        // Nobody buys from himself; a button pressed before the wallet was back could ask for it.
        return shown.order && shown.order.maker !== address ? (
          <BuyDialog item={item} listing={shown.order} resumedHash={findPending('buy', address, item)?.hash} onClose={close} />
        ) : null
      case 'cancelSale':
        return <CancelSaleDialog item={item} owner={address} onClose={close} />
      case 'bid':
        return <BidDialog item={item} owned={owned} bid={undefined} onClose={close} />
      case 'editBid':
        return shown.order ? <BidDialog item={item} owned={owned} bid={shown.order} onClose={close} /> : null
      case 'cancelBid':
        return shown.order ? <CancelBidDialog item={item} bid={shown.order} onClose={close} /> : null
      case 'reviveSale':
        return shown.order ? <ReviveDialog item={item} listing={shown.order} onClose={close} /> : null
      case 'acceptBid':
        return shown.order && shown.order.maker !== address ? <AcceptBidDialog {...holdOf(shown.act)} bid={shown.order} /> : null
      case 'transfer':
        return <TransferDialog {...holdOf(shown.act)} />
      case 'burn':
        return <BurnDialog {...holdOf(shown.act)} />
      default:
        return <SaleDialog item={item} owned={owned} listing={shown.act === 'editSale' ? shown.order : undefined} onClose={close} />
    }
  }
}
