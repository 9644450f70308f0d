import { addPayToken, allPayTokens, removePayToken } from '../../modules/pay-tokens/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, id, needed, optional, toggle, whole } from '../options.ts'

const chain = needed(id, 'the id of its chain')
const token = needed(address, 'the ERC20 contract')

export const payTokens = commandGroup('What one can pay with beside the coin of a chain.', {
  list: command({
    about: 'Shows them, those taken off the list too.',
    options: {},
    why: 'never',
    run: async ({ context }) => {
      const tokens = await allPayTokens(
        context.db,
        context.chains.all.map((one) => one.id),
      )
      return tokens.map(({ chainId, address: at, symbol, decimals, name, isDefault, isListed }) => ({
        chain: chainId,
        address: at,
        symbol,
        decimals,
        name,
        default: isDefault,
        listed: isListed,
      }))
    },
  }),
  add: command({
    about:
      'Takes an ERC20 as money, where transfers of it, simulated by a node, arrive whole; its contract says name, symbol and decimals.',
    options: {
      chain,
      token,
      decimals: needed(whole(0, 255), 'how many it has, as its issuer says: a wrong token is found out by them'),
      default: toggle('so that it stands first in forms'),
      holder: optional(address, 'an account that holds it, for the trial; without it one is found by recent transfers'),
      untried: toggle('takes it even where no transfer can be tried, because you know that what is sent arrives'),
    },
    why: 'needed',
    run: async ({ context, operator }, { chain: chainId, token: at, decimals, default: isDefault, holder, untried }) => {
      const asked = { chainId, address: at, decimals, isDefault, holder, isUntriedTaken: untried }
      const { symbol, name } = await addPayToken(context, operator, asked)
      return `${symbol} (${name}) is a pay token of chain ${chainId}.`
    },
  }),
  remove: command({
    about: 'Takes one off the list; orders in it stay.',
    options: { chain, token },
    why: 'needed',
    run: async ({ context, operator }, { chain: chainId, token: at }) => {
      await removePayToken(context, operator, { chainId, address: at })
      return `${at} is no pay token of chain ${chainId} any more.`
    },
  }),
})
