import type { ItemRecord } from '@plinth/api'
import { isAddress } from '@plinth/protocol'
import { CollectionChip } from '../../entities/CollectionChip.tsx'
import { itemFace } from '../../entities/item-view.ts'
import { UserChip } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { collectionPath } from '../../lib/links.ts'
import { useSession } from '../../lib/session.ts'
import { langOf } from '../../lib/text-lang.ts'

/** Collection, name, maker and holder. */
export function ItemHead({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const face = itemFace(item, t('item.untitled', { id: item.tokenId }))
  const holder = isAddress(item.onlyOwner) ? item.holdings.find(({ owner }) => owner === item.onlyOwner) : undefined
  const nameOf = (who: string) => (who === address ? t('work.me') : undefined)
  return (
    <>
      <CollectionChip collection={item.collectionBrief} to={collectionPath(item.collection, item.chainId)} />
      <h1 className="d d56 item-title" lang={langOf(face.name)}>
        {face.name}
      </h1>
      <div className="row g8 item-people">
        <UserChip person={item.creator} role={t('work.madeBy')} name={nameOf(item.creator.address)} />
        {holder && <UserChip person={holder.user} role={t('work.heldBy')} name={nameOf(holder.owner)} />}
      </div>
    </>
  )
}
