import { AppError } from '@plinth/api'
import type { RequestContext } from '../../context.ts'
import { transact } from '../../db/database.ts'
import type { ItemRef } from '../../db/item-keys.ts'
import { insertChoices, MOST_CHOICES } from './store.ts'

export { deleteRows as forgetPortfolio, listChoices, moveRows as movePortfolio } from './store.ts'

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
