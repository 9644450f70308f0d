import { Link } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { useRole } from './use-role.ts'

/** The way to the console, for those who have a role in it. */
export function OperatorLink({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  if (useRole() === undefined) return null
  return (
    <Link className="menu-item" to="/operator" onClick={onFollow}>
      {t('operator.title')}
    </Link>
  )
}
