import { ZERO_ADDRESS } from '@plinth/protocol'
import { editionsOf, namedContracts } from '../../chain/editions.ts'
import { NETWORK_SETTINGS } from '../../config/config.ts'
import {
  addNetwork,
  networksNow,
  pauseNetwork,
  removeNetwork,
  resetNetwork,
  resumeNetwork,
  setNetwork,
} from '../../modules/networks/service.ts'
import { chainOf } from '../../modules/operators/service.ts'
import { pausedChains } from '../../state/chain/paused.ts'
import { command, commandGroup } from '../command.ts'
import { id, needed, oneOf, words } from '../options.ts'

const FEES_UNSEEN =
  'Whether the fee signer counts there was not looked at: its key can’t be seen from here. `health show` in the console looks.'

export const networks = commandGroup('The chains of this market: those that PLINTH_CHAINS names, and the operator’s.', {
  list: command({
    about: 'Shows them.',
    options: {},
    why: 'never',
    run: async ({ context }) => {
      const paused = await pausedChains(context.db)
      const known = await networksNow(context)
      return known.map(({ config: { network, blockTimeS, deployBlock, rpcUrls }, isAdded, changes }) => ({
        chain: network.chainId,
        name: network.name,
        from: isAdded ? 'operator' : 'configuration',
        changed: Object.keys(changes).join(', '),
        paused: paused.has(network.chainId),
        coin: network.symbol,
        // An endpoint may hold a key: only their number is shown.
        nodes: rpcUrls.length,
        shown: network.rpc !== '',
        default: network.chainId === context.config.defaultChainId,
        'block time': blockTimeS,
        'from block': deployBlock,
      }))
    },
  }),
  add: command({
    about: 'Takes in one more, on which the contracts are deployed with the keys of this market. It needs no restart.',
    options: { entry: needed(words(20_000), 'its entry in JSON, as `npm run deploy` prints it, with the blanks filled in') },
    why: 'needed',
    run: async ({ context, operator }, { entry }) => {
      const { network } = await addNetwork(context, operator, entry)
      const done = `${network.name} (${network.chainId}) is a network of this market, and is read from now on.`
      return context.signer.feeSigner === ZERO_ADDRESS ? `${done} ${FEES_UNSEEN}` : done
    },
  }),
  set: command({
    about:
      'Changes one of its settings, without a restart: name, public rpc, explorer, opensea, logo, or the nodes that the server asks. Contracts, ids and the default network change in the configuration alone, with a restart; pay tokens by `pay-tokens`.',
    options: {
      chain: needed(id, 'its id'),
      setting: needed(oneOf(...NETWORK_SETTINGS), 'which of them'),
      value: needed(words(2_000, 0), 'what it is from now on, or "" to take it away; several nodes are parted by commas'),
    },
    why: 'needed',
    run: async ({ context, operator }, { chain, setting, value }) => {
      await setNetwork(context, operator, chain, setting, value)
      return `Chain ${chain} has ${value === '' ? 'no' : 'another'} ${setting} from now on.`
    },
  }),
  reset: command({
    about: 'Goes back to what the configuration says of one, or its entry did.',
    options: { chain: needed(id, 'its id') },
    why: 'needed',
    run: async ({ context, operator }, { chain }) => {
      await resetNetwork(context, operator, chain)
      return `Chain ${chain} is as it was configured.`
    },
  }),
  remove: command({
    about: 'Takes away one that was added here, while there is no work on it.',
    options: { chain: needed(id, 'its id') },
    why: 'needed',
    run: async ({ context, operator }, { chain }) => {
      await removeNetwork(context, operator, chain)
      return `Chain ${chain} is no network of this market any more.`
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
      editionsOf(chainOf(context, chain).config.contracts).flatMap((set, at) =>
        namedContracts(set).map(([contract, address]) => ({ contract: at === 0 ? contract : `former ${contract}`, address })),
      ),
  }),
})
