import { Outlet, ScrollRestoration } from 'react-router'
import { TraySlot } from '../features/trade/TraySlot.tsx'
import { useTranslation } from '../i18n/translate.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

export function Shell() {
  const { t } = useTranslation()
  return (
    <>
      <a className="button primary small skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      <div id="content" className="content" tabIndex={-1}>
        <Outlet />
      </div>
      <Footer />
      <TraySlot />
      <ScrollRestoration />
    </>
  )
}
