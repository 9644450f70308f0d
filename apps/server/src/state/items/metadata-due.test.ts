/** @module-tag more */
import { type Address, toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CHAIN, ForeignItems } from '../../../test/chain/foreign-items.ts'
import { bytes } from '../../db/database.ts'
import { blank } from '../collections/confirm.ts'
import { claimDue, type Place, somePlace } from './metadata-due.ts'

let foreign: ForeignItems
beforeAll(async () => {
  foreign = await ForeignItems.open()
})
beforeEach(async () => {
  await foreign.clear()
  await db().deleteFrom('collection').execute()
})
afterAll(() => foreign.close())

const NOW = 1_000
const BEGINNING: Place = { chainId: 0, collection: new Uint8Array(20) }
const db = () => foreign.server.context.db
const addressAt = (at: number): Address => toAddress(`0x${at.toString(16).padStart(40, '0')}`)

/** A collection with this many items, due since then. */
async function collection(at: number, items: number, { owner = 10_000 + at, dueAt = 10, isOfficial = false } = {}): Promise<void> {
  const flags = { is_confirmed: true, is_official: isOfficial, created_at: 1, updated_at: 1 } as const
  const row = { chain_id: CHAIN, address: bytes(addressAt(at)), name: `C ${at}`, symbol: '', standard: 3 }
  const owners = { owner: bytes(addressAt(owner)), signer: bytes(addressAt(owner)) }
  await db()
    .insertInto('collection')
    .values({ ...blank, ...row, ...flags, ...owners })
    .execute()
  await foreign.add(1n)
  await sql`insert into item select (jsonb_populate_record(item, jsonb_build_object(
      'collection', ${bytes(addressAt(at))}::bytea, 'token_id', 1000 + number, 'metadata_next_at', ${dueAt}::bigint))).*
    from item, generate_series(1, ${items}::int) number where token_id = 1 and collection != ${bytes(addressAt(at))}`.execute(db())
  await db().deleteFrom('item').where('token_id', '=', 1n).execute()
}

const claim = (most: number, after: Place = BEGINNING, except: Address[] = []) => claimDue(db(), NOW, { most, mostOf: 4, except, after })
const collectionsOf = (items: readonly { collection: Address }[]) => items.map(({ collection: of }) => of)

it('[F-97] a collection with 20,000 items due before those of another takes no turn of it', async () => {
  await collection(1, 20_000)
  await collection(2, 1, { dueAt: 900 })
  const { items } = await claim(8)
  expect(collectionsOf(items).toSorted()).toEqual([...Array(4).fill(addressAt(1)), addressAt(2)])
})

it('[F-97] neither do many collections of one account', async () => {
  for (let at = 1; at <= 20; at++) await collection(at, 10, { owner: 99 })
  await collection(21, 2, { dueAt: 900 })
  const { items } = await claim(64)
  expect(items.filter(({ by }) => by === addressAt(99))).toHaveLength(4)
  expect(items.filter(({ collection: of }) => of === addressAt(21))).toHaveLength(2)
})

it('[F-97] in a collection of all each creator has a turn', async () => {
  await collection(1, 200, { isOfficial: true })
  await db()
    .updateTable('item')
    .set({ creator: bytes(addressAt(7)), metadata_next_at: 900 })
    .where('token_id', '=', 1_100n)
    .execute()
  const { items } = await claim(64)
  expect(items).toHaveLength(5)
  expect(items.filter(({ tokenId }) => tokenId === 1_100n)).toHaveLength(1)
})

it('[F-97] the search goes on after the collections that had their turn, and begins again at the end', async () => {
  for (let at = 1; at <= 205; at++) await collection(at, 1)
  const first = await claim(1_000)
  expect(first.items).toHaveLength(200)
  const second = await claim(1_000, first.next)
  expect(collectionsOf(second.items).toSorted()).toEqual([201, 202, 203, 204, 205].map(addressAt))
  await collection(3_000, 1, { dueAt: NOW + 1 })
  await db()
    .updateTable('item')
    .set({ metadata_next_at: 0 })
    .where('collection', '=', bytes(addressAt(3)))
    .execute()
  expect(collectionsOf((await claim(1_000, { chainId: CHAIN, collection: bytes(addressAt(250)) })).items)).toEqual([addressAt(3)])
})

it('[F-97] the collections of an account that has had its turn do not end the search before those of another', async () => {
  for (let at = 1; at <= 450; at++) await collection(at, 1, { owner: 99 })
  await collection(500, 1, { dueAt: 900 })
  const { items } = await claim(64, BEGINNING, [addressAt(99)])
  expect(collectionsOf(items)).toEqual([addressAt(500)])
})

it('[F-97] a search begins at any collection of any chain', () => {
  const places = Array.from({ length: 50 }, () => somePlace([1, 56]))
  expect(new Set(places.map(({ chainId }) => chainId))).toEqual(new Set([1, 56]))
  expect(new Set(places.map(({ collection: of }) => Buffer.from(of).toString('hex'))).size).toBe(50)
})
