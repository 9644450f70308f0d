import { sql } from 'kysely'
import { type Db, transact } from '../../apps/server/src/db/database.ts'
import { placeFor } from '../../apps/server/src/db/search.ts'
import { recountAllAttributes } from '../../apps/server/src/state/items/attributes.ts'
import { recountTotals } from '../../apps/server/src/state/items/totals.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import { COMMON_WORD, chineseWord, latinWord } from './names.ts'

export type Size = {
  readonly items: number
  /** Items that each of the first accounts owns and made; the others share the rest. */
  readonly accounts: readonly number[]
  /** CIDs of pictures, one after the other. */
  readonly pictures: readonly string[]
}

export const collectionsOf = ({ items }: Size): number => Math.max(10, Math.floor(items / 1_000))
export const peopleOf = ({ items }: Size): number => Math.max(100, Math.floor(items / 50))
export const wordsOf = ({ items }: Size): number => Math.max(100, Math.floor(items / 10))
/** The account with the most notices. */
export const TOLD_PERSON = 5
export const TOLD = 20_000

/** A market of so many items, generated in the database: rows as from chain logs and signed orders. */
export async function fillMarket(db: Db, size: Size, now: number): Promise<void> {
  await makeWords(db, size)
  await makePlan(db, size, now)
  for (const statement of [...PEOPLE(size, now), ...ITEMS, ...ORDERS, ...NOTICES(size, now)]) await sql.raw(statement).execute(db)
  await placeNames(db)
  await transact(db, recountTotals)
  await transact(db, recountAllAttributes)
  await sql.raw('drop table bench_item, bench_word').execute(db)
  await sql.raw('vacuum analyze').execute(db)
}

async function makeWords(db: Db, size: Size): Promise<void> {
  await sql.raw('create unlogged table bench_word (kind text, n int, word text, grams text[], primary key (kind, n))').execute(db)
  const kinds = [
    ['latin', latinWord, wordsOf(size)],
    ['chinese', chineseWord, wordsOf(size)],
    ['common', () => COMMON_WORD, 1],
  ] as const
  for (const [kind, wordOf, count] of kinds) {
    for (let first = 0; first < count; first += 5_000) {
      const words = Array.from({ length: Math.min(5_000, count - first) }, (_, at) => wordOf(first + at))
      const grams = words.map((word) => placeFor(word).grams.join(' '))
      await sql`insert into bench_word select ${kind}, ${first} + given.place - 1, given.word, string_to_array(given.grams, ' ')
        from unnest(${words}::text[], ${grams}::text[]) with ordinality as given(word, grams, place)`.execute(db)
    }
  }
}

const PERSON = (index: string) => `substring(sha256(('person ' || ${index})::bytea) for 20)`
const COLLECTION = (index: string) => `substring(sha256(('collection ' || ${index})::bytea) for 20)`
const MADE_UP = (what: string) => `sha256(('${what} ' || i)::bytea)`

/** Each item by its number: all later steps read it here. Three in five are for sale, every tenth has a bid. */
async function makePlan(db: Db, size: Size, now: number): Promise<void> {
  const { items, accounts, pictures } = size
  const words = wordsOf(size)
  let first = 0
  const owned = accounts.map((count, person) => {
    first += count
    return `when i < ${first} then ${person}`
  })
  await sql
    .raw(`create unlogged table bench_item as
    select i, ${COLLECTION(`(i % ${collectionsOf(size)})`)} as collection, i / ${collectionsOf(size)} + 1 as token_id,
      ${PERSON('owner')} as owner, ${now} - ((i::bigint * 7919) % ${items}) * 30 as at, i % 5 < 3 as is_on_sale, i % 10 = 1 as has_bid,
      (10 + (i::bigint * 104729) % 99991)::numeric * 1000000000000000 as price, i * 13 % ${words} as first_word,
      case when i % 5 = 0 then 'chinese' else 'latin' end as kind, i * 29 % ${words} as second_word, i % 100 = 3 as is_common,
      (array[${pictures.map((cid) => `'${cid}'`).join(',')}])[i % ${pictures.length} + 1] as picture
    from (select i, case ${owned.join(' ')} else ${accounts.length} + (i::bigint * 31) % ${peopleOf(size) - accounts.length} end as owner
      from generate_series(0, ${items - 1}) i) plan`)
    .execute(db)
}

const PEOPLE = (size: Size, now: number) => [
  `insert into account (address, nickname, created_at, updated_at)
    select ${PERSON('i')}, w.word || ' ' || i, ${now}, ${now} from generate_series(0, ${peopleOf(size) - 1}) i
    join bench_word w on w.kind = 'latin' and w.n = i * 7 % ${wordsOf(size)}`,
  `insert into collection (chain_id, address, name, symbol, standard, cover, banner_url, description, owner, signer, storage_id, short_url,
      is_official, is_verified, is_confirmed, is_announced, created_at, updated_at)
    select ${CHAIN_ID}, ${COLLECTION('i')}, 'Collection ' || i, 'C' || i, 3, '', '', '', ${PERSON('i')}, ${PERSON('i')}, '', '',
      false, true, true, true, ${now}, ${now} from generate_series(0, ${collectionsOf(size) - 1}) i`,
]

