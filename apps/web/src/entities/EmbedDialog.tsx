import { useId } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { CopyButton } from '../kit/CopyButton.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { embedCode } from './embed.ts'
import './embed.css'

type Props = {
  /** Of the card. */
  path: string
  title: string
  onClose: () => void
}

/** The card of a work for other sites, with its code. */
export function EmbedDialog({ path, title, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const code = embedCode(`${location.origin}${path}`, title)
  return (
    <Dialog open onClose={onClose} title={title} kicker={t('work.embedKicker')}>
      <p>{t('work.embedText')}</p>
      <div className="row between embed-head">
        <label className="medium" htmlFor={id}>
          {t('work.embedCode')}
        </label>
        <CopyButton text={code} what={t('work.embedCode')} />
      </div>
      <textarea id={id} className="embed-code" readOnly rows={4} value={code} onFocus={({ currentTarget }) => currentTarget.select()} />
      <iframe className="embed-card" title={t('work.embedPreview')} src={path} width={320} height={420} />
    </Dialog>
  )
}
