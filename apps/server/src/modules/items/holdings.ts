import { type Address, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { type Expression, sql } from 'kysely'
import { bytes, type Db, type Tx } from '../../db/database.ts'
import type { Scope, Touched } from '../../indexer/scope.ts'

export type Move = {
  readonly collection: Address
  readonly tokenId: bigint
  readonly from: Address
  readonly to: Address
  readonly quantity: bigint
}
type Where = { readonly tx: Tx; readonly chainId: number; readonly touched: Touched }

/** A transfer's effect on holdings and supply: commutative, so an orphaned one is undone by `unmoveItems`. */
export async function moveItems(scope: Scope, move: Move): Promise<void> {
  await ensureItem(scope, move)
  await shift(scope, move, 1n)
}

export async function unmoveItems(where: Where, move: Move): Promise<void> {
  await shift(where, move, -1n)
}

async function shift({ tx, chainId, touched }: Where, move: Move, sign: 1n | -1n): Promise<void> {
  const { collection, tokenId, from, to } = move
  const amount = move.quantity * sign
  touched.item(move)
  if (from !== ZERO_ADDRESS) await addHolding(tx, chainId, { collection, tokenId, owner: from }, -amount)
  if (to !== ZERO_ADDRESS) await addHolding(tx, chainId, { collection, tokenId, owner: to }, amount)
  for (const owner of [from, to]) if (owner !== ZERO_ADDRESS) touched.holder({ collection, tokenId, owner })
  const supply = (from === ZERO_ADDRESS ? amount : 0n) - (to === ZERO_ADDRESS ? amount : 0n)
  if (supply === 0n) return
  await tx
    .updateTable('item')
    .set(({ eb, ref }) => ({
      supply: eb(ref('supply'), '+', sql<bigint>`${supply}::numeric`),
      // A mint may name another metadata than was declared: the chain's word is read.
      ...(sign > 0n && from === ZERO_ADDRESS ? { metadata_next_at: 0, metadata_tries: 0 } : {}),
    }))
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .execute()
}

type Key = { readonly collection: Address; readonly tokenId: bigint; readonly owner: Address }

async function addHolding(tx: Tx, chainId: number, key: Key, amount: bigint): Promise<void> {
  const sum: Expression<bigint> = sql`holding.quantity + excluded.quantity`
  await tx
    .insertInto('holding')
    .values({
      chain_id: chainId,
      collection: bytes(key.collection),
      token_id: key.tokenId,
      owner: bytes(key.owner),
      quantity: amount,
      received_at: 0,
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'collection', 'token_id', 'owner']).doUpdateSet({ quantity: sum }))
    .execute()
}

/** Empty holdings go; the others say when their owner last received the item. */
export async function refreshHoldings(tx: Tx, chainId: number, keys: Iterable<Key>): Promise<void> {
  for (const key of keys) {
    const holding = { chain_id: chainId, collection: bytes(key.collection), token_id: key.tokenId, owner: bytes(key.owner) }
    await tx
      .deleteFrom('holding')
      .where(({ and, eb }) => and([and(holding), eb('quantity', '=', 0n)]))
      .execute()
    const received = await tx
      .selectFrom('item_transfer')
      .select(({ fn }) => fn.max('at').as('at'))
      .where('chain_id', '=', chainId)
      .where('collection', '=', holding.collection)
      .where('token_id', '=', key.tokenId)
      .where('to_account', '=', holding.owner)
      .executeTakeFirst()
    await tx
      .updateTable('holding')
      .set({ received_at: received?.at ?? 0 })
      .where(({ and }) => and(holding))
      .execute()
  }
}

async function ensureItem({ tx, chainId, block }: Scope, move: Move): Promise<void> {
  await tx
    .insertInto('item')
    .values({
      chain_id: chainId,
      collection: bytes(move.collection),
      token_id: move.tokenId,
      standard: TOKEN_STANDARD.ERC721,
      supply: 0n,
      creator: bytes(move.to),
      name: '',
      category_id: null,
      metadata_url: '',
      metadata: '',
      media_kind: 'unknown',
      width: 0,
      height: 0,
      royalties: '[]',
      declared_royalties: '[]',
      is_declared: false,
      declared_at: 0,
      is_confirmed: false,
      is_visible: true,
      mint_tx: null,
      created_at: block.timestamp,
      traded_at: 0,
      is_on_sale: false,
      floor: null,
      metadata_next_at: null,
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'collection', 'token_id']).doNothing())
    .execute()
}

export async function holdingOf(db: Db, chainId: number, key: Key): Promise<bigint> {
  const row = await db
    .selectFrom('holding')
    .select('quantity')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(key.collection))
    .where('token_id', '=', key.tokenId)
    .where('owner', '=', bytes(key.owner))
    .executeTakeFirst()
  return row?.quantity ?? 0n
}
