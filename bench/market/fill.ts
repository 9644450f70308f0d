import { sql } from 'kysely'
import { type Db, type Tx, transact } from '../../apps/server/src/db/database.ts'
import { placeFor } from '../../apps/server/src/db/search.ts'
import { attributesNow, KIND_BYTES } from '../../apps/server/src/state/items/attributes.ts'
import { rowTotalsNow } from '../../apps/server/src/state/items/row-totals.ts'
import { countedNow } from '../../apps/server/src/state/items/totals.ts'
import { CHAIN_ID } from '../bench-chain.ts'
import { inBulk } from './bulk.ts'
import { COMMON_WORD, chineseWord, latinWord } from './names.ts'

export type Size = {
  readonly items: number
  /** Items that each of the first accounts owns and made; the others share the rest. */
  readonly accounts: readonly number[]
  /** CIDs of pictures, one after the other. */
  readonly pictures: readonly string[]
  /** The bench's own by default. */
  readonly chainId?: number
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
  await runAll(db, PEOPLE(size, now))
  await inBulk(db, ['item', 'item_search', 'item_mark'], (tx) => runAll(tx, ITEMS(size)))
  await inBulk(db, ['holding'], (tx) => runAll(tx, HOLDINGS(size)))
  await inBulk(db, ['activity'], (tx) => runAll(tx, ACTIVITY(size)))
  await inBulk(db, ['market_order'], (tx) => runAll(tx, ORDERS(size)))
  await inBulk(db, ['notice'], (tx) => runAll(tx, NOTICES(size, now)))
  await sql.raw(NAMES_OF_PEOPLE).execute(db)
  await transact(db, sumUp)
  await sql.raw('drop table bench_item, bench_word').execute(db)
  await sql.raw('vacuum analyze').execute(db)
}

