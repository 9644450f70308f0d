import { Navigate, Outlet, useLocation } from 'react-router'
import { connectPath } from '../lib/links.ts'
import { useSession } from '../lib/session.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

/** Sends visitors to /connect?redirect={path} (SHELL-24). While a stored connection is being restored it waits (decision 19). */
export function NeedsWallet() {
  const { status, byMail } = useSession()
  const { pathname, search } = useLocation()
  if (status === 'restoring') return <LoadingScreen />
  if (status === 'visitor') return <Navigate to={connectPath(pathname + search)} replace />
  // What is made is minted by a wallet (decision 17).
  if (byMail && pathname.startsWith('/create')) return <Navigate to={connectPath(pathname + search)} replace />
  return <Outlet />
}
