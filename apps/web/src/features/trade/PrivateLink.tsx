import type { ItemRecord } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { privateSalePath } from '../../lib/links.ts'
import './private-link.css'

/** What its seller sends to the buyer. */
export function PrivateLink({ item, name }: { item: ItemRecord; name: string }) {
  const { t } = useTranslation()
  const link = `${location.origin}${privateSalePath(item)}`
  return (
    <div className="private-link" role="status">
      <p className="s14 medium">{t('privateSale.signed', { name })}</p>
      <p className="row g8">
        <input
          className="private-link-text s14"
          readOnly
          aria-label={t('privateSale.link')}
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={link} what={t('privateSale.theLink')} />
      </p>
      <p className="hint">{t('privateSale.linkText')}</p>
    </div>
  )
}
