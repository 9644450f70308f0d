import { ROLES } from '@plinth/api'
import { grantRole, listRoles, revokeRole } from '../../modules/operators/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, needed, oneOf } from '../options.ts'

const wallet = needed(address, 'the address that signs in at the console')

export const roles = commandGroup('Whose wallets open the console under /operator, and how far.', {
  list: command({
    about: 'Shows who has which role.',
    options: {},
    why: 'never',
    run: async ({ context }) =>
      (await listRoles(context.db)).map(({ address: at, role, grantedAt, grantedBy }) => ({
        wallet: at,
        role,
        since: new Date(grantedAt * 1_000).toISOString(),
        by: grantedBy,
      })),
  }),
  grant: command({
    about: 'Gives a wallet a role: viewer looks, moderator also decides on reports, people and works, operator does everything.',
    options: { wallet, role: needed(oneOf(...ROLES), 'which') },
    why: 'needed',
    // Operators are appointed on the machine itself: no console makes another one.
    isHereOnly: true,
    run: async ({ context, operator }, { wallet: at, role }) => {
      await grantRole(context, operator, at, role)
      return `${at} is ${role} now.`
    },
  }),
  revoke: command({
    about: 'Takes its role away, at once.',
    options: { wallet },
    why: 'needed',
    isHereOnly: true,
    run: async ({ context, operator }, { wallet: at }) => {
      await revokeRole(context, operator, at)
      return `${at} has no role any more.`
    },
  }),
})
