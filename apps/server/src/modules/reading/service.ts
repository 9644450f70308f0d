import type { Context } from '../../context.ts'
import { transact } from '../../db/database.ts'
import { AGAIN, planRange } from '../../state/chain/ranges.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'

type Wanted = { readonly chainId: number; readonly from?: number | undefined; readonly to?: number | undefined }
type Subject = {
  /** The first block where none is given; without it the market's deployment. */
  readonly begin?: number | null
  readonly key: Uint8Array
  /** The range's name in the audit log and in the answer. */
  readonly what: string
  readonly subject: string
  readonly named: string
  readonly zh: string
}

/** Reads indexed blocks once more for everything the market indexes: logs that a node once left out are added. */
export function resyncBlocks(context: Context, operator: Operator, wanted: Wanted): Promise<string> {
  const named = `chain ${wanted.chainId}`
  return planResync(context, operator, wanted, { key: AGAIN, what: 'reading reread', subject: named, named, zh: `链 ${wanted.chainId} ` })
}

/** Plans it for the indexer. Logs that are in already do not count twice. @throws OperatorRefused */
export async function planResync(context: Context, operator: Operator, wanted: Wanted, about: Subject): Promise<string> {
  const { chainId, from, to } = wanted
  const chain = chainOf(context, chainId)
  return transact(context.db, async (tx) => {
    const cursor = await tx.selectFrom('chain_cursor').select('number').where('chain_id', '=', chainId).forUpdate().executeTakeFirst()
    if (!cursor)
      throw new OperatorRefused(`Nothing of chain ${chainId} has been read yet: there is nothing to read again.`, {
        zh: `链 ${chainId} 尚未读取任何区块，没有可重新读取的内容。`,
      })
    const first = from ?? about.begin ?? chain.config.deployBlock
    const last = Math.min(to ?? cursor.number, cursor.number)
    if (first > last)
      throw new OperatorRefused(`Block ${first} comes after block ${last}, the last that has been read.`, {
        zh: `区块 ${first} 在已读取的最后区块 ${last} 之后。`,
        field: 'fromBlock',
      })
    const waiting = await tx
      .selectFrom('backfill_range')
      .select('first_block')
      .where('chain_id', '=', chainId)
      .where('subject', '=', about.key)
      .executeTakeFirst()
    if (waiting)
      throw new OperatorRefused(`Old blocks of ${about.named} are being read just now: wait until that is done.`, {
        zh: `${about.zh}的历史区块正在读取中，请等待完成。`,
      })
    await planRange(tx, chainId, about.key, first, last)
    await recordAudit(tx, context.clock, operator, { what: about.what, subject: about.subject, details: { first, last } })
    return `Blocks ${first} to ${last} of ${about.named} are read again by the market that runs.`
  })
}
