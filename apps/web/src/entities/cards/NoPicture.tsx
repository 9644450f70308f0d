import { ImageOff } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'

/** Takes the place of a picture that is missing or does not load. */
export function NoPicture() {
  const { t } = useTranslation()
  return (
    <span className="no-picture">
      <Icon of={ImageOff} size="large" />
      <span className="visually-hidden">{t('item.noPicture')}</span>
    </span>
  )
}
