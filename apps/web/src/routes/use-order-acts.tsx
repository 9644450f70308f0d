import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { itemQuery } from '../features/items/item-query.ts'
import { type TradeAct, useTradeDialogs } from '../features/trade/use-trade-dialogs.tsx'
import { t } from '../i18n/translate.ts'
import { toast } from '../kit/toast.tsx'
import { queryClient } from '../lib/api.ts'

type Asked = { item: ItemRecord; order: OrderRecord; act: TradeAct; times: number }

/** Acts on orders of the viewer; the record of the item is fetched with the press. */
export function useOrderActs(): { openOrder: (order: OrderRecord, act: TradeAct) => void; orderDialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const openOrder = useCallback((order: OrderRecord, act: TradeAct) => {
    const ref = { collection: order.sellToken, tokenId: order.sellTokenId, chainId: order.chainId }
    queryClient.fetchQuery(itemQuery(ref)).then(
      (item) => item && setAsked((last) => ({ item, order, act, times: (last?.times ?? 0) + 1 })),
      () => toast(t('explore.failedAct'), 'bad'),
    )
  }, [])
  return { openOrder, orderDialog: asked && <Opened key={asked.times} asked={asked} /> }
}

function Opened({ asked: { item, order, act } }: { asked: Asked }) {
  const { open, dialogs } = useTradeDialogs(item)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    open(act, order)
  })
  return dialogs
}
