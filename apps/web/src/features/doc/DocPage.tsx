import { ArrowLeft, ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/translate.ts'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Logo } from '../../kit/Logo.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { useConfig } from '../../lib/site.ts'
import './doc.css'

/** The document of the site's configuration in a frame, without the shell (document A §2). */
export function DocPage() {
  const { t } = useTranslation()
  const { site } = useConfig()
  return (
    <div className="doc">
      <title>{`${t('doc.title')} · ${site.name}`}</title>
      <header className="doc-bar">
        <Link to="/" aria-label={t('shell.home', { name: site.name })}>
          <Logo name={site.name} />
        </Link>
        <h1 className="s16 medium clip">{t('doc.title')}</h1>
        {site.doc !== '' && (
          <a className="row g4 doc-open" href={site.doc} target="_blank" rel="noreferrer">
            {t('doc.open')}
            <Icon of={ArrowUpRight} size="small" />
          </a>
        )}
      </header>
      <main className="doc-main">{site.doc === '' ? <NoDocument /> : <Document url={site.doc} />}</main>
    </div>
  )
}

/** Phones have no viewer for PDF in a frame: they would show nothing. */
function Document({ url }: { url: string }) {
  const { t } = useTranslation()
  if (navigator.pdfViewerEnabled) return <iframe className="doc-frame" src={url} title={t('doc.title')} />
  return (
    <EmptyState title={t('doc.noViewer')} text={t('doc.noViewerText')}>
      <Button variant="primary" onClick={() => window.open(url, '_blank', 'noopener,noreferrer')}>
        {t('doc.open')}
        <Icon of={ArrowUpRight} size="small" />
      </Button>
    </EmptyState>
  )
}

function NoDocument() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('doc.none')} text={t('doc.noneText')}>
      <ButtonLink variant="primary" to="/">
        <Icon of={ArrowLeft} size="small" />
        {t('state.toMarket')}
      </ButtonLink>
    </EmptyState>
  )
}
