import type { User } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { createContext, use } from 'react'

/** visitor → (restoring) → connected → loggedIn; `restoring` while a stored session is being brought back after a reload. */
export type SessionStatus = 'visitor' | 'restoring' | 'connected' | 'loggedIn'

export type Balances = {
  /** Of the wallet's chain, in wei; undefined until read. */
  coin: bigint | undefined
  /** By lower-case token address, in base units. */
  tokens: Readonly<Record<string, bigint>>
}

export type Session = {
  status: SessionStatus
  address: Address | undefined
  /** Chain the wallet is on. */
  chainId: number | undefined
  user: User | undefined
  /** Signed in by e-mail, with no wallet in this browser. */
  byMail: boolean
  balances: Balances
  /** Wei per gas on the wallet's chain; undefined until read. */
  gasPrice: bigint | undefined
  disconnect: () => Promise<void>
}

const nobody: Session = {
  status: 'visitor',
  address: undefined,
  chainId: undefined,
  user: undefined,
  byMail: false,
  balances: { coin: undefined, tokens: {} },
  gasPrice: undefined,
  disconnect: async () => {},
}

export const SessionContext = createContext<Session>(nobody)

export const useSession = (): Session => use(SessionContext)

/** An account is present, by wallet or by e-mail; signed in or not yet. */
export const isConnected = ({ status }: Pick<Session, 'status'>): boolean => status === 'connected' || status === 'loggedIn'
