import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { allTexts } from '../i18n/index.ts'
import { scrollKey } from '../lib/scroll-key.ts'
import { Broken } from './Broken.tsx'
import { NeedsWallet } from './guards.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { Shell } from './Shell.tsx'

type Page = { Component: ComponentType }

/** A page comes with the texts it says. */
const page = (load: () => Promise<Page>) => async (): Promise<Page> => (await Promise.all([load(), allTexts()]))[0]

/** Pages with header and footer, open to everybody. */
const open: RouteObject[] = [
  // Home says only first texts.
  { index: true, lazy: () => import('../routes/home.tsx') },
  { path: 'detail/:ids', lazy: page(() => import('../routes/detail.tsx')) },
  { path: 'account/:address', lazy: page(() => import('../routes/account.tsx')) },
  { path: 'collection/:address', lazy: page(() => import('../routes/collection.tsx')) },
  { path: '404', lazy: page(() => import('../routes/not-found.tsx')) },
]

/** Pages for those with a wallet; visitors are sent to /connect and come back. */
const walletOnly: RouteObject[] = [
  { path: 'items', lazy: page(() => import('../routes/items.tsx')) },
  { path: 'create', lazy: page(() => import('../routes/create.tsx')) },
  { path: 'create/erc721', lazy: page(() => import('../routes/create-erc721.tsx')) },
  { path: 'message', lazy: page(() => import('../routes/message.tsx')) },
]

/** Pages that stand alone, without the shell. */
const standalone: RouteObject[] = [{ path: 'connect', lazy: page(() => import('../routes/connect.tsx')) }]

/** Around every page, with and without the shell, so that the way back from /connect ends where it began. */
function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: Broken,
    HydrateFallback: LoadingScreen,
    children: [
      {
        Component: Shell,
        children: [
          {
            // The page breaks alone: header and footer stay.
            ErrorBoundary: Broken,
            children: [...open, { Component: NeedsWallet, children: walletOnly }, { path: '*', element: <Navigate to="/404" replace /> }],
          },
        ],
      },
      ...standalone,
    ],
  },
])
