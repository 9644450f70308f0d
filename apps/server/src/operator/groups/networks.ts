import { chainOf } from '../../modules/site/service-pay-tokens.ts'
import { command, group } from '../command.ts'
import { id, needed } from '../options.ts'

export const networks = group('The chains of this market, as PLINTH_CHAINS names them.', {
  list: command({
    about: 'Shows them.',
    options: {},
    why: 'never',
    run: async ({ context: { config, chains } }) =>
      chains.all.map(({ id: chain, config: { network, blockTimeS, deployBlock, rpcUrls } }) => ({
        chain,
        name: network.name,
        coin: network.symbol,
        // An endpoint may hold a key: only how many there are is told.
        nodes: rpcUrls.length,
        shown: network.rpc !== '',
        default: chain === config.defaultChainId,
        'block time': blockTimeS,
        'from block': deployBlock,
      })),
  }),
  contracts: command({
    about: 'Shows the contracts on one.',
    options: { chain: needed(id, 'its id') },
    why: 'never',
    run: async ({ context }, { chain }) =>
      Object.entries(chainOf(context, chain).config.contracts).map(([contract, address]) => ({ contract, address })),
  }),
})
