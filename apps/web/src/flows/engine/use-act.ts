import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isConnected, useSession } from '../../lib/session.ts'
import { loadWallet } from '../../wallet/load.ts'
import { askChain } from '../session/chain-ask.ts'
import { askSignIn, settledSession } from '../session/session-store.ts'

const PARAM = 'act'

export type Act = {
  /** Of the item; left out for acts on no chain. */
  chainId?: number
  /** Taken up again after a visitor has connected: the page opens with ?act=… */
  resume?: string
  run: () => void
}

/**
 * Preconditions of every act (document A §4): a wallet, its chain, a signed-in user. On another chain the wallet is asked to
 * switch, and the act goes on once it has (decision 19a); closing the question ends it.
 */
export function useAct(): (act: Act) => Promise<void> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return async function start(act: Act): Promise<void> {
    const { chainId, resume, run } = act
    // Right after a reload the session is still on its way back: a click then waits for it.
    const session = await settledSession()
    if (!isConnected(session)) {
      if (!(await isWalletThere())) return askChain({ reason: 'noWallet' })
      const back = new URLSearchParams(search)
      if (resume !== undefined) back.set(PARAM, resume)
      const query = back.size > 0 ? `?${back}` : ''
      navigate(`/connect?redirect=${encodeURIComponent(pathname + query)}`)
      return
    }
    if (session.byMail) return askChain({ reason: 'noWallet' })
    if (chainId !== undefined && session.chainId !== chainId)
      return askChain({ reason: 'wrongChain', chainId, goOn: () => void start(act) })
    if (session.status === 'loggedIn' || (await askSignIn('act'))) run()
  }
}

/** Without the wallet code nothing is known: the connect page then reports it. */
async function isWalletThere(): Promise<boolean> {
  const wallet = await loadWallet().catch(() => undefined)
  return wallet === undefined || wallet.options().length > 0
}

/** Runs the act a visitor asked for before connecting, once, and removes it from the address. */
export function useResumedAct(name: string, isReady: boolean, run: () => void): void {
  const [params, setParams] = useSearchParams()
  const { status } = useSession()
  const latest = useRef(run)
  latest.current = run
  const isAsked = params.get(PARAM) === name
  useEffect(() => {
    if (!isAsked || !isReady || status === 'restoring') return
    setParams(
      (current) => {
        current.delete(PARAM)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
    if (status === 'loggedIn') latest.current()
  }, [isAsked, isReady, status, setParams])
}
