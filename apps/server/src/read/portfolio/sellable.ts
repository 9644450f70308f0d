import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import { addressOf } from '../../db/database.ts'
import { refKey } from '../../db/item-keys.ts'
import { ANY_STORED, givenNow, numeric } from '../offers.ts'
import type { Reads } from '../orders.ts'
import { collectionKey } from './floors.ts'
import { fittingOffers, type Held, scopeOf } from './offers.ts'
import type { Whose } from './trades.ts'

export type Sellable = { readonly chainId: number; readonly money: Address; readonly units: bigint; readonly value: bigint }

type Row = {
  readonly chain_id: number
  readonly collection: Uint8Array
  readonly token_id: bigint | null
  readonly id: number
  readonly money: Uint8Array
  readonly price: bigint
  readonly worth: bigint | null
  readonly units: bigint
}

/**
 * What these works would bring if each went to the best bid or offer that is left for it: an offer takes as many units as it is for.
 * The dearest are filled first, and offers for any work with what is left.
 */
export async function readSellable(context: Reads, whose: Whose, held: readonly Held[]): Promise<Sellable[]> {
  const { rows } = await sql<Row>`with ${await givenNow(context)}, ${scopeOf(held)}, ${fittingOffers(whose, 'scope')}
    select o.*, case when w.address is null then o.pay_token else decode(repeat('00', 20), 'hex') end as money from (
      select f.chain_id, f.collection, f.token_id, f.id, f.pay_token, f.price, f.worth, f.units from fitting f where not f.is_for_any
      union all
      select m.chain_id, m.collection, null, m.id, m.pay_token, m.price, m.worth, m.units from for_many m
      where m.token_id = ${numeric(ANY_STORED)}
    ) o left join wrapped_coin w on w.chain_id = o.chain_id and w.address = o.pay_token
    order by o.worth desc nulls last, o.price desc, o.id, o.token_id limit 100000`.execute(context.db)
  return allocate(rows, held)
}

function allocate(rows: readonly Row[], held: readonly Held[]): Sellable[] {
  const left = new Map<string, bigint>()
  const ofCollection = new Map<string, string[]>()
  for (const work of held) {
    const key = refKey(work)
    left.set(key, work.quantity)
    const works = ofCollection.get(collectionKey(work))
    if (works) works.push(key)
    else ofCollection.set(collectionKey(work), [key])
  }
  const taken = new Map<number, bigint>()
  const sums = new Map<string, { chainId: number; money: Address; units: bigint; value: bigint }>()
  for (const row of rows) {
    if (row.units === taken.get(row.id)) continue
    const [chainId, collection, tokenId] = [row.chain_id, addressOf(row.collection), row.token_id]
    const isForAny = tokenId === null
    const works = isForAny ? (ofCollection.get(collectionKey({ chainId, collection })) ?? []) : [refKey({ chainId, collection, tokenId })]
    for (let next = works.at(-1); next !== undefined; next = isForAny ? works.at(-1) : undefined) {
      const [open, there] = [row.units - (taken.get(row.id) ?? 0n), left.get(next) ?? 0n]
      const units = open < there ? open : there
      if (units > 0n) {
        taken.set(row.id, (taken.get(row.id) ?? 0n) + units)
        left.set(next, there - units)
        const money = addressOf(row.money)
        const key = `${row.chain_id}:${money}`
        const sum = sums.get(key) ?? { chainId: row.chain_id, money, units: 0n, value: 0n }
        sums.set(key, { chainId: sum.chainId, money, units: sum.units + units, value: sum.value + units * row.price })
      }
      if (!isForAny || open <= there) break
      works.pop()
    }
  }
  return [...sums.values()]
}
