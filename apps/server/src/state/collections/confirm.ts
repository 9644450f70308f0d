import { type Address, type TokenStandard, toAddress } from '@plinth/protocol'
import { sql } from 'kysely'
import { bytes, type Tx } from '../../db/database.ts'
import { placeNamed } from '../../db/search.ts'
import { withoutNul } from '../../db/text.ts'

type Where = { readonly tx: Tx; readonly chainId: number; readonly block: { readonly timestamp: number } }
type Created = {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly standard: TokenStandard
  readonly owner: Address
  readonly signer: Address
}

/** The events by which a collection begins. */
export const CREATE_EVENTS: readonly string[] = ['CreateERC721', 'CreateERC1155']

/** The longest name shown; the chain allows 255 bytes. */
const LONGEST = 255

/** The chain's Create event completes the row that contract.create announced, or makes one (wire 6.2). */
export async function confirmCollection({ tx, chainId, block }: Where, created: Created): Promise<void> {
  const name = withoutNul(created.name).slice(0, LONGEST)
  const symbol = withoutNul(created.symbol).slice(0, LONGEST)
  const announced = await tx
    .selectFrom('collection')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('address', 'is', null)
    .where('owner', '=', bytes(created.owner))
    .where('signer', '=', bytes(created.signer))
    .where('name', '=', name)
    .where('symbol', '=', symbol)
    .where('standard', '=', created.standard)
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst()
  if (announced) {
    await tx
      .updateTable('collection')
      .set({ address: bytes(created.address), is_confirmed: true, metadata_next_at: 0, updated_at: block.timestamp })
      .where('id', '=', announced.id)
      .execute()
    return
  }
  const made = await tx
    .insertInto('collection')
    .values({
      ...blank,
      chain_id: chainId,
      address: bytes(created.address),
      name,
      symbol,
      standard: created.standard,
      owner: bytes(created.owner),
      signer: bytes(created.signer),
      is_confirmed: true,
      metadata_next_at: 0,
      created_at: block.timestamp,
      updated_at: block.timestamp,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'address'])
        // A row that a fork had reverted, kept because the operator has moderated it.
        .doUpdateSet({ owner: bytes(created.owner), is_confirmed: true, updated_at: block.timestamp })
        .where('collection.is_confirmed', '=', false),
    )
    .returning('id')
    .executeTakeFirst()
  // Otherwise the operator imported it before its first log was read.
  if (made) await placeNamed(tx, 'collection_search', made.id, name)
}

export const blank = {
  cover: '',
  banner_url: '',
  description: '',
  storage_id: '',
  short_url: '',
  is_official: false,
  is_verified: false,
  is_announced: false,
} as const

export async function setCollectionOwner({ tx, chainId }: Pick<Where, 'tx' | 'chainId'>, address: Address, owner: Address): Promise<void> {
  await tx
    .updateTable('collection')
    .set({ owner: bytes(owner) })
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(address))
    .execute()
}

/**
 * Records that the collection's owner gave up changing its token URIs; null reverts that with its block. Ignores imported
 * collections: their contracts may log the same event with another meaning.
 */
export async function setFrozenPrefix(
  { tx, chainId }: Pick<Where, 'tx' | 'chainId'>,
  address: Address,
  prefix: string | null,
): Promise<void> {
  await tx
    .updateTable('collection')
    .set({ frozen_prefix: prefix === null ? null : withoutNul(prefix).slice(0, LONGEST) })
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(address))
    .where('followed_from', 'is', null)
    .execute()
}

/**
 * Deletes rows that exist because of the chain alone, all of them or the one at an address. A row that the operator has moderated
 * stays, unconfirmed: the moderation outlives a block that is reverted and comes again.
 */
export async function forgetMade(tx: Tx, chainId: number, address?: Address): Promise<void> {
  const isRuled = sql<boolean>`(is_hidden or is_locked or is_verified or mark_lost_at is not null or links <> '[]')`
  const isMade = sql<boolean>`chain_id = ${chainId} and not is_announced and not is_official and followed_from is null
    and (${address === undefined} or address = ${address === undefined ? null : bytes(address)})`
  await tx.updateTable('collection').set({ is_confirmed: false }).where(isMade).where(isRuled).execute()
  await tx.deleteFrom('collection').where(isMade).where(sql<boolean>`not ${isRuled}`).execute()
}

/**
 * After a reorg: announced rows lose their address and go back to their maker, others are deleted; owners are read again from the
 * remaining logs.
 */
export async function unconfirmCollections(
  tx: Tx,
  chainId: number,
  { created, ownersChanged }: { created: readonly { address: Address; creator: Address }[]; ownersChanged: readonly Address[] },
): Promise<void> {
  // First, so that announced rows are out of the way: a row without an address gets no new owner.
  for (const { address, creator } of created) {
    const row = tx.updateTable('collection').where('chain_id', '=', chainId).where('address', '=', bytes(address))
    await row
      .where('is_announced', '=', true)
      .set({ address: null, is_confirmed: false, owner: bytes(creator) })
      .execute()
    await forgetMade(tx, chainId, address)
  }
  for (const address of ownersChanged) {
    const log = await tx
      .selectFrom('chain_log')
      .select(['event', 'args'])
      .where('chain_id', '=', chainId)
      .where('address', '=', bytes(address))
      .where('event', 'in', ['OwnershipTransferred', ...CREATE_EVENTS])
      .where('fault', 'is', null)
      .orderBy('block_number', 'desc')
      .orderBy('log_index', 'desc')
      .executeTakeFirst()
    const owner = log && CREATE_EVENTS.includes(log.event) ? log.args.creator : log?.args.newOwner
    // With no owner log left, the collection has no owner, as before the first one.
    await setCollectionOwner({ tx, chainId }, address, typeof owner === 'string' ? toAddress(owner) : address)
  }
}
