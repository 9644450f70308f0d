import type { ItemRecord } from '@plinth/api'
import { useLocation } from 'react-router'
import { useItemFace } from '../../entities/cards/use-item-face.ts'
import { ShareMenu } from '../../entities/ShareMenu.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { itemPath } from '../../lib/links.ts'
import './history.css'

/** Where making ends: the maker is asked to tell others. */
export function JustMade({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { state } = useLocation()
  const { name } = useItemFace(item)
  if (!(state as { isJustMade?: boolean } | null)?.isJustMade) return null
  return (
    <p className="row between just-made" role="status">
      <span className="medium">{t('work.justMade')}</span>
      <ShareMenu path={itemPath(item)} title={name} line />
    </p>
  )
}
