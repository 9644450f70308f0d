import { queryClient } from '../lib/api.ts'
import { isConnected } from '../lib/session.ts'
import { chainConfigQuery, showChain } from '../lib/site.ts'
import { askChain } from './chain-ask.ts'
import { sessionState } from './session-store.ts'

/** Shows another network. With a wallet it is the wallet that goes there, and the pages follow it. */
export async function chooseChain(chainId: number): Promise<void> {
  if (isConnected(sessionState())) return askChain({ reason: 'wrongChain', chainId })
  await queryClient.ensureQueryData(chainConfigQuery(chainId))
  showChain(chainId)
}
