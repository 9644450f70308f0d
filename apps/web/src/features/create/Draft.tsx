import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import type { Draft } from './drafts.ts'

/** What an earlier page has left, and what of it is missing. */
export function KeptNote({ draft: { form, made, lost } }: { draft: Draft }) {
  const { t } = useTranslation()
  const missing = form.file ? [] : lost
  return (
    <div className="create-kept" role="status">
      <p className="strong">{t('create.kept')}</p>
      <p className="muted">{t(made ? 'create.keptMade' : 'create.keptText')}</p>
      {missing.length > 0 && <p>{t('create.fileLost', { name: missing.join(', ') })}</p>}
    </div>
  )
}

/** Asks once more before it empties the form. */
export function Afresh({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <button
      type="button"
      className={isAsking ? 'link create-afresh asking' : 'link create-afresh'}
      onClick={() => (isAsking ? onClear() : setAsking(true))}
      onBlur={() => setAsking(false)}
    >
      {t(isAsking ? 'create.afreshSure' : 'create.afresh')}
    </button>
  )
}
