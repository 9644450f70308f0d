import { BASE_URI, TOKEN_STANDARD } from '@plinth/protocol'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import { placeNamed } from '../../db/search.ts'
import { blank } from '../../state/collections/confirm.ts'
import { nameOf } from './names.ts'

/** Adds the collection that boxes mint into, and that only they can mint in, from the first series with such prizes on. */
export async function ensurePrizeCollection({ db, clock }: Context, chain: Chain): Promise<void> {
  const address = chain.config.contracts.prizeCollection
  const named = await nameOf(chain, address)
  const now = clock.now()
  await transact(db, async (tx) => {
    const made = await tx
      .insertInto('collection')
      .values({
        ...blank,
        ...named,
        chain_id: chain.id,
        address: bytes(address),
        standard: TOKEN_STANDARD.ERC721,
        cover: '/favicon.svg',
        owner: bytes(address),
        signer: bytes(address),
        is_verified: true,
        is_confirmed: true,
        // Its contract has no function that changes a URI.
        frozen_prefix: BASE_URI,
        followed_from: chain.config.deployBlock,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await placeNamed(tx, 'collection_search', made.id, named.name)
  })
}
