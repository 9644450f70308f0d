import { AppError, type BlockedMaker, type Page } from '@plinth/api'
import { type Address, ORDER_STATUS, ORDER_TYPE } from '@plinth/protocol'
import type { RequestContext } from '../../context.ts'
import { type Db, transact } from '../../db/database.ts'
import type { PageOf } from '../../db/paging.ts'
import { findOrder } from '../../state/orders/store.ts'
import { peopleOf, personOf } from '../users/service.ts'
import { deleteBlock, deleteDecline, insertBlock, insertDecline, listBlocks, MOST_PASSED, storeLeast } from './store.ts'

export { deleteRows as forgetInbox, findLeast, moveRows as moveInbox, notifiedAmong, passedAmong } from './store.ts'

const tooMany = (field: string) => new AppError('BAD_ARGUMENT_VALUE', { field, reason: `at most ${MOST_PASSED} of them` })

/** Hides an open bid or offer from the caller's inbox. @throws AppError ORDER_NOT_FOUND, BAD_ARGUMENT_VALUE */
export async function declineOffer({ db, clock, requireCaller }: RequestContext, id: bigint): Promise<void> {
  const { address } = requireCaller()
  await transact(db, async (tx) => {
    const order = await findOrder(tx, Number(id))
    if (order?.side !== ORDER_TYPE.BID || order.status !== ORDER_STATUS.OPEN) throw new AppError('ORDER_NOT_FOUND')
    if (!(await insertDecline(tx, address, order.id, clock.now()))) throw tooMany('id')
  })
}

export async function restoreOffer({ db, requireCaller }: RequestContext, id: bigint): Promise<void> {
  await deleteDecline(db, requireCaller().address, Number(id))
}

/** Hides its offers from the caller, who is not notified of them. @throws AppError BAD_ARGUMENT_VALUE */
export async function blockMaker({ db, clock, requireCaller }: RequestContext, maker: Address): Promise<void> {
  const { address } = requireCaller()
  if (maker === address) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'address', reason: 'is your own' })
  await transact(db, async (tx) => {
    if (!(await insertBlock(tx, address, maker, clock.now()))) throw tooMany('address')
  })
}

export async function unblockMaker({ db, requireCaller }: RequestContext, maker: Address): Promise<void> {
  await deleteBlock(db, requireCaller().address, maker)
}

export async function listBlocked({ db, requireCaller }: RequestContext, page: PageOf): Promise<Page<BlockedMaker>> {
  const { blocks, counts } = await listBlocks(db, requireCaller().address, page)
  const people = await peopleOf(
    db,
    blocks.map(({ maker }) => maker),
  )
  return { list: blocks.map(({ maker, createdAt }) => ({ user: personOf(people, maker), since: createdAt })), ...counts }
}

export async function setLeast({ db, requireCaller }: RequestContext, least: number): Promise<void> {
  await storeLeast(db, requireCaller().address, least)
}

/** Everything of the inbox that is stored of an account. */
export async function listInboxChoices(db: Db, account: Address) {
  const { blocks } = await listBlocks(db, account, { page: 1, limit: MOST_PASSED })
  return { blocked: blocks.map(({ maker, createdAt }) => ({ address: maker, createdAt })) }
}
