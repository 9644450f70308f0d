import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { prepareDatabase } from '../../apps/server/src/prepare-database.ts'
import { listOwnItems } from '../../apps/server/src/read/portfolio/items.ts'
import { listOwnListings } from '../../apps/server/src/read/portfolio/listings.ts'
import { listOwnTrades, writeStatement } from '../../apps/server/src/read/portfolio/statement.ts'
import { listOwnCollections, readSummary } from '../../apps/server/src/read/portfolio/summary.ts'
import { benchChain, CHAIN_ID, KEYS } from '../bench-chain.ts'
import { printTable } from '../table.ts'

/** A portfolio of 10,000 works (PORT-08), each bought by its holder, in collections with floors and offers; no answer is kept. */
const COLLECTIONS = 100
const WORKS = 100
/** Works of others in each collection. */
const OTHERS = 100
const ROUNDS = 20
const WARM = 5
const NOW_S = Math.floor(Date.now() / 1_000)
const BEYOND = '115792089237316195423570985008687907853269984665640564039457584007913129639936'

const COLLECTION = (index: string) => `substring(sha256(('collection ' || ${index})::bytea) for 20)`
const PERSON = (index: string) => `substring(sha256(('person ' || ${index})::bytea) for 20)`
const MONEY = `'\\x${'77'.repeat(20)}'::bytea`
const HOLDER = toAddress(`0x${'a1'.repeat(20)}`)
const ME = `'\\x${'a1'.repeat(20)}'::bytea`
const EXCHANGE = `'\\x${'e1'.repeat(20)}'::bytea`
const ALL = `generate_series(1, ${COLLECTIONS}) i cross join generate_series(1, ${WORKS + OTHERS}) t`
const ORDER = `insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id, asset_type, quantity, pay_token, total,
  unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status, filled_items, is_fundable, has_left,
  is_live, listed_block, created_at, updated_at)`
const REST = `sha256('a'), sha256('a'), 'typed', 0, 0, 1, 0, 0, true, false, true, 1, ${NOW_S}, ${NOW_S}`

const STATEMENTS = [
  `insert into pay_token (chain_id, address, name, symbol, decimals, is_default, position)
    values (${CHAIN_ID}, ${MONEY}, 'Dollar', 'USD', 6, false, 1)`,
  `insert into rate (chain_id, money, source, currency, answer, decimals, round, since, until)
    values (${CHAIN_ID}, '0x${'77'.repeat(20)}', 'operator', 'USD', 1, 0, null, 0, null)`,
  `insert into collection (chain_id, address, name, symbol, standard, cover, banner_url, description, owner, signer, storage_id, short_url,
      is_official, is_verified, is_confirmed, is_announced, created_at, updated_at)
    select ${CHAIN_ID}, ${COLLECTION('i')}, 'Collection ' || i, 'C' || i, 3, '', '', '', ${PERSON('i')}, ${PERSON('i')}, '', '',
      false, true, true, true, ${NOW_S}, ${NOW_S} from generate_series(1, ${COLLECTIONS}) i`,
  `insert into item (chain_id, collection, token_id, standard, supply, creator, name, metadata_url, metadata, media_kind, width, height,
      royalties, declared_royalties, is_declared, declared_at, is_confirmed, is_visible, created_at, traded_at, is_on_sale)
    select ${CHAIN_ID}, ${COLLECTION('i')}, t, 3, 1, ${PERSON('i')}, 'Work ' || t, '', '', 'image', 1, 1, '[500]', '[500]', false, 0, true, true,
      ${NOW_S}, ${NOW_S}, false from ${ALL}`,
  `insert into holding (chain_id, collection, token_id, owner, quantity, received_at)
    select ${CHAIN_ID}, ${COLLECTION('i')}, t, case when t <= ${WORKS} then ${ME} else ${PERSON("'other ' || t")} end, 1, ${NOW_S} - 1000 - i * 50 - t
    from ${ALL}`,
  // Each work of the holder was bought from its maker, a tenth of the others among others.
  `insert into sale (chain_id, block_hash, log_index, block_number, at, tx_hash, kind, collection, token_id, seller, buyer, pay_token, money,
      amount, units, has_fee, is_counted, worth)
    select ${CHAIN_ID}, sha256((i || ' ' || t)::bytea), t, i, ${NOW_S} - 1000 - i * 50 - t, sha256((i || ' ' || t)::bytea), 'sale', ${COLLECTION('i')}, t,
      ${PERSON("i || ' ' || t % 5")}, case when t <= ${WORKS} then ${ME} else ${PERSON("'other ' || t")} end, ${MONEY}, ${MONEY},
      1000000 + (i * 7919 + t * 104729) % 500000, 1, true, true, 100000000 from ${ALL} where t <= ${WORKS} or t % 10 = 0`,
  `insert into transaction_cost (chain_id, block_hash, tx_hash, account, gas, buyer_fee)
    select ${CHAIN_ID}, block_hash, tx_hash, buyer, 100000000000000, 0 from sale`,
  // Listings of others, of which the floors are, and a third of the holder's.
  `${ORDER} select ${CHAIN_ID}, ${EXCHANGE}, case when t <= ${WORKS} then ${ME} else ${PERSON("'other ' || t")} end, 1000 * i + t, 1, ${COLLECTION('i')}, t, 3, 1,
      ${MONEY}, price, price, 250, 1000 * i + t, ${REST}
    from (select i, t, 900000 + (i * 104729 + t * 7919) % 500000 as price from ${ALL}) made where t % 3 = 0`,
  `insert into fill_check (order_id, chain_id, collection, maker, version, block_number, asked_at, silences, checked_at, is_passed, fails, reason)
    select id, chain_id, collection, maker, version, 1, ${NOW_S}, 0, ${NOW_S}, true, 0, '' from market_order`,
  `insert into offer_set (chain_id, collection, token_id, ids, size, fingerprint, nodes, attributes, account, created_at)
    select ${CHAIN_ID}, ${COLLECTION('i')}, ${BEYOND}::numeric + 10 * i + kind, (select array_agg(t::numeric) from generate_series(1, ${WORKS + OTHERS}) t
        where kind = 1 or t % 10 = i % 10), ${WORKS}, sha256((i || ' ' || kind)::bytea), '', '[]', ${PERSON('i')}, ${NOW_S}
    from generate_series(1, ${COLLECTIONS}) i cross join generate_series(1, 5) kind`,
  `${ORDER} select ${CHAIN_ID}, ${EXCHANGE}, ${PERSON("'maker ' || i % 50")}, 1000000 + 10 * i + kind, 2, ${COLLECTION('i')},
      ${BEYOND}::numeric + case kind when 0 then 0 else 10 * i + kind end, 3, 3, ${MONEY}, 3 * price, price, 250, 1000000 + 10 * i + kind, ${REST}
    from (select i, kind, 700000 + (i * 7919 + kind * 104729) % 200000 as price
      from generate_series(1, ${COLLECTIONS}) i cross join generate_series(0, 5) kind) made`,
  'vacuum analyze',
]

