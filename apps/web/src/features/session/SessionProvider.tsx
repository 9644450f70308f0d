import { TIMERS_MS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { disconnectWallet, sessionState, startSession, subscribeSession } from '../../flows/session-store.ts'
import { type Balances, type Session, SessionContext } from '../../lib/session.ts'
import { LOCAL, readStored } from '../../lib/storage.ts'
import { loadWallet } from '../../wallet/load.ts'

/** Goes round the whole app: who is here, and what the wallet holds. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribeSession, sessionState)
  useEffect(() => {
    startSession()
    return followTray()
  }, [])
  const balances = useBalances(state.address, state.chainId)
  const session = useMemo<Session>(
    () => ({
      status: state.status,
      address: state.address,
      chainId: state.chainId,
      user: state.user,
      balances,
      disconnect: disconnectWallet,
    }),
    [state, balances],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** What reads receipts is fetched once there is a transaction to follow, sent by an earlier page or by another tab. */
function followTray(): () => void {
  const resume = () => void import('../../flows/follow.ts').then(({ resumeTray }) => resumeTray())
  if (readStored(LOCAL.transactions) !== undefined) resume()
  const hear = ({ key }: StorageEvent) => key === LOCAL.transactions && resume()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

const UNKNOWN: Balances = { coin: undefined, tokens: {} }

/** Read anew every 20 s while a wallet is connected, with one timer (document A §4). */
function useBalances(address: Session['address'], chainId: number | undefined): Balances {
  const { data } = useQuery({
    queryKey: ['wallet.balances', chainId, address],
    queryFn: async (): Promise<Balances> => {
      if (address === undefined || chainId === undefined) return UNKNOWN
      return { coin: await (await loadWallet()).balance(chainId, address), tokens: {} }
    },
    enabled: address !== undefined && chainId !== undefined,
    refetchInterval: TIMERS_MS.heartbeat,
    staleTime: 0,
    retry: false,
  })
  return data ?? UNKNOWN
}
