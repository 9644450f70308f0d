import { ChevronDown } from 'lucide-react'
import { useLocale } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { Popover } from '../kit/Popover.tsx'
import { useConfig } from '../lib/site.ts'

/** The guide under its entry in the header, with a picture in the reader's language. */
export function Tutorial() {
  const { t } = useTranslation()
  const { site } = useConfig()
  if (site.tutorial === '') return null
  return (
    <Popover
      label={t('shell.tutorial')}
      align="start"
      trigger={
        <button type="button" className="nav-button">
          {t('shell.tutorial')}
          <Icon of={ChevronDown} size="small" />
        </button>
      }
    >
      <TutorialCard href={site.tutorial} />
    </Popover>
  )
}

function TutorialCard({ href }: { href: string }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  return (
    <a className="tutorial" href={href} target="_blank" rel="noreferrer">
      <img src={`/tutorial-${locale}.webp`} width={288} height={162} alt={t('shell.tutorial')} />
      <span className="s14 muted">{t('shell.tutorialText')}</span>
      <span className="visually-hidden">({t('shell.newTab')})</span>
    </a>
  )
}
