import type { ItemRecord } from '@plinth/api'
import { type ReactNode, useCallback, useState } from 'react'
import type { OwnOffer } from '../flows/acts/order/end-too.ts'
import { useActPart } from './act-part.ts'
import type { Ask, Asked, CardActProps } from './CardAct.tsx'
import { type ActRow, RowAct } from './RowAct.tsx'
import { useTraderKeys } from './use-trader-keys.tsx'
import './use-card-acts.css'

/**
 * Quick acts for the cards of a grid, with the dialogs of the item page (ACC-18). One dialog serves the whole grid: it
 * outlives the card, which leaves the list when its item is sold.
 */
export function useCardActs(): {
  /** `ends`: an inactive offer of the viewer, where the list shows that. */
  actOf: (item: ItemRecord, ends?: OwnOffer) => ReactNode
  /** The same for a card that is less than the record of its item. */
  rowActOf: (row: ActRow) => ReactNode
  dialogs: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  const part = useActPart(asked !== undefined)
  const ask: Ask = useCallback(
    (item, act, order, auction) => setAsked((last) => ({ item, act, order, auction, times: (last?.times ?? 0) + 1 })),
    [],
  )
  // Keep their identity, so that unchanged cards do not render again.
  const actOf = useCallback((of: ItemRecord, ends?: OwnOffer) => <LateAct item={of} ends={ends} onAsk={ask} />, [ask])
  const rowActOf = useCallback(
    (row: ActRow) => <RowAct row={row}>{(item, { CardAct }) => <CardAct item={item} onAsk={ask} />}</RowAct>,
    [ask],
  )
  const keys = useTraderKeys(ask)
  return {
    actOf,
    rowActOf,
    dialogs: (
      <>
        {asked && part && <part.Opened key={asked.times} asked={asked} />}
        {keys}
      </>
    ),
  }
}

function LateAct(props: CardActProps) {
  const part = useActPart()
  return part ? <part.CardAct {...props} /> : null
}
