import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { emailOf, exportAccount, linkWallet, removeAccount } from '../modules/accounts/service.ts'
import { presentUser } from '../modules/users/service.ts'

type AccountCalls = Pick<Catalogue['user'], 'linkwallet' | 'email' | 'export' | 'remove'>

export const accountCalls = {
  linkwallet: async (context, input) => ({ user: presentUser(await linkWallet(context, context.requireCaller(), input)) }),
  email: async (context) => ({ email: await emailOf(context.db, context.requireCaller().accountId) }),
  export: (context) => exportAccount(context),
  remove: async (context, { password = '' }) => {
    await removeAccount(context, password)
    return {}
  },
} satisfies Handlers<AccountCalls, RequestContext>
