import { useTranslation } from '../i18n/translate.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { QrCode } from '../kit/QrCode.tsx'

type Props = { open: boolean; onClose: () => void; link: string }

/** The operator's messaging app: a code for the phone, a link for here. */
export function ChatDialog({ open, onClose, link }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onClose={onClose} title={t('shell.chat')}>
      <div className="chat-body">
        <p className="s16 muted">{t('shell.chatText')}</p>
        <QrCode text={link} label={t('shell.chatCode', { link })} />
        <a className="button primary full" href={link} target="_blank" rel="noreferrer">
          {t('shell.chatOpen')}
        </a>
      </div>
    </Dialog>
  )
}
