import { useTranslation } from '../i18n/translate.ts'
import { useFirstSight } from '../lib/first-sight.ts'

/** The mark breathing; index.html paints the same one before any script runs. */
export function LoadingScreen() {
  const { t } = useTranslation()
  useFirstSight()
  return (
    <div className="loading-screen" role="status" aria-label={t('shell.loading')}>
      <svg className="loading-mark" viewBox="0 0 28 28" aria-hidden="true">
        <rect x="4" y="14" width="20" height="11" fill="currentColor" />
        <circle cx="14" cy="7" r="4.2" fill="var(--dot)" />
      </svg>
    </div>
  )
}
