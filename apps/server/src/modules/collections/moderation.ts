import type { Address } from '@plinth/protocol'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db, type Tx, transact } from '../../db/database.ts'
import { type CollectionRow, findCollection } from '../../state/collections/store.ts'
import { applyRulesIn } from '../../state/items/moderated.ts'
import { refreshItems } from '../../state/items/state.ts'
import { type AuditEntry, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { planResync } from '../reading/service.ts'

/** Items checked in one statement. */
const BATCH = 2_000

type Named = { readonly chainId: number; readonly address: Address }

const LISTED = 100

/** A page of all collections confirmed by the chains, hidden or not, newest first. */
export async function listKnown(db: Db, chainId: number | undefined, page: number) {
  const rows = await db
    .selectFrom('collection')
    .select(['chain_id', 'address', 'name', 'standard', 'is_official', 'is_verified', 'is_hidden', 'is_locked'])
    .where('is_confirmed', '=', true)
    .$if(chainId !== undefined, (query) => query.where('chain_id', '=', chainId ?? 0))
    .orderBy('id', 'desc')
    .limit(LISTED)
    .offset((page - 1) * LISTED)
    .execute()
  return rows.flatMap(
    ({ chain_id: chain, address, name, standard, is_official: official, is_verified: verified, is_hidden: hidden, is_locked: locked }) =>
      address ? [{ chain, address: addressOf(address), name, standard, official, verified, hidden, 'trade locked': locked }] : [],
  )
}

/** Those that lost the operator's mark by a change of their owner's, the latest first. */
export async function listUnmarked(db: Db) {
  const rows = await db
    .selectFrom('collection')
    .select(['chain_id', 'address', 'name', 'mark_lost_at', 'mark_lost_by'])
    .where('mark_lost_at', 'is not', null)
    .orderBy('mark_lost_at', 'desc')
    .limit(LISTED)
    .execute()
  return rows.flatMap(({ chain_id: chain, address, name, mark_lost_at: since, mark_lost_by: changed }) =>
    address ? [{ chain, address: addressOf(address), name, changed, since: new Date((since ?? 0) * 1_000).toISOString() }] : [],
  )
}

/** Sets whether visitors see that the operator has verified it. */
export async function verifyCollection(context: Context, operator: Operator, named: Named, isVerified: boolean): Promise<void> {
  await requireKnown(context.db, named)
  await transact(context.db, async (tx) => {
    await setCollection(tx, context, named, { is_verified: isVerified, mark_lost_at: null, mark_lost_by: '' })
    await recordAudit(tx, context.clock, operator, { what: `collections ${isVerified ? 'verify' : 'unverify'}`, subject: subjectOf(named) })
  })
}

/** A hidden collection is in no list, and all its items, later ones included, are hidden with it. */
export async function hideCollection(context: Context, operator: Operator, named: Named, isHidden: boolean): Promise<void> {
  await transact(context.db, async (tx) => recordAudit(tx, context.clock, operator, await hideCollectionIn(tx, context, named, isHidden)))
}

/** The same as a part of another command, which records it. @throws OperatorRefused */
export async function hideCollectionIn(tx: Tx, context: Context, named: Named, isHidden: boolean): Promise<AuditEntry> {
  const { is_hidden, is_official } = await requireKnown(tx, named)
  if (is_official)
    throw new OperatorRefused('The official collections can’t be hidden: people mint in them.', {
      zh: '官方合集不能隐藏：用户在其中铸造。',
      field: 'collection',
    })
  if (is_hidden === isHidden)
    throw new OperatorRefused(`${named.address} is ${isHidden ? 'hidden' : 'shown'} already.`, {
      zh: `该合集已${isHidden ? '被隐藏' : '在显示'}，无需重复操作。`,
      field: 'collection',
    })
  return ruleIn(tx, context, named, { set: { is_hidden: isHidden }, what: `collections ${isHidden ? 'hide' : 'show'}` })
}

/** Items of a locked collection, later ones included, can't be put up for sale, and present listings can't be bought here. */
export async function lockCollection(context: Context, operator: Operator, named: Named, isLocked: boolean): Promise<void> {
  const { is_locked, is_official } = await requireKnown(context.db, named)
  if (is_official)
    throw new OperatorRefused('The official collections can’t be locked: lock single items of theirs.', {
      zh: '官方合集不能锁定：请锁定其中的单件作品。',
      field: 'collection',
    })
  if (is_locked === isLocked)
    throw new OperatorRefused(`${named.address} is ${isLocked ? 'locked' : 'not locked'} already.`, {
      zh: `该合集${isLocked ? '已被锁定' : '未被锁定'}，无需重复操作。`,
      field: 'collection',
    })
  const ruling = { set: { is_locked: isLocked }, what: `collections ${isLocked ? 'lock' : 'unlock'}` }
  await transact(context.db, async (tx) => recordAudit(tx, context.clock, operator, await ruleIn(tx, context, named, ruling)))
}

type Said = Partial<Pick<CollectionRow, 'is_verified' | 'is_hidden' | 'is_locked' | 'is_official' | 'mark_lost_at' | 'mark_lost_by'>> & {
  readonly signer?: Buffer
}

export async function setCollection(tx: Tx, { clock }: Context, { chainId, address }: Named, said: Said): Promise<void> {
  await tx
    .updateTable('collection')
    .set({ ...said, updated_at: clock.now() })
    .where('chain_id', '=', chainId)
    .where('address', '=', bytes(address))
    .execute()
}

type Ruling = { readonly set: { is_hidden: boolean } | { is_locked: boolean }; readonly what: string }

async function ruleIn(tx: Tx, context: Context, named: Named, { set, what }: Ruling): Promise<AuditEntry> {
  const { chainId, address } = named
  await setCollection(tx, context, named, set)
  await applyRulesIn({ tx, chainId }, address)
  const items = await tx
    .selectFrom('item')
    .select('token_id')
    .where('chain_id', '=', chainId)
    .where('collection', '=', bytes(address))
    .execute()
  for (let at = 0; at < items.length; at += BATCH)
    await refreshItems(
      tx,
      chainId,
      items.slice(at, at + BATCH).map(({ token_id }) => ({ collection: address, tokenId: token_id })),
    )
  return { what, subject: subjectOf(named) }
}

/** Reads its old blocks once more, in addition to new ones. @throws OperatorRefused */
export async function resyncCollection(context: Context, operator: Operator, named: Named, from?: number, to?: number): Promise<string> {
  const { followed_from } = await requireKnown(context.db, named)
  const { chainId, address } = named
  const about = {
    key: bytes(address),
    begin: followed_from,
    what: 'collections reread',
    subject: subjectOf(named),
    named: address,
    zh: `${address} `,
  }
  return planResync(context, operator, { chainId, from, to }, about)
}

/** @throws OperatorRefused */
export async function requireKnown(db: Db, { chainId, address }: Named) {
  const row = await findCollection(db, chainId, address)
  if (!row)
    throw new OperatorRefused(`${address} is no collection of this market on chain ${chainId}: \`collections import\` brings one in.`, {
      zh: `${address} 不是本站在链 ${chainId} 上的合集，可先将其引入。`,
      field: 'collection',
    })
  return row
}

export function subjectOf({ chainId, address }: Named): string {
  return `collection ${chainId}/${address}`
}
