import type { ItemRecord } from '@plinth/api'
import { type Address, ORDER_STATUS } from '@plinth/protocol'
import { useLocation, useNavigate } from 'react-router'
import { isLiveAuction } from '../../entities/auction.ts'
import { ShareMenu } from '../../entities/ShareMenu.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { chainNow } from '../../lib/clock.ts'
import { itemPath } from '../../lib/links.ts'
import { useSession } from '../../lib/session.ts'

type Props = { item: ItemRecord; title: string; onClose: () => void }

/** What its new holder may want next: look at it, sell it on, show it to others. */
export function AfterPurchase({ item, title, onClose }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
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
      {!isSellerOf(item, address) && <Button onClick={sell}>{t('trade.sellOn')}</Button>}
      <ShareMenu path={itemPath(item)} title={title} />
    </div>
  )
}

/** Of an edition the buyer may have others on sale or at auction: a holder has one sale of an item at a time. */
const isSellerOf = ({ listings, resting, auctions }: ItemRecord, me: Address | undefined): boolean =>
  [...listings, ...resting].some(({ maker, status, isExpired }) => maker === me && status === ORDER_STATUS.OPEN && !isExpired) ||
  auctions.some((auction) => auction.owner === me && isLiveAuction(auction) && auction.expiredTime > chainNow())
