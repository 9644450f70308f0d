import { type ItemRecord, readMetadata } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'

export function About({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const { description } = readMetadata(item.metadata)
  return (
    <section>
      <h2 className="d d22">{t('work.about')}</h2>
      <p className={description ? 's16 about-text' : 's16 about-text muted'}>{description || t('work.noDescription')}</p>
    </section>
  )
}
