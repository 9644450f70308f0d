import { MessageCircle } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCategoryName } from '../entities/category-name.ts'
import { SearchBox } from '../features/search/SearchBox.tsx'
import { setLocale, useLocale } from '../i18n/index.ts'
import { LOCALES, languageName } from '../i18n/locale.ts'
import { type Translate, useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { Logo } from '../kit/Logo.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { inTime } from '../lib/chunk.ts'
import { categoryPath } from '../lib/links.ts'
import { askShortcuts } from '../lib/shortcut-ask.ts'
import { useAnalytics, useCategories, useConfig } from '../lib/site.ts'
import { Outside } from './Outside.tsx'

const ChatDialog = lazy(inTime(() => import('./ChatDialog.tsx').then((module) => ({ default: module.ChatDialog }))))

export function Footer() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const categories = useCategories()
  const nameOf = useCategoryName()
  const links = marketLinks({ ...site, analytics: useAnalytics() }, t)
  return (
    <footer className="footer">
      <div className="wrap footer-columns">
        <div className="footer-brand">
          <Logo name={site.name} size={44} />
          <p className="muted">{t('shell.about')}</p>
          <SearchBox />
        </div>
        <Column title={t('shell.explore')}>
          <li>
            <Link to="/explore">{t('shell.allWorks')}</Link>
          </li>
          {categories.map((category) => (
            <li key={category.id}>
              <Link to={categoryPath(category.id)}>{nameOf(category)}</Link>
            </li>
          ))}
        </Column>
        <Column title={t('shell.market')}>
          <li>
            <Link to="/noticeList">{t('home.announcements')}</Link>
          </li>
          {site.doc !== '' && (
            <li>
              <Link to="/doc">{t('shell.doc')}</Link>
            </li>
          )}
          <li>
            <a href="/openapi">{t('shell.api')}</a>
          </li>
          <li>
            <button type="button" onClick={askShortcuts}>
              {t('shell.shortcuts')}
            </button>
          </li>
          {links.map(([href, label]) => (
            <li key={label}>
              <Outside href={href}>{label}</Outside>
            </li>
          ))}
        </Column>
        <LanguageAndContact />
      </div>
      <div className="wrap footer-end s12 muted">{t('shell.copyright', { year: new Date().getFullYear(), name: site.name })}</div>
    </footer>
  )
}

type Site = ReturnType<typeof useConfig>['site']

function marketLinks(site: Site, t: Translate): [string, string][] {
  const all: [string, string][] = [
    [site.tutorial, t('shell.tutorial')],
    [site.analytics, t('shell.onChain')],
    [site.twitter, 'X'],
    [site.telegram, 'Telegram'],
    [site.youtube, 'YouTube'],
  ]
  return all.filter(([href]) => href !== '')
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="footer-title">{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

function LanguageAndContact() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const { locale } = useLocale()
  const options = LOCALES.map((value) => ({ value, label: <span lang={value}>{languageName(value)}</span> }))
  const contact = site.contact || site.email
  return (
    <div>
      <h2 className="footer-title">{t('shell.language')}</h2>
      <Segmented label={t('shell.language')} value={locale} options={options} onChange={setLocale} />
      {contact !== '' && (
        <>
          <h2 className="footer-title second">{t('shell.contact')}</h2>
          <p>{contact.includes('@') ? <a href={`mailto:${contact}`}>{contact}</a> : contact}</p>
        </>
      )}
      <Chat />
    </div>
  )
}

function Chat() {
  const { t } = useTranslation()
  const { site } = useConfig()
  const [isOpen, setOpen] = useState(false)
  if (site.chat === '') return null
  return (
    <>
      <button type="button" className="chat" aria-label={t('shell.chat')} title={t('shell.chat')} onClick={() => setOpen(true)}>
        <Icon of={MessageCircle} />
        <span className="chat-word" aria-hidden="true">
          {t('shell.chat')}
        </span>
      </button>
      <LazyBoundary>{isOpen && <ChatDialog open onClose={() => setOpen(false)} link={site.chat} />}</LazyBoundary>
    </>
  )
}
