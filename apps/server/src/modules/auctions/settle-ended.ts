import { AppError } from '@plinth/api'
import { AUCTION_END } from '@plinth/protocol'
import { sql } from 'kysely'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../../chain/chain.ts'
import { SendFailed, send, TooDear } from '../../chain/sender.ts'
import type { Context } from '../../context.ts'
import { type Db, transact } from '../../db/database.ts'
import { readAuction, type StoredAuction } from '../../state/auctions/store.ts'
import { openSettlementOf } from './settle.ts'

/** Transactions for one auction that may revert: a party with the money can take it away before each of them. */
const MOST_TRIES = 3
/** The most gas of one settlement without those who share, and of each of them: several times of what plain accounts and tokens need. */
export const SETTLEMENT_GAS = 700_000n
const GAS_EACH = 60_000n
/** Until the index has read the block. */
const SENT_S = 120
const AGAIN_S = 600
/** Settling in the last moment only reverts. */
const LAST_S = 60
const AT_ONCE = 20

/** Ended auctions that the settler may settle now, oldest first; of one owner one at a time, so that none holds up the others. */
export function dueSettlements({ db, config }: Pick<Context, 'db' | 'config'>, chain: Chain) {
  const now = chain.now()
  return db
    .selectFrom('auction')
    .distinctOn('owner')
    .selectAll()
    .where('chain_id', '=', chain.id)
    .where('end_code', '=', AUCTION_END.NONE)
    .where('is_closed', '=', true)
    .where('is_live', '=', true)
    .where(sql<boolean>`highest_price >= buying`)
    .where('end_time', '<=', now - config.settlerWaitS)
    .where('expired_time', '>', now + LAST_S)
    .where('keeper_after', '<=', now)
    .where('keeper_tries', '<', MOST_TRIES)
    .orderBy('owner')
    .orderBy('end_time')
}

/** Settles due auctions one by one with the settler's coin. */
export async function settleDue(context: Context, chain: Chain, account: PrivateKeyAccount): Promise<void> {
  const rows = await dueSettlements(context, chain).execute()
  const due = rows.map(readAuction).toSorted((a, b) => a.endTime - b.endTime)
  for (const auction of due.slice(0, AT_ONCE)) {
    if (context.stopping.signal.aborted) return
    await settleOne(context, chain, account, auction)
  }
}

async function settleOne(context: Context, chain: Chain, account: PrivateKeyAccount, auction: StoredAuction): Promise<void> {
  const { db, log } = context
  const about = { chainId: chain.id, auctionId: auction.id }
  // Noted first: a process that ends here sends nothing twice.
  await note(db, auction, { after: chain.now() + AGAIN_S })
  try {
    const { reply, data } = await openSettlementOf(context, chain, auction)
    const gas = SETTLEMENT_GAS + GAS_EACH * BigInt(reply.recipients.length)
    const sender = { db, chain, account, signal: context.stopping.signal }
    const { transactionHash } = await send(sender, { to: auction.exchange, data, mostGas: gas })
    await note(db, auction, { after: chain.now() + SENT_S })
    log.info('auction settled', { ...about, hash: transactionHash })
  } catch (error) {
    if (context.stopping.signal.aborted) return
    if (isForParties(error)) {
      await note(db, auction, { tries: MOST_TRIES })
      log.warn('auction left to its parties', { ...about, error })
    } else if (error instanceof SendFailed) {
      const tries = await note(db, auction, { tries: 1 })
      log.warn(tries < MOST_TRIES ? 'settlement failed' : 'auction left to its parties', { ...about, error })
    } else log.warn('auction not settled', { ...about, error })
  }
}

/** Nothing that waiting could change: the parties settle it themselves. */
const isForParties = (error: unknown): boolean =>
  error instanceof TooDear || (error instanceof AppError && error.code === 'AUCTION_PARTIES_ONLY')

type Noted = { readonly tries?: number; readonly after?: number }

/** Returns how often it has been tried. The update marks the item, as a block that is being written may too: a deadlock is tried again. */
async function note(db: Db, { id }: StoredAuction, { tries = 0, after }: Noted): Promise<number> {
  const row = await transact(db, (tx) =>
    tx
      .updateTable('auction')
      .set((eb) => ({ keeper_tries: eb('keeper_tries', '+', tries), ...(after === undefined ? {} : { keeper_after: after }) }))
      .where('id', '=', id)
      .returning('keeper_tries')
      .executeTakeFirst(),
  )
  return row?.keeper_tries ?? 0
}
