import { ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { WALLET_KEYS } from '../../flows/session/heartbeat.ts'
import { disconnectWallet, startSession, useSessionState } from '../../flows/session/session-store.ts'
import { type Balances, type Session, SessionContext } from '../../lib/session.ts'
import { LOCAL, readStored } from '../../lib/storage.ts'

/** Goes round the whole app: who is here, and what the wallet holds. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSessionState()
  useEffect(() => {
    startSession()
    return followTransactions()
  }, [])
  const holdings = useHoldings(state.address, state.chainId)
  const session = useMemo<Session>(
    () => ({
      status: state.status,
      address: state.address,
      chainId: state.chainId,
      user: state.user,
      byMail: state.byMail,
      ...holdings,
      disconnect: disconnectWallet,
    }),
    [state, holdings],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** What reads receipts is fetched once there is a transaction or a purchase to follow, of an earlier page or of another tab. */
function followTransactions(): () => void {
  const resume = () => void import('../../flows/transactions/follow.ts').then(({ resumeTransactions }) => resumeTransactions())
  if (readStored(LOCAL.transactions) !== undefined || readStored(LOCAL.pending) !== undefined) resume()
  const onStorage = ({ key }: StorageEvent) => key === LOCAL.transactions && resume()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

const UNKNOWN: Balances = { coin: undefined, tokens: {} }

/** Refetched with every heartbeat while a wallet is connected; the code that reads them comes with the wallet. */
function useHoldings(address: Session['address'], chainId: number | undefined): Pick<Session, 'balances' | 'gasPrice'> {
  const shared = { enabled: address !== undefined && chainId !== undefined, staleTime: 0, retry: false } as const
  const { data: balances = UNKNOWN } = useQuery({
    ...shared,
    queryKey: [WALLET_KEYS.balances, chainId, address],
    queryFn: async () => (await holdings()).readBalances(chainId ?? 0, address ?? ZERO_ADDRESS),
  })
  const { data: gasPrice } = useQuery({
    ...shared,
    queryKey: [WALLET_KEYS.gas, chainId],
    queryFn: async () => (await holdings()).readGasPrice(chainId ?? 0),
  })
  return useMemo(() => ({ balances, gasPrice }), [balances, gasPrice])
}

const holdings = () => import('../../flows/session/balances.ts')
