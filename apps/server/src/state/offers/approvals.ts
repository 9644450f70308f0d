import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { ChainContracts } from '../../config/config.ts'
import { byteas, givenRows, texts } from '../../db/columns.ts'
import { bytes, type Db, type Tx } from '../../db/database.ts'

/** An edition's contracts, and the time of a block. */
export type Where = { readonly tx: Tx; readonly chainId: number; readonly contracts: ChainContracts; readonly now: number }
export type Approval = { readonly collection: Address; readonly owner: Address }

/** A later ApprovalForAll of the same subject replaces an earlier one. */
export function approvalSubject(holder: Address, operator: Address): string {
  return `${holder}:${operator}`
}

/** By the latest canonical ApprovalForAll. */
export async function isApprovedForAll(db: Db, chainId: number, collection: Address, owner: Address, operator: Address): Promise<boolean> {
  const log = await db
    .selectFrom('chain_log')
    .select('args')
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(collection))
    .where('event', '=', 'ApprovalForAll')
    .where('subject', '=', approvalSubject(owner, operator))
    .where('fault', 'is', null)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .executeTakeFirst()
  return log?.args.approved === true
}

/** A table `approval` for a `from`: the same for many, each with the edition's transfer proxy as operator. */
export function approvalTable({ chainId, contracts }: Where, approvals: readonly Approval[]): RawBuilder<unknown> {
  const given = givenRows({
    collection: byteas(approvals.map((key) => key.collection)),
    owner: byteas(approvals.map((key) => key.owner)),
    subject: texts(approvals.map((key) => approvalSubject(key.owner, contracts.transferProxy))),
  })
  return sql`(
    select given.collection, given.owner, coalesce((
      select l.args->'approved' = 'true'::jsonb from chain_log l
      where l.chain_id = ${chainId} and l.address = given.collection and l.event = 'ApprovalForAll' and l.subject = given.subject
        and l.fault is null
      order by l.block_number desc, l.log_index desc limit 1
    ), false) as is_approved from ${given}
  ) approval`
}

/** How many units of its item the signer of `o` holds. */
export function heldOf(by: 'maker' | 'owner'): RawBuilder<unknown> {
  return sql`coalesce((select h.quantity from holding h where ${isItem('h')} and h.owner = ${sql.ref(`o.${by}`)}), 0)`
}

/** Whether a row belongs to the item that `o` offers. */
export function isItem(row: string): RawBuilder<unknown> {
  const of = (column: string) => sql`${sql.ref(`${row}.${column}`)} = ${sql.ref(`o.${column}`)}`
  return sql`${of('chain_id')} and ${of('collection')} and ${of('token_id')}`
}
