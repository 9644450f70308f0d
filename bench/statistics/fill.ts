import { sql } from 'kysely'
import { addressOf, type Db, transact } from '../../apps/server/src/db/database.ts'
import { refreshPeriods } from '../../apps/server/src/state/statistics/periods.ts'
import { CHAIN_ID } from '../bench-chain.ts'

const HOUR_S = 3_600
/** Collections with a sale in each hour, and hours of history. */
const TRADED = 1_000
const HOURS = 1_440
const BATCH = 1_000

export const COLLECTION = (index: string) => `substring(sha256(('collection ' || ${index})::bytea) for 20)`
const PERSON = (index: string) => `substring(sha256(('person ' || ${index})::bytea) for 20)`
const COIN = `'\\x${'00'.repeat(20)}'::bytea`
/** Some collections are traded often, most seldom. */
const pick = (collections: number) => `floor(power(random(), 3) * ${collections})::int`

/** Collections with an item on sale each, sales of sixty days in a thousand of them each hour, and what follows from those. */
export async function fillStatistics(db: Db, collections: number, now: number): Promise<void> {
  const running = now - (now % HOUR_S)
  for (const statement of [
    `insert into collection (chain_id, address, name, symbol, standard, cover, banner_url, description, owner, signer, storage_id, short_url,
        is_official, is_verified, is_confirmed, is_announced, created_at, updated_at)
      select ${CHAIN_ID}, ${COLLECTION('i')}, 'Collection ' || i, 'C' || i, 3, '', '', '', ${PERSON('i')}, ${PERSON('i')}, '', '',
        false, true, true, true, ${now}, ${now} from generate_series(0, ${collections - 1}) i`,
    `insert into collection_stat (chain_id, collection, items, units, owners)
      select ${CHAIN_ID}, ${COLLECTION('i')}, 1000, 1000, 400 from generate_series(0, ${collections - 1}) i`,
    `insert into item (chain_id, collection, token_id, standard, supply, creator, name, metadata_url, metadata, media_kind, width, height,
        royalties, declared_royalties, is_declared, declared_at, is_confirmed, is_visible, created_at, traded_at, is_on_sale)
      select ${CHAIN_ID}, ${COLLECTION('i')}, 1, 3, 1, ${PERSON('i')}, 'Item', '', '', 'image', 1, 1, '[]', '[]', false, 0, true, true, ${now},
        ${now}, true from generate_series(0, ${collections - 1}) i`,
    `insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id, asset_type, quantity, pay_token, total,
        unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status, filled_items, is_fundable, has_left,
        is_live, listed_block, created_at, updated_at)
      select ${CHAIN_ID}, '\\x${'e1'.repeat(20)}', ${PERSON('i')}, i, 1, ${COLLECTION('i')}, 1, 3, 1, ${COIN}, 1000 + i, 1000 + i, 250, i, sha256(i::text::bytea),
        sha256(i::text::bytea), 'typed', 0, 0, 1, 0, 0, true, false, true, 1, ${now}, ${now} from generate_series(0, ${collections - 1}) i`,
    // Their dry runs pass for as long as the benchmark takes.
    `insert into fill_check (order_id, chain_id, collection, maker, version, block_number, asked_at, silences, checked_at, is_passed, fails, reason)
      select id, chain_id, collection, maker, version, 1, ${now}, 0, ${now} + 86400, true, 0, '' from market_order`,
    `insert into collection_hour (chain_id, collection, money, hour, sales, units, volume, low, high, first, last, worth, without_worth,
        ranked_sales, ranked_volume, ranked_worth, left_out, left_out_volume)
      select ${CHAIN_ID}, ${COLLECTION('c')}, ${COIN}, ${running} - h * ${HOUR_S}, count(*), count(*), sum(price), min(price), max(price), min(price),
        max(price), div(sum(price), 1000), 0, count(*), sum(price), div(sum(price), 1000), 0, 0
      from (select h, ${pick(collections)} as c, (1 + floor(random() * 1000))::numeric * 1000000000000000 as price
        from generate_series(0, ${HOURS - 1}) h cross join generate_series(1, ${TRADED}) s) sold
      group by c, h`,
    // Those of the last two hours, from which the ranking of 60 minutes is summed.
    `insert into sale (chain_id, block_hash, log_index, block_number, at, tx_hash, kind, collection, token_id, seller, buyer, pay_token, money,
        amount, units, has_fee, is_counted, worth)
      select ${CHAIN_ID}, sha256(i::text::bytea), 0, i, ${now} - i * ${2 * HOUR_S} / ${2 * TRADED}, sha256(i::text::bytea), 'sale', ${COLLECTION(pick(collections))}, 1,
        ${PERSON('i')}, ${PERSON('(i + 1)')}, ${COIN}, ${COIN}, 1000000000000000 * (1 + i % 1000), 1, true, true, 1000 + i
      from generate_series(1, ${2 * TRADED}) i`,
  ])
    await sql.raw(statement).execute(db)
  await sql.raw('analyze').execute(db)
}

/** Computes the periods of all collections as the job does; returns how long a thousand took, in milliseconds. */
export async function fillPeriods(db: Db, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('collection')
    .select('address')
    .where('chain_id', '=', CHAIN_ID)
    .where('address', 'is not', null)
    .execute()
  const collections = rows.flatMap(({ address }) => (address ? [addressOf(address)] : []))
  const times: number[] = []
  for (let first = 0; first < collections.length; first += BATCH) {
    const begun = performance.now()
    await transact(db, (tx) => refreshPeriods(tx, CHAIN_ID, collections.slice(first, first + BATCH), now))
    times.push(performance.now() - begun)
  }
  await sql.raw('vacuum analyze').execute(db)
  return times
}
