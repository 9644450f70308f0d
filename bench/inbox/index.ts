import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { prepareDatabase } from '../../apps/server/src/prepare-database.ts'
import { readInbox } from '../../apps/server/src/read/inbox.ts'
import { benchChain, CHAIN_ID, KEYS } from '../bench-chain.ts'
import { printTable } from '../table.ts'

/** Offers received (PORT-04): collections with offers, what a holder has of them, and how long a page takes without a cache. */
const COLLECTIONS = 10_000
/** Ids of a set of all works; a set with an attribute has a tenth. */
const IDS = 500
/** Works with a row: of the first ten collections, and of each other one. */
const WORKS = 100
const FEW = 8
/** Offers of each: for any work, for all of today, and for some. */
const OFFERS = 3
const ROUNDS = 100
const WARM = 20
const NOW_S = Math.floor(Date.now() / 1_000)
const BEYOND = '115792089237316195423570985008687907853269984665640564039457584007913129639936'

const COLLECTION = (index: string) => `substring(sha256(('collection ' || ${index})::bytea) for 20)`
const PERSON = (index: string) => `substring(sha256(('person ' || ${index})::bytea) for 20)`
const MONEY = `'\\x${'77'.repeat(20)}'::bytea`
/** One holds a work of each of a thousand collections, the other a thousand works of the first ten. */
const SPREAD = toAddress(`0x${'a1'.repeat(20)}`)
const DENSE = toAddress(`0x${'a2'.repeat(20)}`)

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
    select ${CHAIN_ID}, ${COLLECTION('i')}, t, 3, 1, ${PERSON('i')}, 'Work ' || t, '', '', 'image', 1, 1, '[]', '[]', false, 0, true, true, ${NOW_S},
      ${NOW_S}, false from generate_series(1, ${COLLECTIONS}) i cross join generate_series(1, ${WORKS}) t where i <= 10 or t <= ${FEW}`,
  `insert into holding (chain_id, collection, token_id, owner, quantity, received_at)
    select chain_id, collection, token_id, ${PERSON("encode(collection, 'hex') || token_id")}, 1, ${NOW_S} from item
    where not (collection in (select ${COLLECTION('i')} from generate_series(1, 10) i))`,
  `insert into holding (chain_id, collection, token_id, owner, quantity, received_at)
    select ${CHAIN_ID}, ${COLLECTION('i')}, t, '\\x${'a2'.repeat(20)}', 1, ${NOW_S} + t from generate_series(1, 10) i cross join generate_series(1, ${WORKS}) t`,
  `update holding set owner = '\\x${'a1'.repeat(20)}' where token_id = 7
    and collection in (select ${COLLECTION('i')} from generate_series(11, 1010) i)`,
  `insert into floor_change (chain_id, collection, money, floor, as_of) select ${CHAIN_ID}, ${COLLECTION('i')}, ${MONEY}, 1000000 + i, ${NOW_S}
    from generate_series(1, ${COLLECTIONS}) i`,
  // Those of the day have every work, those with an attribute a tenth: a set's id is made up, as no proof is asked for here.
  `insert into offer_set (chain_id, collection, token_id, ids, size, fingerprint, nodes, attributes, account, created_at)
    select ${CHAIN_ID}, ${COLLECTION('i')}, ${BEYOND}::numeric + 10 * i + kind, (select array_agg(t::numeric) from generate_series(1, ${IDS}) t
        where kind = 1 or t % 10 = i % 10), case kind when 1 then ${IDS} else ${IDS / 10} end, sha256((i || ' ' || kind)::bytea), '',
      case kind when 1 then '[]' else '[{"key":"Colour","values":["Red"]}]' end, ${PERSON('i')}, ${NOW_S}
    from generate_series(1, ${COLLECTIONS}) i cross join generate_series(1, 2) kind`,
  `insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id, asset_type, quantity, pay_token, total,
      unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status, filled_items, is_fundable, has_left,
      is_live, listed_block, created_at, updated_at)
    select ${CHAIN_ID}, '\\x${'e1'.repeat(20)}', ${PERSON("'maker ' || i % 500")}, 10 * i + kind, 2, ${COLLECTION('i')},
      ${BEYOND}::numeric + case kind when 0 then 0 else 10 * i + kind end, 3, 1, ${MONEY}, price, price, 250,
      10 * i + kind, sha256(i::text::bytea), sha256(i::text::bytea), 'typed', 0, 0, 1, 0, 0, true, false, true, 1, ${NOW_S}, ${NOW_S}
    from (select i, kind, 900000 + (i * 7919 + kind * 104729) % 200000 as price
      from generate_series(1, ${COLLECTIONS}) i cross join generate_series(0, ${OFFERS - 1}) kind) made`,
  // Bids for single works stand in the same table.
  `insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id, asset_type, quantity, pay_token, total,
      unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status, filled_items, is_fundable, has_left,
      is_live, listed_block, created_at, updated_at)
    select ${CHAIN_ID}, '\\x${'e1'.repeat(20)}', ${PERSON("'bidder ' || i % 500")}, 1000000 + i, 2, ${COLLECTION('i')},
      7, 3, 1, ${MONEY}, 950000 + i, 950000 + i, 250, 1000000 + i, sha256(i::text::bytea), sha256(i::text::bytea), 'typed', 0, 0, 1, 0, 0, true,
      false, true, 1, ${NOW_S}, ${NOW_S} from generate_series(1, ${COLLECTIONS}) i`,
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
  console.log(`${COLLECTIONS} collections, ${OFFERS} offers and a bid for each\n`)
  const measured: string[][] = []
  for (const [name, account] of [
    ['1,000 works of 1,000 collections', SPREAD],
    ['1,000 works of 10 collections', DENSE],
  ] as const)
    for (const page of [1, 2]) {
      const ask = () => readInbox(context, { account, chainIds: [CHAIN_ID], viewer: { least: 50 } }, { page, limit: 20 })
      if ((await ask()).list.length === 0) throw new Error('The inbox is empty')
      const times = await timesOf(ask)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
      measured.push([`${name}, page ${page}`, at(0.5), at(0.95), at(0.99)])
    }
  printTable(['', 'p50 ms', 'p95 ms', 'p99 ms'], measured)
})
process.exit(0)