/** A server's context over these rows, in a database of its own. */
async function inMarket(work: (context: Context) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  chmodSync(dataDir, 0o711)
  const opened = await openDatabase({ dataDir, log: () => undefined })
  try {
    const config = configOf({ dataDir, chains: [benchChain(['http://127.0.0.1:1'])], publicUrl: 'http://plinth.test' }, 80)
    const context = await createContext({ config, dialect: opened.dialect, keys: KEYS })
    await prepareDatabase(context)
    for (const statement of STATEMENTS) await sql.raw(statement).execute(context.db)
    await work(context)
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = -WARM; round < ROUNDS; round++) {
    const begun = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)
}

await inMarket(async (context) => {
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
  console.log(`${COLLECTIONS * WORKS} works of ${COLLECTIONS} collections\n`)
  const whose = { accounts: [HOLDER], chainIds: [CHAIN_ID] }
  const items = (of: object) => () => listOwnItems(context, whose, { limit: 50, ...of })
  const year = { year: new Date().getUTCFullYear(), timeZone: 'UTC' }
  const cases: [string, () => Promise<unknown>][] = [
    ['items, newest first', items({})],
    ['items, page at 9,000', items({ cursor: '9000' })],
    ['items by what was paid', items({ sort: 'paid' })],
    ['items by last sale', items({ sort: 'lastSale' })],
    ['items by floor', items({ sort: 'floor' })],
    ['items by best offer', items({ sort: 'offer' })],
    ['items by own price', items({ sort: 'listed' })],
    ['items by floor against paid', items({ sort: 'change' })],
    ['collections', () => listOwnCollections(context, whose)],
    ['listings', () => listOwnListings(context, whose, { page: 1, limit: 20 })],
    ['trades of a year, a page', () => listOwnTrades(context, whose, { ...year, limit: 50 })],
    ['statement of a year', () => writeStatement(context, whose, { ...year, language: 'en' })],
    ['summary', () => readSummary(context, whose)],
  ]
  const measured: string[][] = []
  for (const [name, ask] of cases) {
    const times = await timesOf(ask)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
    measured.push([name, at(0.5), at(0.95)])
  }
  printTable(['question', 'p50 ms', 'p95 ms'], measured)
})
process.exit(0)
