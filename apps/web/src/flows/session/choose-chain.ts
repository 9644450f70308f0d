import { queryClient } from '../../lib/api.ts'
import { isConnected } from '../../lib/session.ts'
import { chainConfigQuery, showChain } from '../../lib/site.ts'
import { askChain } from './chain-ask.ts'
import { sessionState } from './session-store.ts'

/** Shows another network. A connected wallet switches to it, and the pages follow the wallet. */
export async function chooseChain(chainId: number): Promise<void> {
  if (isConnected(sessionState())) return askChain({ reason: 'wrongChain', chainId })
  await queryClient.ensureQueryData(chainConfigQuery(chainId))
  showChain(chainId)
}
