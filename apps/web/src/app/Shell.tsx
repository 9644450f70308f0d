import { lazy, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { allTexts } from '../i18n/index.ts'
import { useTranslation } from '../i18n/translate.ts'
import { LazyBoundary } from '../kit/LazyBoundary.tsx'
import { inTime } from '../lib/chunk.ts'
import { useConfig } from '../lib/site.ts'
import { LOCAL, readStored } from '../lib/storage.ts'
import { Breakable } from './Broken.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

const ChineseOffer = lazy(inTime(async () => ({ default: (await import('./ChineseOffer.tsx')).ChineseOffer })))

const HangingLine = lazy(
  inTime(async () => {
    const [{ HangingLine: line }] = await Promise.all([import('./HangingLine.tsx'), allTexts()])
    return { default: line }
  }),
)

const isAsked = (): boolean => readStored(LOCAL.locale) === undefined && navigator.language.startsWith('zh')

export function Shell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { hanging } = useConfig()
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef(pathname)
  // A new page is read from its beginning, by screen readers and by the next Tab.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <a className="button primary small skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      <div id="content" ref={content} className="content" tabIndex={-1}>
        {/* Filled by `OwnAuctions`. */}
        <div id="due" />
        <LazyBoundary>{hanging && <HangingLine />}</LazyBoundary>
        <Breakable at={pathname}>
          <Outlet />
        </Breakable>
      </div>
      <Footer />
      <LazyBoundary>{isAsked() && <ChineseOffer />}</LazyBoundary>
    </>
  )
}
