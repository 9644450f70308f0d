import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { BrowserRouter, matchRoutes, Navigate, type Params, type RouteObject, useLocation, useRoutes } from 'react-router'
import { allTexts } from '../i18n/index.ts'
import { inTime } from '../lib/chunk.ts'
import { useConfig } from '../lib/site.ts'
import { LOCAL, readStored } from '../lib/storage.ts'
import { Breakable } from './Broken.tsx'
import { NeedsWallet } from './guards.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { Shell } from './Shell.tsx'
import { useScrollMemory } from './scroll-memory.ts'

type Page = {
  Component: ComponentType
  /** Asks for what the page shows first. */
  ahead?: (params: Params, search: URLSearchParams) => void
}
type PageRoute = { index?: true; path?: string; lazy: () => Promise<Page> }

/** A page comes with the texts it says. */
const page = (load: () => Promise<Page>) => inTime(async (): Promise<Page> => (await Promise.all([load(), allTexts()]))[0])

/** Public pages with header and footer. */
const open: PageRoute[] = [
  // Home says only first texts.
  { index: true, lazy: inTime(() => import('../routes/home.tsx')) },
  { path: 'detail/:ids', lazy: page(() => import('../routes/detail.tsx')) },
  { path: 'account/:address', lazy: page(() => import('../routes/account.tsx')) },
  { path: 'collection/:address', lazy: page(() => import('../routes/collection.tsx')) },
  { path: 'salelist/:id', lazy: page(() => import('../routes/salelist.tsx')) },
  { path: 'rankings', lazy: page(() => import('../routes/rankings.tsx')) },
  { path: 'explore', lazy: page(() => import('../routes/explore.tsx')) },
  { path: 'auctions', lazy: page(() => import('../routes/auctions.tsx')) },
  { path: 'blindbox', lazy: page(() => import('../routes/blindbox.tsx')) },
  { path: 'blindbox/detail/:ids', lazy: page(() => import('../routes/blindbox-detail.tsx')) },
  { path: 'search', lazy: page(() => import('../routes/search.tsx')) },
  { path: 'noticeList', lazy: page(() => import('../routes/notice-list.tsx')) },
  { path: 'noticeDetail', lazy: page(() => import('../routes/notice-detail.tsx')) },
  { path: '404', lazy: page(() => import('../routes/not-found.tsx')) },
]

const items = page(() => import('../routes/items.tsx'))

/** Pages for those with a wallet; visitors are sent to /connect and come back. */
const walletOnly: PageRoute[] = [
  { path: 'items/:part?', lazy: items },
  { path: 'portfolio', lazy: items },
  { path: 'create', lazy: page(() => import('../routes/create.tsx')) },
  { path: 'create/erc721', lazy: page(() => import('../routes/create-erc721.tsx')) },
  { path: 'create/erc1155', lazy: page(() => import('../routes/create-erc1155.tsx')) },
  { path: 'profile', lazy: page(() => import('../routes/profile.tsx')) },
  { path: 'message', lazy: page(() => import('../routes/message.tsx')) },
  { path: 'operator/:screen?', lazy: page(() => import('../routes/operator.tsx')) },
  { path: 'platnft/importnft', lazy: page(() => import('../routes/import-nft.tsx')) },
  { path: 'platnft/createcatenft', lazy: page(() => import('../routes/create-category-nft.tsx')) },
]

/** Pages without the shell. */
const standalone: PageRoute[] = [
  { path: 'connect', lazy: page(() => import('../routes/connect.tsx')) },
  { path: 'login', lazy: page(() => import('../routes/login.tsx')) },
  { path: 'regist', lazy: page(() => import('../routes/regist.tsx')) },
  { path: 'setpwd', lazy: page(() => import('../routes/setpwd.tsx')) },
  { path: 'doc', lazy: page(() => import('../routes/doc.tsx')) },
]

/** React renders the page when its code is here; until then the page before it stays. */
function routeOf({ lazy: load, ...where }: PageRoute): RouteObject {
  let loaded: ComponentType | undefined
  const open: PageRoute['lazy'] = async () => {
    const opened = await load()
    loaded = opened.Component
    return opened
  }
  const Lazy = lazy(async () => ({ default: (await open()).Component }))
  // Lazy suspends even where the code is here, and React shows what comes after a fallback 300 ms later.
  const Opened = () => {
    const [Shown] = useState(() => loaded ?? Lazy)
    return <Shown />
  }
  return { ...where, element: <Opened />, handle: open } as RouteObject
}

const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      ...open.map(routeOf),
      { element: <NeedsWallet />, children: walletOnly.map(routeOf) },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
  ...standalone.map(routeOf),
]

/**
 * The first page's code and data load beside the configuration, not after it. A signed-in account gets its unread count first
 * (document A §4).
 */
for (const { route, params } of matchRoutes(routes, location) ?? []) {
  const { handle: load } = route as { handle?: PageRoute['lazy'] }
  load?.()
    .then(({ ahead }) => readStored(LOCAL.token) ?? ahead?.(params, new URLSearchParams(location.search)))
    .catch(() => undefined)
}

/**
 * Declarative: the data router would add a third to the first view, and pages read through the query cache anyway (ADR 6).
 * `children` render over every page and may lead to another.
 */
export function Router({ children }: { children: ReactNode }) {
  return (
    <BrowserRouter>
      <Suspense fallback={<LoadingScreen />}>
        <Pages />
      </Suspense>
      {children}
    </BrowserRouter>
  )
}

/** Around every page, with and without the shell, so that the way back from /connect ends where it began. */
function Pages() {
  const { pathname } = useLocation()
  useScrollMemory()
  useOwnTitles(pathname)
  return (
    // The shell may break too; a page alone leaves header and footer where they are.
    <Breakable at={pathname}>{useRoutes(routes)}</Breakable>
  )
}

const opened = location.pathname
/** React writes those of pages above it. */
const sentTitle = document.head.querySelector('title')

/** The server sends the title of the page that was opened. Pages without a title of their own show the market's name. */
function useOwnTitles(pathname: string): void {
  const { site } = useConfig()
  useEffect(() => {
    if (pathname !== opened && sentTitle) sentTitle.textContent = site.name
  }, [pathname, site.name])
}