async function runAll(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** What triggers and recounts would write. */
async function sumUp(tx: Tx): Promise<void> {
  await sql`set local work_mem = '512MB'`.execute(tx)
  await sql`delete from row_total`.execute(tx)
  await sql`insert into row_total (list, chain_id, subject, change) select list, chain_id, subject, total from (${rowTotalsNow}) now`.execute(
    tx,
  )
  await sql`insert into item_total (list, chain_id, account, category_id, change)
    select list, chain_id, account, category_id, total from (${countedNow}) now`.execute(tx)
  await sql`insert into attribute_total (chain_id, collection, attribute, change, is_sum)
    select chain_id, collection, attribute, total, true from (${attributesNow}) now`.execute(tx)
  await sql`insert into rank_due (chain_id, collection) select distinct chain_id, collection from attribute_total`.execute(tx)
  await sql`insert into floor_due (chain_id, collection) select distinct chain_id, collection from market_order where side = 1 and is_live`.execute(
    tx,
  )
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

const PEOPLE = ({ chainId = CHAIN_ID, ...size }: Size, now: number) => [
  `insert into account (address, nickname, created_at, updated_at)
    select ${PERSON('i')}, w.word || ' ' || i, ${now}, ${now} from generate_series(0, ${peopleOf(size) - 1}) i
    join bench_word w on w.kind = 'latin' and w.n = i * 7 % ${wordsOf(size)}`,
  `insert into collection (chain_id, address, name, symbol, standard, cover, banner_url, description, owner, signer, storage_id, short_url,
      is_official, is_verified, is_confirmed, is_announced, created_at, updated_at)
    select ${chainId}, ${COLLECTION('i')}, 'Collection ' || i, 'C' || i, 3, '', '', '', ${PERSON('i')}, ${PERSON('i')}, '', '',
      false, true, true, true, ${now}, ${now} from generate_series(0, ${collectionsOf(size) - 1}) i`,
]

const NAME = `f.word || ' ' || s.word || case when is_common then ' ${COMMON_WORD}' else '' end`
const NAMED = `bench_item join bench_word f on f.kind = bench_item.kind and f.n = first_word
  join bench_word s on s.kind = bench_item.kind and s.n = second_word`

const HALF = (text: string) => `substring(sha256(${text}) for ${KIND_BYTES})`
const SERIES = `'Series'::bytea`
/** As `attributesToCount` makes it. */
const COUNTED = `${HALF(SERIES)} || ${HALF(`${SERIES} || '\\x00'::bytea || (i % 40)::text::bytea`)}`
const COMMON_GRAMS = `coalesce((select grams from bench_word where kind = 'common' and is_common), '{}')`

const ITEMS = ({ chainId = CHAIN_ID }: Size) => [
  `insert into item (chain_id, collection, token_id, standard, supply, creator, name, category_id, metadata_url, metadata, image, media_kind,
      width, height, royalties, declared_royalties, is_declared, declared_at, is_confirmed, is_visible, mint_tx, created_at, traded_at,
      is_on_sale, floor, counted_category, counted_maker, counted_attributes)
    select ${chainId}, collection, token_id, 3, 1, owner, ${NAME}, 1 + i % 5, 'ipfs://metadata/' || i,
      json_build_object('name', ${NAME}, 'description', repeat('A work of the bench, described at some length. ', 4),
        'image', 'ipfs://' || picture, 'attributes', json_build_array(json_build_object('trait_type', 'Series', 'value', (i % 40)::text))),
      'ipfs://' || picture, 'image', 900, 600 + i % 4 * 200, '[500]', '[500]', false, 0, true, true, ${MADE_UP('mint')}, at, at + 600, is_on_sale,
      case when is_on_sale then price end, case when is_on_sale then 1 + i % 5 end, owner, ${COUNTED}
    from ${NAMED}`,
  `insert into item_search select ${chainId}, collection, token_id, ${NAME}, f.grams || s.grams || ${COMMON_GRAMS} || ('#' || token_id)
    from ${NAMED}`,
  `insert into item_mark (chain_id, collection, token_id, writer)
    select ${chainId}, collection, token_id, pg_current_xact_id() from bench_item`,
]

const HOLDINGS = ({ chainId = CHAIN_ID }: Size) => [
  `insert into holding select ${chainId}, collection, token_id, owner, 1, at from bench_item`,
]

const ACTIVITY = ({ chainId = CHAIN_ID }: Size) => [
  `insert into activity (chain_id, collection, token_id, type, from_account, to_account, version, quantity, block_hash, log_index, tx_hash,
      created_at)
    select ${chainId}, collection, token_id, 1, '\\x${'00'.repeat(20)}', owner, 0, 1, ${MADE_UP('block')}, 0, ${MADE_UP('mint')}, at
    from bench_item`,
]

const ORDER = (
  side: 1 | 2,
  maker: string,
  { chainId = CHAIN_ID }: Size,
) => `insert into market_order (chain_id, exchange, maker, sequence, side, collection, token_id,
    asset_type, quantity, pay_token, total, unit_value, seller_fee, salt, digest, signature, proof, valid_from, valid_until, version, status,
    filled_items, is_fundable, has_left, is_live, listed_block, created_at, updated_at, placed_at)
  select ${chainId}, '\\x${'e1'.repeat(20)}', ${maker}, i * 2 + ${side}, ${side}, collection, token_id, 3, 1,
    '\\x${(side === 1 ? '00' : 'ee').repeat(20)}', price, price, 250, i, ${MADE_UP('digest')}, ${MADE_UP('one')} || ${MADE_UP('other')} || '\\x1b',
    'typed', 0, 0, 0, 0, 0, true, false, true, 1, at + 600, at + 600, at + 600
  from bench_item where ${side === 1 ? 'is_on_sale' : 'has_bid'}`

const ORDERS = (size: Size) => [ORDER(1, 'owner', size), ORDER(2, PERSON('(i % 97)'), size)]

const NOTICES = ({ chainId = CHAIN_ID, ...size }: Size, now: number) => [
  `insert into notice (account, source, chain_id, type, subtype, operator, media, content, is_read, created_at)
    select case when i < ${TOLD} then ${PERSON(String(TOLD_PERSON))} else ${PERSON(`(10 + i % ${peopleOf(size) - 10})`)} end, 'bench:' || i,
      ${chainId}, 3, 1, ${PERSON('(i % 50)')}, '', json_build_object('chainId', ${chainId}, 'txHash', '', 'sellToken', '', 'sellTokenId', '',
        'buyToken', '', 'buyTokenId', '', 'price', '1', 'paytokenSymbol', 'ETH', 'quantity', '1'), i % 10 <> 0, ${now} - i
    from generate_series(0, ${TOLD + Math.floor(size.items / 2)}) i`,
  `insert into notice_counter select account, count(*), count(*) filter (where not is_read) from notice group by account
    on conflict (account) do update set total = excluded.total, unread = excluded.unread`,
]

const NAMES_OF_PEOPLE = `insert into account_search select a.id, a.nickname, w.grams from account a
  join bench_word w on w.kind = 'latin' and w.word = split_part(a.nickname, ' ', 1) on conflict do nothing`
