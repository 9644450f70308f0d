import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { addressOf, bytes, type Db, hexOf } from '../../db/database.ts'

export type KeptPrizes = {
  readonly chainId: number
  readonly contract: Address
  readonly box: Hex
  readonly place: number
  readonly count: number
}

type Where = { readonly chainIds: readonly number[]; readonly account: Address }

/** Prizes and tickets that the contract holds for an account: undelivered ones minus withdrawn ones. */
export async function keptFor(db: Db, { chainIds, account }: Where): Promise<KeptPrizes[]> {
  if (chainIds.length === 0) return []
  const left = sql<bigint>`sum(case when kind = 'kept' then amount else -amount end)`
  const rows = await db
    .selectFrom('box_event')
    .select(['chain_id', 'contract', 'box', 'place', left.as('count')])
    .where('account', '=', bytes(account))
    .where('kind', 'in', ['kept', 'collected'])
    .where('chain_id', 'in', [...chainIds])
    .groupBy(['chain_id', 'contract', 'box', 'place'])
    .having(left, '>', 0n)
    .execute()
  return rows.flatMap((row) =>
    row.box === null || row.place === null
      ? []
      : [
          {
            chainId: row.chain_id,
            contract: addressOf(row.contract),
            box: hexOf(row.box),
            place: row.place,
            count: Number(row.count),
          },
        ],
  )
}

/** Whether this transaction left something undelivered for an account. */
export async function isAnythingKept(db: Db, chainId: number, txHash: Hex, account: Address): Promise<boolean> {
  const found = await db
    .selectFrom('box_event')
    .select('kind')
    .where('account', '=', bytes(account))
    .where('kind', 'in', ['kept', 'credited'])
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', bytes(txHash))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type Credit = { readonly chainId: number; readonly contract: Address; readonly token: Address; readonly amount: bigint }

/** ERC20s that the contract holds for an account. */
export async function creditsFor(db: Db, { chainIds, account }: Where): Promise<Credit[]> {
  if (chainIds.length === 0) return []
  const left = sql<bigint>`sum(case when kind = 'credited' then amount else -amount end)`
  const rows = await db
    .selectFrom('box_event')
    .select(['chain_id', 'contract', 'token', left.as('amount')])
    .where('account', '=', bytes(account))
    .where('kind', 'in', ['credited', 'claimed'])
    .where('chain_id', 'in', [...chainIds])
    .groupBy(['chain_id', 'contract', 'token'])
    .having(left, '>', 0n)
    .execute()
  return rows.flatMap(({ chain_id: chainId, contract, token, amount }) =>
    token === null ? [] : [{ chainId, contract: addressOf(contract), token: addressOf(token), amount }],
  )
}
