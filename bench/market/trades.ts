import { sql } from 'kysely'
import { type Db, transact } from '../../apps/server/src/db/database.ts'
import { recordFloors } from '../../apps/server/src/state/statistics/floor-history.ts'
import { recordListed } from '../../apps/server/src/state/statistics/listed.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import { fillPeriods } from '../statistics/fill.ts'
import { inBulk } from './bulk.ts'

const HOUR_S = 3_600
const DAYS = 30
/** Of each collection. */
const SALES = 400
const COIN = `'\\x${'00'.repeat(20)}'::bytea`
const PERSON = (index: string) => `substring(sha256(('person ' || ${index})::bytea) for 20)`

/** Thirty days of sales and floors in every collection of a market, what follows from them, and covers; once. */
export async function fillTrades(db: Db, now: number, covers: readonly string[]): Promise<void> {
  const known = await db.selectFrom('sale').select('at').limit(1).executeTakeFirst()
  if (known) return
  const running = now - (now % HOUR_S)
  const cid = `(array[${covers.map((cover) => `'${cover}'`).join(',')}])[k.n % ${covers.length} + 1]`
  const numbered = `(select address, (row_number() over (order by address))::int as n from collection where chain_id = ${CHAIN_ID} and address is not null)`
  await sql.raw(`update collection c set cover = 'ipfs://' || ${cid} from ${numbered} k where k.address = c.address`).execute(db)
  const statements = [
    `insert into sale (chain_id, block_hash, log_index, block_number, at, tx_hash, kind, collection, token_id, seller, buyer, pay_token, money,
        amount, units, has_fee, is_counted, worth)
      select ${CHAIN_ID}, sha256((k.n || ' ' || s)::bytea), 0, s, ${now} - s * ${(DAYS * 24 * HOUR_S) / SALES} - k.n, sha256((s || ' ' || k.n)::bytea),
        'sale', k.address, 1 + s * 7 % 100, ${PERSON('(s % 89)')}, ${PERSON('(s % 97 + 1)')}, ${COIN}, ${COIN},
        (100 + k.n * 13 % 400 + s * 37 % 90)::numeric * 1000000000000000, 1, true, true, 1000 + s from ${numbered} k
      cross join generate_series(1, ${SALES}) s`,
    `insert into collection_hour (chain_id, collection, money, hour, sales, units, volume, low, high, first, last, worth, without_worth,
        ranked_sales, ranked_volume, ranked_worth, left_out, left_out_volume)
      select chain_id, collection, money, at / ${HOUR_S} * ${HOUR_S}, count(*), count(*), sum(amount), min(amount), max(amount), min(amount), max(amount),
        sum(worth), 0, count(*), sum(amount), sum(worth), 0, 0 from sale group by 1, 2, 3, 4`,
    `insert into collection_holder (chain_id, collection, owner, items, units)
      select chain_id, collection, owner, count(*), sum(quantity) from holding group by 1, 2, 3`,
    `insert into collection_stat (chain_id, collection, items, units, owners)
      select chain_id, collection, sum(items), sum(units), count(*) from collection_holder group by 1, 2`,
    `insert into collection_floor (chain_id, collection, money, hour, floor)
      select ${CHAIN_ID}, k.address, ${COIN}, ${running} - h * 6 * ${HOUR_S}, (80 + k.n * 13 % 400 + h * 7 % 19)::numeric * 1000000000000000
      from ${numbered} k cross join generate_series(1, ${DAYS * 4}) h`,
  ]
  await inBulk(db, ['sale', 'collection_hour', 'collection_holder', 'collection_stat', 'collection_floor'], async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
  await transact(db, async (tx) => {
    await recordFloors(tx, CHAIN_ID, now)
    await recordListed(tx, CHAIN_ID, now)
  })
  await fillPeriods(db, now)
}
