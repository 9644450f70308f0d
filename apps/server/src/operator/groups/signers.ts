import type { Texts } from '@plinth/api'
import { type OwnersCall, rotationCalls, SIGNER_ROLES } from '../../modules/signers/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, id, needed, oneOf } from '../options.ts'

const FIRST = { en: 'first', zh: '首先' } as const
const TWO_DAYS_BEFORE = { en: 'first, two days before the swap', zh: '首先，更换前两天' } as const
const AFTER = { en: 'after the swap and a restart', zh: '更换并重启之后' } as const

export const signers = commandGroup('The keys that the market signs with.', {
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
      const rows = (when: Texts, calls: readonly OwnersCall[]) => calls.map((call) => ({ when, ...call }))
      const wait = role === 'miner' ? FIRST : TWO_DAYS_BEFORE
      return [...rows(wait, before), ...rows(AFTER, after)]
    },
  }),
})
