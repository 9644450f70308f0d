import type { AccountValue } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf } from '../../db/database.ts'
import { siteCurrency } from '../../state/rates/store.ts'
import { payTokenOf, payTokensOf, type Reads } from '../orders.ts'
import { collectionKey, readOwnFloors } from './floors.ts'
import { heldBy, shelfToAll } from './held.ts'
import { moneyKey } from './moves.ts'
import { worthsNow } from './summary.ts'
import type { Whose } from './trades.ts'

type Row = { chain_id: number; collection: Uint8Array; works: number; units: bigint }

/** The market value of accounts as all see it (PORT-09), by the floors of the ledger. Choices of the accounts don't count. */
export async function readAccountValue(context: Reads, whose: Whose): Promise<AccountValue> {
  const { rows } = await sql<Row>`with ${heldBy(whose, shelfToAll)}
    select chain_id, collection, count(distinct token_id)::int as works, sum(quantity) as units from held where shelf = 'no'
    group by chain_id, collection`.execute(context.db)
  const held = rows.map((row) => ({ chainId: row.chain_id, collection: addressOf(row.collection), works: row.works, units: row.units }))
  const floors = await readOwnFloors(context, held)
  const sums = new Map<string, { readonly chainId: number; readonly money: Address; value: bigint }>()
  let [works, without] = [0, 0]
  for (const one of held) {
    const floor = floors.get(collectionKey(one))
    if (!floor?.isValued) {
      without += one.works
      continue
    }
    works += one.works
    const key = moneyKey(one.chainId, floor.money)
    const sum = sums.get(key) ?? { chainId: one.chainId, money: floor.money, value: 0n }
    sum.value += floor.unitPrice * one.units
    sums.set(key, sum)
  }
  const tokens = await payTokensOf(context, whose.chainIds)
  const worthNow = await worthsNow(context)
  const list = [...sums.values()].sort((one, other) => one.chainId - other.chainId || (one.money < other.money ? -1 : 1))
  const worth = list.reduce((all, { chainId, money, value }) => all + worthNow(chainId, money, value), 0n)
  return {
    moneys: list.map(({ chainId, money, value }) => ({ chainId, money, payToken: payTokenOf(tokens, chainId, money), value })),
    currency: await siteCurrency(context.db),
    ...(worth > 0n && { worth }),
    works,
    without,
  }
}
