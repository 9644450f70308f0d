import { useNavigate } from 'react-router'
import { useTranslation } from '../../../i18n/translate.ts'
import { Segmented } from '../../../kit/Segmented.tsx'
import { PORTFOLIO_PATH } from './portfolio-address.ts'

/** One place, two ways to look at it. */
export function ViewSwitch({ view }: { view: 'gallery' | 'ledger' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Segmented
      label={t('portfolio.view')}
      value={view}
      options={[
        { value: 'gallery', label: t('portfolio.gallery') },
        { value: 'ledger', label: t('portfolio.ledger') },
      ]}
      onChange={(next) => navigate(next === 'ledger' ? PORTFOLIO_PATH : '/items?tab=collectibles', { replace: true })}
    />
  )
}
