import { ApiError, AppError, type ErrorCode } from '@plinth/api'
import { configAt, type Market } from '@plinth/sdk'
import { api, queryClient, queryOf } from '../../lib/api.ts'
import { liveState, nextEvent } from '../../lib/live-state.ts'
import { loadWallet } from '../../wallet/load.ts'
import type { Wallet } from '../../wallet/types.ts'

/** What every step on a chain needs. */
export type Chain = Market & { wallet: Wallet }

/**
 * The wallet, its account, and the contracts and fees of one chain; of a former edition its own contracts, where what is done lies in
 * one of them. Throws WALLET_NOT_CONNECTED.
 */
export async function openChain(chainId: number, at?: string): Promise<Chain> {
  const [wallet, present] = await Promise.all([loadWallet(), queryClient.ensureQueryData(queryOf(api.config.fetch, { chainId }))])
  const { address } = wallet.state()
  if (!address) throw new AppError('WALLET_NOT_CONNECTED')
  return {
    api,
    wallet,
    account: address,
    chainId,
    config: configAt(present, at),
    read: (call) => wallet.read(call),
    simulate: (call) => wallet.dryRun(call),
  }
}

/** Before anything is signed or sent. Throws WALLET_CHANGED: what was prepared is the other account's. */
export function requireSameAccount({ wallet, account }: Chain): void {
  if (wallet.state().address !== account) throw new AppError('WALLET_CHANGED')
}

const POLL_MS = 700
/** While live events arrive, polling only covers what they might miss. */
const PATIENT_MS = 4_000
/** Errors of a server that does not answer, or not well: the flow waits for it. */
const PASSING: readonly ErrorCode[] = ['NETWORK_FAILURE', 'TOO_MANY_REQUESTS', 'INTERNAL', 'CHAIN_UNREACHABLE']

const notYet = (error: unknown): false => {
  if (error instanceof ApiError && PASSING.includes(error.code)) return false
  throw error
}

/** Asks until the market has read the chain that far; MARKET_BEHIND after the time is up, which harms nothing. */
export async function untilIndexed(check: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (await check().catch(notYet)) return
    await nextEvent(liveState() === 'on' ? PATIENT_MS : POLL_MS)
  }
  throw new AppError('MARKET_BEHIND')
}
