import type { OrderRecord } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { useSession } from '../../lib/session.ts'
import { bidActOf } from './item-role.ts'
import type { OpenAct } from './PriceBlock.tsx'

/** What the viewer can do with one bid, wherever it is shown. */
export function BidAct({ bid, open }: { bid: OrderRecord; open: OpenAct }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const act = bidActOf(bid, address)
  if (!act) return null
  return (
    <Button size="small" onClick={() => open(act, bid)}>
      {t('work.cancelBid')}
    </Button>
  )
}
