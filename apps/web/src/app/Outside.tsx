import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'

/** A link of the site's configuration; shown only where one is set. */
export function Outside({ href, children, icon = true }: { href: string; children: ReactNode; icon?: boolean }) {
  const { t } = useTranslation()
  if (href === '') return null
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      {icon && <Icon of={ArrowUpRight} size="small" />}
      <span className="visually-hidden">({t('shell.newTab')})</span>
    </a>
  )
}
