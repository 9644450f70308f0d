import { useLocation, useNavigate } from 'react-router'
import { askSignIn, settledSession } from '../flows/session-store.ts'
import { connectPath } from '../lib/links.ts'

/** Runs an act for whoever has signed in. Visitors are sent to connect and come back; a wallet that has not signed in is asked to. */
export function useSignedIn(): (run: () => void) => Promise<void> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return async (run) => {
    const { status } = await settledSession()
    if (status === 'visitor') return navigate(connectPath(pathname + search))
    if (status === 'loggedIn' || (await askSignIn('act'))) run()
  }
}
