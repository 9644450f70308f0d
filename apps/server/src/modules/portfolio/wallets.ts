import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { getAddress, type Hex } from 'viem'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { type Permit, preparePermit, provePermit } from '../sessions/service.ts'
import { deleteWallet, insertWallet, listViewers, listWallets, MOST_WALLETS } from './store-wallets.ts'

type Seen = { address: Address; createdAt: number }

/** The account stands in it, so that the signature serves no other. */
const permitOf = (account: Address, wallet: Address): Permit => ({
  wallet,
  statement: `Account ${getAddress(account)} may see this wallet's works and trades in its portfolio. It moves nothing.`,
})

/** The text by which the wallet lets the caller see it. @throws AppError BAD_ARGUMENT_VALUE */
export async function prepareWallet(
  context: RequestContext,
  { wallet, ...page }: { readonly wallet: Address; readonly url?: string | undefined; readonly chainId?: number | undefined },
): Promise<{ message: string; expiresAt: number }> {
  const { address } = context.requireCaller()
  if (wallet === address) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'wallet', reason: 'is your own' })
  return preparePermit(context, permitOf(address, wallet), page)
}

/** The caller sees the wallet from now on. @throws AppError BAD_ARGUMENT_VALUE, LOGIN_… of what it signed */
export async function addWallet(
  context: RequestContext,
  { wallet, ...signed }: { readonly wallet: Address; readonly message: string; readonly signature: Hex },
): Promise<void> {
  const { address } = context.requireCaller()
  const { take } = await provePermit(context, permitOf(address, wallet), signed)
  await transact(context.db, async (tx) => {
    await take(tx)
    if (!(await insertWallet(tx, address, wallet, context.clock.now())))
      throw new AppError('BAD_ARGUMENT_VALUE', { field: 'wallet', reason: `at most ${MOST_WALLETS} of them` })
  })
}

export async function removeWallet({ db, requireCaller }: RequestContext, wallet: Address): Promise<void> {
  await deleteWallet(db, requireCaller().address, wallet)
}

/** Ends that an account sees the caller’s wallet. */
export async function denyAccount({ db, requireCaller }: RequestContext, account: Address): Promise<void> {
  await deleteWallet(db, account, requireCaller().address)
}

export async function readWallets(db: RequestContext['db'], account: Address): Promise<{ wallets: Seen[]; seenBy: Seen[] }> {
  const [wallets, seenBy] = await Promise.all([listWallets(db, account), listViewers(db, account)])
  return { wallets, seenBy }
}

/** The caller’s own wallet and its added ones, or the one that the call names. @throws AppError BAD_ARGUMENT_VALUE */
export async function accountsOf({ db, requireCaller }: RequestContext, wallet: Address | undefined): Promise<readonly Address[]> {
  const { address } = requireCaller()
  const all = [address, ...(await listWallets(db, address)).map((seen) => seen.address)]
  if (wallet === undefined) return all
  if (!all.includes(wallet)) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'wallet', reason: 'not one of your wallets' })
  return [wallet]
}
