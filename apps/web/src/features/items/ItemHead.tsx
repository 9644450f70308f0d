import type { ItemRecord } from '@plinth/api'
import { isAddress } from '@plinth/protocol'
import { Layers, Stamp } from 'lucide-react'
import { CollectionChip } from '../../entities/CollectionChip.tsx'
import { isUnminted } from '../../entities/cards/item-view.ts'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { UserChip } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { collectionPath } from '../../lib/links.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useSession } from '../../lib/session.ts'
import { langOf } from '../../lib/text-lang.ts'
import { isEdition } from './item-role.ts'
import { RankTag } from './Rarity.tsx'

/** A name that would fill the wall is set smaller. */
const LONG_NAME = 60

/** Collection, name, maker and holder. */
export function ItemHead({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const face = useItemFace(item)
  const holder = isAddress(item.onlyOwner) ? item.holdings.find(({ owner }) => owner === item.onlyOwner) : undefined
  const nameOf = (who: string) => (who === address ? t('work.me') : undefined)
  return (
    <>
      <div className="item-collection">
        <CollectionChip collection={item.collectionBrief} to={collectionPath(item.collection, item.chainId)} />
        <RankTag item={item} />
      </div>
      <h1 className={face.name.length > LONG_NAME ? 'd d28 item-title' : 'd d56 item-title'} lang={langOf(face.name)} title={face.name}>
        {face.name}
      </h1>
      <div className="row g8 item-people">
        <UserChip person={item.creator} role={t('work.madeBy')} name={nameOf(item.creator.address)} />
        {holder && !isEdition(item) && <UserChip person={holder.user} role={t('work.heldBy')} name={nameOf(holder.owner)} />}
        {isUnminted(item) && (
          <span className="chip person pieces muted">
            <Icon of={Stamp} size="small" />
            {t('work.mintedBySale')}
          </span>
        )}
        {isEdition(item) && <Pieces item={item} me={address} />}
      </div>
    </>
  )
}

/** How many there are, and how many of them are the viewer's. */
function Pieces({ item, me }: { item: ItemRecord; me: string | undefined }) {
  const { t } = useTranslation()
  const quantityHeld = item.holdings.find(({ owner }) => owner === me)?.quantity ?? 0n
  return (
    <span className="chip person pieces num">
      <Icon of={Layers} size="small" />
      <span>
        <span className="muted">{t('work.editions', { count: groupDigits(item.supply.toString()) })}</span>
        {quantityHeld > 0n && ` · ${t('work.youHold', { held: groupDigits(quantityHeld.toString()) })}`}
      </span>
    </span>
  )
}
