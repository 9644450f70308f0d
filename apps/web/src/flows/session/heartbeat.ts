import { TIMERS_MS } from '@plinth/protocol'
import { queryClient } from '../../lib/api.ts'

/** Key of the wallet's balances and the gas price: refetched with every heartbeat. */
export const WALLET_KEYS = { balances: 'wallet.balances', gas: 'wallet.gas' } as const

let timer: ReturnType<typeof setTimeout> | undefined

/** While connected: gas and balances every 20 s. Each beat clears the timer before, so that only one is ever live (document A §4). */
export function beat(): void {
  clearTimeout(timer)
  timer = setTimeout(beat, TIMERS_MS.heartbeat)
  for (const key of Object.values(WALLET_KEYS)) void queryClient.invalidateQueries({ queryKey: [key] })
}

export function stopHeartbeat(): void {
  clearTimeout(timer)
  timer = undefined
}
