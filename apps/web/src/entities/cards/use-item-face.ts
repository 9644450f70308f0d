import type { ItemRecord } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'
import { itemFace } from './item-view.ts'

/** Name and picture of an item; one without a name goes by its number. */
export function useItemFace(item: ItemRecord): ReturnType<typeof itemFace> {
  const { t } = useTranslation()
  return itemFace(item, t('item.untitled', { id: item.tokenId }))
}
