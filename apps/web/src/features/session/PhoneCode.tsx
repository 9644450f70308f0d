import { useTranslation } from '../../i18n/translate.ts'
import { QrCode } from '../../kit/QrCode.tsx'

/** The code the phone scans; on the phone itself the same text opens its wallet. */
export function PhoneCode({ uri }: { uri: string }) {
  const { t } = useTranslation()
  return (
    <div className="phone-code">
      <p className="s16 muted">{t('session.phoneScan')}</p>
      <QrCode text={uri} label={t('session.phoneCode')} />
      <a className="button full" href={uri}>
        {t('session.phoneLink')}
      </a>
    </div>
  )
}
