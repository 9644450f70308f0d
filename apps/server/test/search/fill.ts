import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { keccak256, toHex } from 'viem'
import { bytes, type Db, transact } from '../../src/db/database.ts'
import { placeFor, placeItemText, placeNamed, placePerson } from '../../src/db/search.ts'
import { COLLECTIONS, PEOPLE, type SoughtCollection, TRANSACTIONS } from './market.ts'

const CHAIN = 31337
/** A collection's or a person's, by its key in the market. */
export const addressOf = (key: string): Address => `0x${keccak256(toHex(key)).slice(26)}` as Address
const FIRST_MADE = 1_700_000_000
const BATCH = 2_000

/** All works of the market, or the few of each collection that compete. */
export async function fillSearched(db: Db, size: 'whole' | 'few'): Promise<number> {
  await transact(db, async (tx) => {
    for (const [key, nickname] of Object.entries(PEOPLE)) {
      const { rows } = await sql<{ id: number }>`insert into account (address, nickname, created_at, updated_at)
        values (${bytes(addressOf(key))}, ${nickname}, 1, 1) returning id`.execute(tx)
      await placePerson(tx, rows[0]?.id ?? 0, { nickname, brief: '' })
    }
    for (const one of COLLECTIONS) {
      const owner = bytes(addressOf(one.creator))
      const { rows } = await sql<{
        id: number
      }>`insert into collection (chain_id, address, name, symbol, standard, cover, banner_url, description,
          owner, signer, storage_id, short_url, is_official, is_verified, is_confirmed, is_announced, created_at, updated_at)
        values (${CHAIN}, ${bytes(addressOf(one.key))}, ${one.name}, '', 3, '', '', '', ${owner}, ${owner}, '', '', false, ${one.verified},
          true, true, 1, 1) returning id`.execute(tx)
      await placeNamed(tx, 'collection_search', rows[0]?.id ?? 0, one.name)
    }
  })
  const works = COLLECTIONS.flatMap((one, age) =>
    (size === 'few' ? one.few : Array.from({ length: one.works }, (_, at) => at + 1)).map((number) => workOf(one, age, number)),
  )
  for (let from = 0; from < works.length; from += BATCH) await insert(db, works.slice(from, from + BATCH))
  await transact(db, async (tx) => {
    for (const { description, collection, token_id } of works) {
      const ref = { chainId: CHAIN, collection: `0x${collection}` as Address, tokenId: BigInt(token_id) }
      if (description !== '') await placeItemText(tx, ref, JSON.stringify({ name: '', description, attributes: [] }))
    }
    for (const { hash, work } of Object.values(TRANSACTIONS)) {
      const [key = '', number = ''] = work.split('/')
      await sql`insert into item_transfer (chain_id, block_hash, log_index, block_number, at, tx_hash, collection, token_id, from_account,
          to_account, quantity, is_trade)
        values (${CHAIN}, ${bytes(hash)}, 0, 1, 1, ${bytes(hash)}, ${bytes(addressOf(key))}, ${number}::numeric, ${bytes(addressOf('mira'))},
          ${bytes(addressOf('otto'))}, 1, false)`.execute(tx)
    }
  })
  await sql`analyze`.execute(db)
  return works.length
}

/** Later collections are newer, and so are higher numbers in each. */
function workOf({ key, creator, nameOf, description = '' }: SoughtCollection, age: number, number: number) {
  const name = nameOf(number)
  return {
    collection: addressOf(key).slice(2),
    creator: addressOf(creator).slice(2),
    token_id: String(number),
    name,
    made: FIRST_MADE + age * 10_000 + number,
    description,
    ...placeFor(name, BigInt(number)),
  }
}

function insert(db: Db, works: readonly ReturnType<typeof workOf>[]): Promise<void> {
  const given: RawBuilder<unknown> = sql`jsonb_to_recordset(${JSON.stringify(works)}::jsonb)
    as given (collection text, creator text, token_id numeric, name text, made bigint, folded text, grams text[])`
  return transact(db, async (tx) => {
    await sql`insert into item (chain_id, collection, token_id, standard, supply, creator, name, category_id, metadata_url, metadata,
        media_kind, width, height, royalties, declared_royalties, is_declared, declared_at, is_confirmed, is_visible, created_at, traded_at,
        is_on_sale)
      select ${CHAIN}, decode(collection, 'hex'), token_id, 3, 1, decode(creator, 'hex'), name, null, 'ipfs://x', '', 'image', 1, 1, '[]', '[]',
        false, 0, true, true, made, 0, false from ${given}`.execute(tx)
    await sql`insert into item_search select ${CHAIN}, decode(collection, 'hex'), token_id, folded, grams from ${given}`.execute(tx)
  })
}
