import type { Network } from '@plinth/protocol'
import { isConnected, useSession } from '../lib/session.ts'
import { useConfig, useNetwork, useNetworks } from '../lib/site.ts'

/** The network shown, those to choose from, and whether the wallet is on none of the configured ones. */
export function useNetworkChoice(): { shown: number; networks: Network[]; isElsewhere: boolean; choose: (chainId: number) => void } {
  const session = useSession()
  const networks = useNetworks()
  const { network } = useConfig()
  const ofWallet = useNetwork(session.chainId ?? 0)
  const isElsewhere = isConnected(session) && !session.byMail && !ofWallet
  return {
    shown: network.chainId,
    networks,
    isElsewhere,
    // What asks a wallet comes with the first wish to change.
    choose: (chainId) => void import('../flows/session/choose-chain.ts').then(({ chooseChain }) => chooseChain(chainId)),
  }
}
