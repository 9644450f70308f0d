import type { ItemRecord } from '@plinth/api'
import { useLocation, useNavigate } from 'react-router'
import { ShareMenu } from '../../entities/ShareMenu.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { itemPath } from '../../lib/links.ts'

type Props = { item: ItemRecord; title: string; onClose: () => void }

/** What its new holder may want next: look at it, sell it on, show it to others. */
export function AfterPurchase({ item, title, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = itemPath(item)
  const isThere = path.startsWith(`${useLocation().pathname}?`)
  const see = () => {
    onClose()
    if (!isThere) navigate(path)
  }
  // Its page asks once it knows the new holder.
  const sell = () => {
    onClose()
    navigate(`${path}&act=sell`, { replace: isThere })
  }
  return (
    <div className="flow-next">
      <Button variant="primary" onClick={see}>
        {t('trade.seeIt')}
      </Button>
      <Button onClick={sell}>{t('trade.sellOn')}</Button>
      <ShareMenu item={item} title={title} />
    </div>
  )
}
