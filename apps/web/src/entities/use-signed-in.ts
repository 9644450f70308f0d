import { useLocation, useNavigate } from 'react-router'
import { askSignIn, settledSession } from '../flows/session/session-store.ts'
import { connectPath } from '../lib/links.ts'

/**
 * Runs an act for a signed-in account. Sends visitors to connect and come back; asks a wallet that has not signed in to do so.
 */
export function useSignedIn(): (run: () => void) => Promise<void> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return async (run) => {
    const { status } = await settledSession()
    if (status === 'visitor') return navigate(connectPath(pathname + search))
    if (status === 'loggedIn' || (await askSignIn('act'))) run()
  }
}
