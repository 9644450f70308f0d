import { AppError } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { RequestContext } from '../../context.ts'
import { bytes, type Db, transact } from '../../db/database.ts'
import { type CollectionRow, findCollection } from '../../state/collections/store.ts'
import { mintSignerOf } from './mint-signer.ts'

export type Voucher = { readonly v: string; readonly r: Hex; readonly s: Hex; readonly tokenId: bigint }

/** Allots the next token id of a collection to the caller and signs a voucher by which only the caller may mint it. */
export async function signVoucher(context: RequestContext, input: { collection: Address; chainId?: number }): Promise<Voucher> {
  const { address } = context.requireCaller()
  const chain = await context.chains.resolveForWrite(input)
  await chain.requireTrusted()
  const collection = await findCollection(context.db, chain.id, input.collection)
  checkMinter(collection, address)
  const mintSigner = await mintSignerOf(context, chain, { address: input.collection, signer: collection.signer })
  const tokenId = await allotTokenId(context.db, chain.id, input.collection, address, context.clock.now())
  const voucher = { chainId: chain.id, collection: input.collection, tokenId, minter: address }
  const { v, r, s } = await context.signer.mintVoucher(voucher, mintSigner)
  return { v: String(v), r, s, tokenId }
}

/** In the official collection anyone mints, in a user's only its owner (decision 37). */
export function checkMinter(collection: CollectionRow | undefined, minter: Address): asserts collection is CollectionRow {
  if (!collection) throw new AppError('COLLECTION_UNKNOWN')
  if (!collection.is_official && collection.owner !== minter) throw new AppError('COLLECTION_NOT_YOURS')
}

/** Each id once, from 1; skips ids that are minted on chain. */
async function allotTokenId(db: Db, chainId: number, collection: Address, account: Address, now: number): Promise<bigint> {
  return transact(db, async (tx) => {
    const key = { chain_id: chainId, collection: bytes(collection) }
    for (;;) {
      const { last } = await tx
        .insertInto('token_counter')
        .values({ ...key, last: 1n })
        .onConflict((conflict) => conflict.columns(['chain_id', 'collection']).doUpdateSet({ last: sql<bigint>`token_counter.last + 1` }))
        .returning('last')
        .executeTakeFirstOrThrow()
      const minted = await tx
        .selectFrom('item_transfer')
        .select('log_index')
        .where(({ and }) => and({ ...key, token_id: last }))
        .executeTakeFirst()
      if (minted) continue
      await tx
        .insertInto('token_allotment')
        .values({ ...key, token_id: last, account: bytes(account), created_at: now })
        .execute()
      return last
    }
  })
}

export async function isAllotted(db: Db, chainId: number, collection: Address, tokenId: bigint, account: Address): Promise<boolean> {
  const row = await db
    .selectFrom('token_allotment')
    .select('created_at')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(collection))
    .where('token_id', '=', tokenId)
    .where('account', '=', bytes(account))
    .executeTakeFirst()
  return row !== undefined
}
