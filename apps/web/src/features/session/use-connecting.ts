import type { Config } from '@plinth/api'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { connectWallet, sessionState, signIn } from '../../flows/session/session-store.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { toast } from '../../kit/toast.tsx'
import { safeRedirect } from '../../lib/links.ts'
import { isConnected, useSession } from '../../lib/session.ts'
import { failureOf } from '../../wallet/errors.ts'

/** `code`: what a phone has to scan, while it is waited for. */
export type Connecting = { at: 'idle' } | { at: 'running'; option: string; code: string | undefined } | { at: 'failed'; text: string }

/** Opening this page while connected goes to /; a connect that happens here goes to the redirect (decision 19). */
export function useConnecting(config: Pick<Config, 'connectChainId' | 'networks'>) {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [connecting, setConnecting] = useState<Connecting>({ at: 'idle' })
  const isOurs = useRef(false)
  // Who came by e-mail comes here for a wallet.
  const isThere = isConnected(session) && !session.byMail
  const target = safeRedirect(params.get('redirect'))
  useEffect(() => {
    if (isThere && !isOurs.current) navigate('/', { replace: true })
  }, [isThere, navigate])

  const connectTo = async (option: string) => {
    isOurs.current = true
    setConnecting({ at: 'running', option, code: undefined })
    const showCode = (code: string) => setConnecting({ at: 'running', option, code })
    try {
      const { byMail } = sessionState()
      if (byMail || !isConnected(sessionState()))
        await connectWallet(option, (wallet) => wallet.switchChain(chainFor(target, config, wallet.state().chainId)), showCode)
      if (sessionState().status !== 'loggedIn') await signIn()
      toast(t(byMail ? 'session.linked' : 'global.loginSuccess'))
      navigate(target, { replace: true })
    } catch (error) {
      const { text } = failureOf(error)
      setConnecting({ at: 'failed', text })
      // The error stays under the list too (decision 42).
      toast(text, 'bad')
    }
  }
  return { connecting, connectTo, isHalfWay: isThere && session.status !== 'loggedIn' && isOurs.current }
}

/**
 * The network of the page that sent the visitor here, if it names one. Else a wallet on a configured network stays, and any other comes
 * to this page's.
 */
function chainFor(target: string, { connectChainId, networks }: Pick<Config, 'connectChainId' | 'networks'>, ofWallet: number | undefined) {
  const named = Number(new URL(target, location.origin).searchParams.get('chain'))
  return [named, ofWallet].find((chain) => networks.some(({ chainId }) => chainId === chain)) ?? connectChainId
}
