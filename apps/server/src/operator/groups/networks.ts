import { pausedChains } from '../../modules/site/paused-chains.ts'
import { pauseNetwork, resumeNetwork } from '../../modules/site/service-networks.ts'
import { chainOf } from '../../modules/site/service-pay-tokens.ts'
import { command, group } from '../command.ts'
import { id, needed } from '../options.ts'

export const networks = group('The chains of this market, as PLINTH_CHAINS names them.', {
  list: command({
    about: 'Shows them.',
    options: {},
    why: 'never',
    run: async ({ context: { config, chains, db } }) => {
      const paused = await pausedChains(db)
      return chains.all.map(({ id: chain, config: { network, blockTimeS, deployBlock, rpcUrls } }) => ({
        chain,
        name: network.name,
        paused: paused.has(chain),
        coin: network.symbol,
        // An endpoint may hold a key: only how many there are is told.
        nodes: rpcUrls.length,
        shown: network.rpc !== '',
        default: chain === config.defaultChainId,
        'block time': blockTimeS,
        'from block': deployBlock,
      }))
    },
  }),
  pause: command({
    about:
      'Prepares and signs nothing for one any more: no order, bid, auction, box or mint. What people do on the chain itself stays theirs.',
    options: { chain: needed(id, 'its id') },
    why: 'needed',
    run: async ({ context, operator }, { chain }) => {
      await pauseNetwork(context, operator, chain)
      return `Chain ${chain} is paused. Fee signatures that were given before stay good until the fees change.`
    },
  }),
  resume: command({
    about: 'Signs for one again.',
    options: { chain: needed(id, 'its id') },
    why: 'needed',
    run: async ({ context, operator }, { chain }) => {
      await resumeNetwork(context, operator, chain)
      return `Chain ${chain} is open again.`
    },
  }),
  contracts: command({
    about: 'Shows the contracts on one.',
    options: { chain: needed(id, 'its id') },
    why: 'never',
    run: async ({ context }, { chain }) =>
      Object.entries(chainOf(context, chain).config.contracts).map(([contract, address]) => ({ contract, address })),
  }),
})
