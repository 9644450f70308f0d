import type { Address } from '@plinth/protocol'
import { type RawBuilder, sql } from 'kysely'
import { byteas, givenRows, int8s, numerics } from './columns.ts'

export type ItemRef = { readonly chainId: number; readonly collection: Address; readonly tokenId: bigint }

/** The key of an item in maps over several chains. */
export function refKey({ chainId, collection, tokenId }: ItemRef): string {
  return `${chainId}:${collection}:${tokenId}`
}

/** Rows of any of these items, in every table that is keyed by item. */
export function isAnyOf(refs: readonly ItemRef[]): RawBuilder<boolean> {
  if (refs.length === 0) return sql<boolean>`false`
  const distinct = [...new Map(refs.map((ref) => [refKey(ref), ref])).values()]
  const given = givenRows({
    chain: int8s(distinct.map((ref) => ref.chainId)),
    contract: byteas(distinct.map((ref) => ref.collection)),
    token: numerics(distinct.map((ref) => ref.tokenId)),
  })
  return sql<boolean>`(chain_id, collection, token_id) in (select * from ${given})`
}
