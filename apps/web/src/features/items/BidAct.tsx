import type { ItemRecord, OrderRecord } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { useSession } from '../../lib/session.ts'
import { bidActOf } from './item-role.ts'
import type { OpenAct } from './open-act.ts'

type Props = { item: ItemRecord; bid: OrderRecord; open: OpenAct /** The screen's main act. */; isMain?: boolean }

/** What the viewer can do with one bid, wherever it is shown. */
export function BidAct({ item, bid, open, isMain }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const owned = item.holdings.find(({ owner }) => owner === address)?.quantity ?? 0n
  const act = bidActOf(bid, address, owned)
  if (!act) return null
  return (
    <Button size={isMain ? 'normal' : 'small'} dot={isMain && act === 'acceptBid'} onClick={() => open(act, bid)}>
      {t(act === 'acceptBid' ? 'hold.acceptBid' : 'work.cancelBid')}
    </Button>
  )
}
