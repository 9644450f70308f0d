import type { ItemRecord, OrderRecord } from '@plinth/api'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { orderOf, roleOf } from '../features/items/item-role.ts'
import { type TradeAct, useTradeDialogs } from '../features/trade/use-trade-dialogs.tsx'
import { useTranslation } from '../i18n/translate.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { connectPath, itemPath } from '../lib/links.ts'
import { isConnected, useSession } from '../lib/session.ts'
import './use-card-acts.css'

type Asked = { item: ItemRecord; act: TradeAct; order: OrderRecord | undefined; times: number }

/**
 * Quick acts for the cards of a grid, with the dialogs of the item page (ACC-18). One dialog serves the whole grid: it
 * outlives the card, which leaves the list when its work is sold.
 */
export function useCardActs(): { actOf: (item: ItemRecord) => ReactNode; dialogs: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const ask = (item: ItemRecord, act: TradeAct, order?: OrderRecord) =>
    setAsked((last) => ({ item, act, order, times: (last?.times ?? 0) + 1 }))
  return {
    actOf: (item) => <CardAct item={item} onAsk={ask} />,
    dialogs: asked && <Opened key={asked.times} asked={asked} />,
  }
}

type CardActProps = { item: ItemRecord; onAsk: (item: ItemRecord, act: TradeAct, order?: OrderRecord) => void }

function CardAct({ item, onAsk }: CardActProps) {
  const { t } = useTranslation()
  const session = useSession()
  const role = roleOf(item, session.address)
  const act = role.acts[0]
  // A sale nobody can buy is told on the item's own page only: there is its way out.
  const isListed = item.holdings.some(({ owner, isOnSale }) => owner === session.address && isOnSale)
  if (!act || item.isLocked || (act === 'sell' && isListed)) return null
  const labels: Record<TradeAct, string> = {
    sell: t('work.sell'),
    editSale: t('work.editPrice'),
    reviveSale: t('work.revive'),
    cancelSale: t('work.takeOff'),
    buy: t('work.buy'),
    bid: t('work.bid'),
    editBid: t('work.editBid'),
    cancelBid: t('work.cancelBid'),
  }
  // The item's page takes the purchase up again after the connect.
  if (!isConnected(session))
    return (
      <ButtonLink variant="primary" size="small" dot to={connectPath(`${itemPath(item)}&act=${act}`)}>
        {labels[act]}
      </ButtonLink>
    )
  return (
    <Button
      variant={act === 'buy' ? 'primary' : 'secondary'}
      size="small"
      dot={act === 'buy'}
      onClick={() => onAsk(item, act, orderOf(act, role))}
    >
      {labels[act]}
    </Button>
  )
}

function Opened({ asked: { item, act, order } }: { asked: Asked }) {
  const { open, dialogs } = useTradeDialogs(item)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return
    isOpened.current = true
    open(act, order)
  })
  return dialogs
}
