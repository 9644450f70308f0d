import { useTranslation } from '../../i18n/translate.ts'

/** The red dot beside an item says that it was sold. */
export function Farewell({ rowState }: { rowState: 'sold' | 'gone' }) {
  const { t } = useTranslation()
  if (rowState === 'gone') return <em>{t('item.gone')}</em>
  return (
    <>
      <span className="dot" />
      <em>{t('item.sold')}</em>
    </>
  )
}