const NAME = `f.word || ' ' || s.word || case when is_common then ' ${COMMON_WORD}' else '' end`
const NAMED = `bench_item join bench_word f on f.kind = bench_item.kind and f.n = first_word
  join bench_word s on s.kind = bench_item.kind and s.n = second_word`

const ITEMS = [
  `insert into item (chain_id, collection, token_id, standard, supply, creator, name, category_id, metadata_url, metadata, media_kind,
      width, height, royalties, declared_royalties, is_declared, declared_at, is_confirmed, is_visible, mint_tx, created_at, traded_at,
      is_on_sale, floor)
    select ${CHAIN_ID}, collection, token_id, 3, 1, owner, ${NAME}, 1 + i % 5, 'ipfs://metadata/' || i,
      json_build_object('name', ${NAME}, 'description', repeat('A work of the bench, described at some length. ', 4),
        'image', 'ipfs://' || picture, 'attributes', json_build_array(json_build_object('trait_type', 'Series', 'value', (i % 40)::text))),
      'image', 900, 600 + i % 4 * 200, '[500]', '[500]', false, 0, true, true, ${MADE_UP('mint')}, at, at + 600, is_on_sale,
      case when is_on_sale then price end
    from ${NAMED} order by i`,
  `insert into holding select ${CHAIN_ID}, collection, token_id, owner, 1, at from bench_item order by i`,
  `insert into activity (chain_id, collection, token_id, type, from_account, to_account, version, quantity, block_hash, log_index, tx_hash,
      created_at)
    select ${CHAIN_ID}, collection, token_id, 1, '\\x${'00'.repeat(20)}', owner, 0, 1, ${MADE_UP('block')}, 0, ${MADE_UP('mint')}, at
    from bench_item order by i`,
]

const ORDER = (side: 1 | 2, maker: string) => `insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id,
    asset_type, quantity, pay_token, total, unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status,
    filled_items, is_fundable, has_left, is_live, listed_block, created_at, updated_at)
  select ${CHAIN_ID}, '\\x${'e1'.repeat(20)}', ${maker}, i * 2 + ${side}, ${side}, collection, token_id, 3, 1,
    '\\x${(side === 1 ? '00' : 'ee').repeat(20)}', price, price, 250, i, ${MADE_UP('digest')}, ${MADE_UP('one')} || ${MADE_UP('other')} || '\\x1b',
    'typed', 0, 0, 0, 0, 0, true, false, true, 1, at + 600, at + 600
  from bench_item where ${side === 1 ? 'is_on_sale' : 'has_bid'} order by i`

const ORDERS = [ORDER(1, 'owner'), ORDER(2, PERSON('(i % 97)'))]

const NOTICES = (size: Size, now: number) => [
  `insert into notice (account, source, chain_id, type, subtype, operator, media, content, is_read, created_at)
    select case when i < ${TOLD} then ${PERSON(String(TOLD_PERSON))} else ${PERSON(`(10 + i % ${peopleOf(size) - 10})`)} end, 'bench:' || i,
      ${CHAIN_ID}, 3, 1, ${PERSON('(i % 50)')}, '', json_build_object('chainId', ${CHAIN_ID}, 'txHash', '', 'sellToken', '', 'sellTokenId', '',
        'buyToken', '', 'buyTokenId', '', 'price', '1', 'paytokenSymbol', 'ETH', 'quantity', '1'), i % 10 <> 0, ${now} - i
    from generate_series(0, ${TOLD + Math.floor(size.items / 2)}) i`,
  `insert into notice_counter select account, count(*), count(*) filter (where not is_read) from notice group by account
    on conflict (account) do update set total = excluded.total, unread = excluded.unread`,
]

const SEARCH_INDEX = 'item_search_grams'

/** Creates the index after its rows: ten times faster. */
async function placeNames(db: Db): Promise<void> {
  const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes where indexname = ${SEARCH_INDEX}`.execute(db)
  await sql.raw(`drop index ${SEARCH_INDEX}`).execute(db)
  const common = `coalesce((select grams from bench_word where kind = 'common' and is_common), '{}')`
  await sql
    .raw(`insert into item_search select ${CHAIN_ID}, collection, token_id, ${NAME}, f.grams || s.grams || ${common} || ('#' || token_id)
      from ${NAMED} order by i`)
    .execute(db)
  await sql.raw(rows[0]?.indexdef ?? '').execute(db)
  await sql
    .raw(`insert into account_search select a.id, a.nickname, w.grams from account a
      join bench_word w on w.kind = 'latin' and w.word = split_part(a.nickname, ' ', 1) on conflict do nothing`)
    .execute(db)
}
