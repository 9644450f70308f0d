import type { CartLine } from '@plinth/api'
import { sql } from 'kysely'
import type { SharedContext } from '../../apps/server/src/context.ts'
import { addressOf, type Db } from '../../apps/server/src/db/database.ts'
import { checkLines } from '../../apps/server/src/read/cart.ts'
import { sweepCandidates } from '../../apps/server/src/read/sweep.ts'

/** Lines of a full cart. */
const LINES = 50
export const CART_GOAL_MS = 150

type Row = { chain_id: number; collection: Uint8Array; token_id: bigint; maker: Uint8Array; salt: bigint }

/** Open sales all over the market, as lines of so many full carts. */
async function drawCarts({ db }: SharedContext, carts: number): Promise<CartLine[][]> {
  const { rows } = await sql<Row>`select chain_id, collection, token_id, maker, salt from market_order
    where side = 1 and is_live order by md5(id::text) limit ${carts * LINES}`.execute(db)
  const lines = rows.map((row) => ({
    chainId: row.chain_id,
    collection: addressOf(row.collection),
    tokenId: row.token_id,
    seller: addressOf(row.maker),
    salt: row.salt,
    quantity: 1n,
  }))
  const full = Array.from({ length: carts }, (_, at) => lines.slice(at * LINES, (at + 1) * LINES))
  return full.filter(({ length }) => length === LINES)
}

/** The filled market has orders alone, whose salts name no number. */
export async function fillSlots(db: Db): Promise<void> {
  await sql`update market_order set salt = sequence where side = 1 and salt <> sequence`.execute(db)
  await sql`insert into order_slot (chain_id, collection, token_id, maker, side, order_id)
    select chain_id, collection, token_id, maker, side, max(id) from market_order where side = 1 and status = 0
    group by 1, 2, 3, 4, 5 on conflict do nothing`.execute(db)
  await sql`analyze market_order, order_slot`.execute(db)
}

type Timed = { readonly name: string; readonly ask: (round: number) => Promise<unknown> }

/** A full cart that is checked again, each another; and sweeps of 50 units of a collection, and of all. */
export async function cartQuestions(context: SharedContext): Promise<Timed[]> {
  const carts = await drawCarts(context, 20)
  if (carts.length === 0) throw new Error('The market has too few sales')
  const [first] = carts[0] ?? []
  if (!first) throw new Error('The market has no sales')
  const collections = [{ chainId: first.chainId, address: first.collection }]
  const found = await checkLines(context, carts[0] ?? [])
  const address = found.find(({ sale }) => sale)?.sale?.payToken
  if (!address) throw new Error('No line of a cart can be bought')
  const payToken = { chainId: first.chainId, address }
  const swept = await sweepCandidates(context, { payToken, units: 50n })
  if (swept.units === 0n) throw new Error('Nothing can be swept')
  return [
    { name: `a cart of ${LINES} lines, checked again`, ask: (n) => checkLines(context, carts[n % carts.length] ?? []) },
    { name: 'a sweep of 50 in a collection', ask: () => sweepCandidates(context, { collections, payToken, units: 50n }) },
    { name: 'a sweep of 50 among all', ask: () => sweepCandidates(context, { payToken, units: 50n }) },
  ]
}
