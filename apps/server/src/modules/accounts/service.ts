import { type AccountExport, AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Caller, Context, RequestContext } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import { forgetInbox, listInboxChoices, moveInbox } from '../inbox/service.ts'
import { findMailAccount, forgetMailAccount, isPassword, moveMailAccount } from '../mail-login/service.ts'
import { countNotices } from '../notices/service.ts'
import { forgetPortfolio, listChoices, movePortfolio, readWallets } from '../portfolio/service.ts'
import { consumeAttempt } from '../rate-limits/service.ts'
import { listReportsOf, renameReporter } from '../reports/service.ts'
import { endSessions, listSessions, moveSessions, proveWallet } from '../sessions/service.ts'
import { forgetSocial, listSocial, moveSocial } from '../social/service.ts'
import { forgetUploads, listUploads, moveUploads } from '../uploads/service.ts'
import { type Account, deleteAccount, findAccount, giveWallet, isWalletless, presentUser, updateProfile } from '../users/service.ts'

export type Proof = { readonly address: Address; readonly signature: `0x${string}`; readonly message: string; readonly chainId?: number }

/**
 * Links the wallet to the e-mail account. A wallet that has an account already is merged with it: likes and follows are joined,
 * and empty fields of the wallet's profile are filled (decision 17).
 */
export async function linkWallet(context: Context, caller: Caller, proof: Proof): Promise<Account> {
  const { take } = await proveWallet(context, proof)
  const now = context.clock.now()
  return transact(context.db, async (tx) => {
    const own = await findAccount(tx, { id: caller.accountId })
    if (!own || !isWalletless(own)) throw new AppError('NOT_MAIL_ACCOUNT')
    const there = await findAccount(tx, { address: proof.address })
    if (there && (await findMailAccount(tx, { accountId: there.id }))) throw new AppError('WALLET_LINKED')
    await take(tx)
    await moveSocial(tx, own.address, proof.address)
    await moveInbox(tx, own.address, proof.address)
    await movePortfolio(tx, own.address, proof.address)
    await renameReporter(tx, own.address, proof.address)
    if (there) await mergeInto(tx, own, there, now)
    else await giveWallet(tx, own.id, proof.address, now)
    const linked = await findAccount(tx, { address: proof.address })
    if (!linked) throw new Error('The account that was just linked is gone')
    return linked
  })
}

async function mergeInto(tx: Tx, own: Account, there: Account, now: number): Promise<void> {
  await moveSessions(tx, own.id, there.id)
  await moveUploads(tx, own.id, there.id)
  await moveMailAccount(tx, own.id, there.id)
  await deleteAccount(tx, own.id)
  const filled = {
    ...(there.nickname === '' ? { nickname: own.nickname } : {}),
    ...(there.avatar === '' ? { avatar: own.avatar } : {}),
    ...(there.brief === '' ? { brief: own.brief } : {}),
    ...(there.banner_url === '' ? { banner_url: own.banner_url } : {}),
    ...(there.short_url === null ? { short_url: own.short_url } : {}),
  }
  await updateProfile(tx, there.id, filled, now)
}

const PASSWORDS = { most: 10, inS: 900 }

/** Deletes what only this account holds; what its wallet did on a chain is not ours to delete. @throws AppError PASSWORD_WRONG */
export async function removeAccount(context: RequestContext, password: string): Promise<void> {
  const { accountId, address } = context.requireCaller()
  const mail = await findMailAccount(context.db, { accountId })
  if (mail) {
    await consumeAttempt(context.db, ['remove', String(accountId)], PASSWORDS, context.clock.now())
    if (!(await isPassword(password, mail.password_hash))) throw new AppError('PASSWORD_WRONG')
  }
  await transact(context.db, async (tx) => {
    await forgetSocial(tx, address)
    await forgetInbox(tx, address)
    await forgetPortfolio(tx, address)
    await renameReporter(tx, address, undefined)
    await forgetUploads(tx, accountId)
    await endSessions(tx, accountId)
    if (mail) await forgetMailAccount(tx, mail)
    await deleteAccount(tx, accountId)
  })
}

/** Everything that is stored of the caller, and of no other account. */
export async function exportAccount({ db, clock, requireCaller }: RequestContext): Promise<AccountExport> {
  const { accountId, address } = requireCaller()
  const account = await findAccount(db, { id: accountId })
  if (!account) throw new AppError('NOT_LOGGED_IN')
  const { wallets, seenBy } = await readWallets(db, address)
  return {
    exportedAt: clock.now(),
    account: presentUser(account),
    email: await emailOf(db, accountId),
    sessions: await listSessions(db, accountId),
    ...(await listSocial(db, address)),
    ...(await listInboxChoices(db, address)),
    hiddenWorks: await listChoices(db, address),
    portfolioWallets: wallets,
    portfolioSeenBy: seenBy,
    uploads: await listUploads(db, accountId),
    reports: await listReportsOf(db, address),
    notices: (await countNotices(db, address)).total,
  }
}

export async function emailOf(db: Context['db'], accountId: number): Promise<string> {
  return (await findMailAccount(db, { accountId }))?.email ?? ''
}
