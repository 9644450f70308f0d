import { ImageOff } from 'lucide-react'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'

/** Where a picture stands that there is none of, or that does not come. */
export function NoPicture() {
  const { t } = useTranslation()
  return (
    <span className="no-picture">
      <Icon of={ImageOff} size="large" />
      <span className="visually-hidden">{t('item.noPicture')}</span>
    </span>
  )
}
