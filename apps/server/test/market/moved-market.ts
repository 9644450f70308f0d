import { callRpc, deployerOf, deployMarket, planFormer } from '@plinth/devnet'
import type { ChainContracts } from '../../src/config/config.ts'
import { TestMarket } from './market.ts'

export type MovedMarket = {
  readonly market: TestMarket
  readonly first: ChainContracts
  readonly present: ChainContracts
  /** The server restarts on the present contracts, and accounts sign for them. */
  move(): Promise<void>
  /** Accounts sign and send for these contracts from now on; the server is unchanged. */
  actOn(contracts: ChainContracts): void
}

/** A market on the contracts of the first edition, with the present ones beside them. */
export async function openFirstMarket(): Promise<MovedMarket> {
  const market = await TestMarket.open({
    configure: async (chain, { rpcUrl, chainId, keys }) => {
      await callRpc(rpcUrl, 'anvil_setNonce', [deployerOf(chainId, 1).address, '0x0'])
      await deployMarket({ rpcUrl, chainId, keys, edition: 1 })
      return { ...chain, maxFutureS: 400 * 86_400, contracts: namesOf(chainId) }
    },
  })
  const { chainId, testnet } = market
  const { former: _, deployBlock: __, isNew: ___, ...present } = testnet.contracts
  const first = namesOf(chainId)
  const actOn = (contracts: ChainContracts) => void Object.assign(testnet.contracts, contracts)
  actOn(first)
  await market.testnet.setBalance(market.testnet.operator.account.address, 10n ** 19n)
  return {
    market,
    first,
    present,
    actOn,
    move: async () => {
      await market.indexers.stop()
      const { contracts } = market.server.context.chains.get(chainId).config
      Object.assign(contracts, present, { former: [planFormer(chainId, 1)] })
      actOn(present)
      await market.follow()
    },
  }
}

/** Without the fields of former contracts. */
function namesOf(chainId: number): ChainContracts {
  const { edition: _, deployBlock: __, ...contracts } = planFormer(chainId, 1)
  return contracts
}
