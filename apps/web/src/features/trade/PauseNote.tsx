import type { ItemRecord } from '@plinth/api'
import { ORDER_STATUS } from '@plinth/protocol'
import { useTranslation } from '../../i18n/translate.ts'
import { useSession } from '../../lib/session.ts'

type Props = { item: ItemRecord; owned: bigint; leaving: bigint }

/** Before so many are burnt: the viewer's own sale of them can't be filled from then on (decision 23). */
export function PauseNote({ item, owned, leaving }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const sale = item.listings.find(({ maker, status, isExpired }) => maker === address && status === ORDER_STATUS.OPEN && !isExpired)
  if (!sale || owned - leaving >= sale.selling - sale.filled) return null
  return <p className="warn-note">{t('hold.burnPauses')}</p>
}
