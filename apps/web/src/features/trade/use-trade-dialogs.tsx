import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import { lazy, type ReactNode, useState } from 'react'
import { useAct } from '../../flows/engine/use-act.ts'
import { sessionState } from '../../flows/session/session-store.ts'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime, useSoon } from '../../lib/chunk.ts'
import { useSession } from '../../lib/session.ts'
import type { OpenTrade, TradeAct } from './TradeDialog.tsx'

export type { TradeAct } from './TradeDialog.tsx'

const load = inTime(async () => ({ default: (await import('./TradeDialog.tsx')).TradeDialog }))
const TradeDialog = lazy(load)

type Shown = { act: TradeAct; order: OrderRecord | undefined; auction: AuctionRecord | undefined; by: string | undefined }

/** Viewing an auction needs no wallet step. */
const isLooking = (act: TradeAct): act is 'viewAuction' => act === 'viewAuction'

/** The trade dialogs of one item. Each opens for a signed-in wallet on the item's chain only; closing forgets it. */
export function useTradeDialogs(item: ItemRecord): { open: OpenTrade; dialogs: ReactNode } {
  const act = useAct()
  const { address } = useSession()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  // Who has no wallet is asked for one first: the dialogs come with the press.
  useSoon(load, address !== undefined)
  const open: OpenTrade = (name, order, auction) => {
    void load().catch(() => undefined)
    const show = () => setShown({ act: name, order, auction, by: sessionState().address })
    if (isLooking(name)) show()
    else void act({ chainId: item.chainId, resume: name, run: show })
  }
  // Another account must not see the dialog of the one before it.
  const isMeant = shown && (isLooking(shown.act) || (address !== undefined && shown.by === address))
  return {
    open,
    dialogs: isMeant ? (
      <LazyBoundary>
        <TradeDialog item={item} shown={shown} open={open} close={close} />
      </LazyBoundary>
    ) : null,
  }
}
