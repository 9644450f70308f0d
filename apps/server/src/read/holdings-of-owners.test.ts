import { toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'
import { bytes } from '../db/database.ts'
import { refKey } from '../db/item-keys.ts'
import { holdingsOfOwners } from './orders.ts'

const at = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [collection, alice, bob] = [at('a'), at('1'), at('2')]
const item = (tokenId: bigint) => ({ chainId: 31337, collection, tokenId })

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  const rows = [
    [1n, alice, 3n],
    [1n, bob, 4n],
    [2n, alice, 5n],
    [2n, bob, 6n],
  ] as const
  await server.context.db
    .insertInto('holding')
    .values(
      rows.map(([token_id, owner, quantity]) => ({
        chain_id: 31337,
        collection: bytes(collection),
        token_id,
        owner: bytes(owner),
        quantity,
        received_at: 1,
      })),
    )
    .execute()
})
afterAll(() => server.close())

it('reads the holding of each order’s maker in its own item alone, once', async () => {
  const orders = [
    { ...item(1n), maker: alice },
    { ...item(2n), maker: bob },
    { ...item(2n), maker: bob },
    { ...item(3n), maker: bob },
  ]
  expect(await holdingsOfOwners(server.context.db, orders)).toEqual(
    new Map([
      [`${refKey(item(1n))}:${alice}`, 3n],
      [`${refKey(item(2n))}:${bob}`, 6n],
    ]),
  )
  expect(await holdingsOfOwners(server.context.db, [])).toEqual(new Map())
})
