import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import type { Caller, RequestContext } from '../context.ts'
import { login, makeNonce } from '../modules/sessions/service.ts'
import { deleteSession } from '../modules/sessions/store.ts'
import { findAccount, presentUser } from '../modules/users/service.ts'

type SessionCalls = Pick<Catalogue['user'], 'nonce' | 'login' | 'logout' | 'reload' | 'profile'>

export const sessionCalls = {
  nonce: (context) => makeNonce(context),
  login: async (context, input) => {
    const { token, account } = await login(context, input)
    return { token, user: presentUser(account) }
  },
  logout: async (context) => {
    if (context.token !== undefined) await deleteSession(context.db, context.token)
    return {}
  },
  reload: async (context) => {
    if (!context.caller) throw new AppError('SESSION_ENDED')
    return ownRecord(context, context.caller)
  },
  profile: async (context) => ownRecord(context, context.requireCaller()),
} satisfies Handlers<SessionCalls, RequestContext>

async function ownRecord(context: RequestContext, caller: Caller) {
  const account = await findAccount(context.db, { id: caller.accountId })
  if (!account) throw new AppError('NOT_LOGGED_IN')
  return { user: presentUser(account) }
}
