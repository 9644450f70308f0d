import { CURRENCIES } from '@plinth/protocol'
import { formatUnits } from 'viem'
import { feedStates, ratesNow, removeRate, setCurrency, setRate } from '../../modules/rates/service.ts'
import { command, commandGroup } from '../command.ts'
import { FEED_FAULTS } from '../feed-faults.ts'
import { address, id, needed, oneOf, optional, words } from '../options.ts'

const chain = needed(id, 'the id of its chain')
const token = optional(address, 'the token; without one the chain’s coin and its wrapped form')

export const rates = commandGroup('What coins and tokens are worth, as the site shows it beside prices.', {
  list: command({
    about: 'Shows what is known now, and each feed that gives no rate.',
    options: {},
    why: 'never',
    run: async ({ context }) => {
      const { currency, rates: known } = await ratesNow(context)
      const states = (await Promise.all(context.chains.all.map((one) => feedStates(context, one)))).flat()
      return [
        ...known.map(({ chainId, token: at, answer, decimals, source, updatedAt }) => ({
          chain: chainId,
          address: at,
          rate: formatUnits(answer, decimals),
          currency,
          from: source,
          at: new Date(updatedAt * 1_000).toISOString(),
          fault: null,
        })),
        ...states.flatMap(({ chainId, money, fault }) => {
          if (fault === undefined) return []
          const [en, zh] = FEED_FAULTS[fault]
          return [{ chain: chainId, address: money, rate: null, currency, from: 'feed', at: null, fault: { en, zh } }]
        }),
      ]
    },
  }),
  set: command({
    about: 'Sets a rate by hand where no feed is configured, in the site’s currency; it holds until it is set again or removed.',
    options: { chain, token, rate: needed(words(40), 'what one whole coin or token is worth, such as 3120.50') },
    why: 'needed',
    run: async ({ context, operator }, { chain: chainId, token: at, rate }) => {
      await setRate(context, operator, { chainId, token: at, rate })
      return `${at ?? 'The coin'} of chain ${chainId} is worth ${rate} from now on.`
    },
  }),
  remove: command({
    about: 'Takes a rate away that was set by hand: prices in it stand without their worth.',
    options: { chain, token },
    why: 'needed',
    run: async ({ context, operator }, { chain: chainId, token: at }) => {
      await removeRate(context, operator, { chainId, token: at })
      return `${at ?? 'The coin'} of chain ${chainId} has no rate any more.`
    },
  }),
  currency: command({
    about: 'Chooses the currency in which worth is shown; any but the dollar needs its pair feed.',
    options: { currency: needed(oneOf(...CURRENCIES), 'which of them') },
    why: 'needed',
    run: async ({ context, operator }, { currency }) => {
      await setCurrency(context, operator, currency)
      return `Worth is shown in ${currency} from now on.`
    },
  }),
})
