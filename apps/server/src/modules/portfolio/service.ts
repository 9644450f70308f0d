import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { deleteRows, insertChoices, MOST_CHOICES, moveRows } from './store.ts'
import { deleteWallets, moveWallets } from './store-wallets.ts'

export { listChoices } from './store.ts'
export { accountsOf, addWallet, denyAccount, prepareWallet, readWallets, removeWallet } from './wallets.ts'

/** The caller hides these works, or shows them whatever is known of their collections. @throws AppError BAD_ARGUMENT_VALUE */
export async function chooseShelf(
  { db, clock, requireCaller }: RequestContext,
  items: readonly ItemRef[],
  isHidden: boolean,
): Promise<void> {
  const { address } = requireCaller()
  if (items.length === 0) return
  await transact(db, async (tx) => {
    if (!(await insertChoices(tx, address, items, { isHidden, now: clock.now() })))
      throw new AppError('BAD_ARGUMENT_VALUE', { field: 'items', reason: `at most ${MOST_CHOICES} of them` })
  })
}

export async function forgetPortfolio(tx: Tx, account: Address): Promise<void> {
  await deleteRows(tx, account)
  await deleteWallets(tx, account)
}

/** Moves what `from` chose and sees to `to`, which keeps its own. */
export async function movePortfolio(tx: Tx, from: Address, to: Address): Promise<void> {
  await moveRows(tx, from, to)
  await moveWallets(tx, from, to)
}
