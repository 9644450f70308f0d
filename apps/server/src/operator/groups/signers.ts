import { type OwnersCall, rotationCalls, SIGNER_ROLES } from '../../modules/site/service-signers.ts'
import { command, group } from '../command.ts'
import { address, id, needed, oneOf } from '../options.ts'

export const signers = group('The keys that the market signs with.', {
  rotate: command({
    about: 'Prints the transactions by which the contracts’ owner changes one key for another, and when. Nothing is sent.',
    options: {
      chain: needed(id, 'the id of its chain'),
      role: needed(oneOf(...SIGNER_ROLES), 'which of the two'),
      old: needed(address, 'the address of the key in use'),
      new: needed(address, 'the address of the key to come, as `keys` printed it'),
    },
    why: 'never',
    run: async ({ context }, { chain, role, ...keys }) => {
      const { before, after } = await rotationCalls(context, { chainId: chain, role, ...keys })
      const rows = (when: string, calls: readonly OwnersCall[]) => calls.map((call) => ({ when, ...call }))
      const wait = role === 'miner' ? 'first' : 'first, two days before the swap'
      return [...rows(wait, before), ...rows('after the swap and a restart', after)]
    },
  }),
})
