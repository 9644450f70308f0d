import type { Address, TokenStandard } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { type Tx, transact } from '../db/database.ts'
import { withoutNul } from '../db/text.ts'
import { notify } from '../modules/notices/service.ts'
import type { BlockContext } from '../state/block-context.ts'
import { type Cursor, insertBlocks, moveCursor } from '../state/chain/checkpoint.ts'
import type { BlockFacts } from '../state/chain/raw-log.ts'
import type { FetchedBlock } from '../state/chain/staged-block.ts'
import { knownCollections } from '../state/collections/store.ts'
import { lockMakers, recomputeDerived } from '../state/derived.ts'
import { DirtyKeys } from '../state/dirty-keys.ts'
import type { Reading } from '../state/offers/read-spendable.ts'
import { WriteBatch } from '../state/write-batch.ts'
import { faultKey, HandlerFault, isFinal, type Tolerated, tolerate } from './faults.ts'
import { takeReadings } from './funding.ts'
import { type BoundLog, bindLogs } from './handlers/index.ts'

export type Write = { readonly context: Context; readonly chain: Chain; readonly epoch: number }

/** Blocks that are written together, with the logs that may concern the market. */
export type Portion = {
  readonly blocks: readonly FetchedBlock[]
  /** The cursor's block afterwards: the last of them, or a later one when those between hold no logs of ours. */
  readonly to: BlockFacts
  /** Collections of ours that begin in these blocks. */
  readonly trustedClones: ReadonlyMap<Address, TokenStandard>
  /** What bidders can pay as of the last block. */
  readonly readings?: readonly Reading[]
  /** The exchange's buyer fee in bps as of the last block, where one was asked for. */
  readonly buyerFee?: number | undefined
  /** Read by ranges: emits no events. */
  readonly isOld?: boolean
  /** Further writes of the same transaction. */
  readonly also?: (tx: Tx) => Promise<void>
}

/**
 * Writes blocks with all their effects and moves the cursor, in one transaction. A log whose handler fails is kept without
 * effect.
 */
export async function applyPortion(write: Write, from: Cursor, portion: Portion): Promise<void> {
  const { context, chain, epoch } = write
  await tolerate(context.log, { chainId: chain.id, block: portion.to.number }, (tolerated) =>
    transact(context.db, async (tx) => {
      await moveCursor(tx, chain.id, epoch, from, portion.to, context.clock.now())
      await insertBlocks(tx, chain.id, [...portion.blocks.map(({ block }) => block), portion.to])
      await takeBlocks(tx, write, portion, tolerated)
      await portion.also?.(tx)
    }),
  )
}

async function takeBlocks(tx: Tx, write: Write, portion: Portion, tolerated: Tolerated): Promise<void> {
  const { chain } = write
  const { blocks, readings = [] } = portion
  const bound = await bindKnown(tx, chain, portion)
  if (bound.length === 0 && readings.length === 0) return
  await lockMakers(tx, chain.id, [...bound.flatMap((log) => log.accounts), ...readings.map(({ funder }) => funder.account)])
  const last = openBlock(tx, write, portion, portion.to)
  last.writes.buyerFee = portion.buyerFee
  for (const { block } of blocks) {
    const blockContext = { ...last, block }
    for (const entry of bound) if (entry.log.blockHash === block.hash) await takeLog(blockContext, entry, tolerated)
  }
  await takeReadings(last, readings)
  await last.writes.flush(last)
  await recomputeDerived(last, portion)
  await notifyBlock(write, last, tolerated)
}

/** Older events cause no notices: rebuilding the tables must not flood accounts with them. */
const NEWS_LIFE_S = 30 * 86_400

export async function notifyBlock({ context }: Write, { tx, events }: BlockContext, { isQuiet }: Tolerated): Promise<void> {
  const since = context.clock.now() - NEWS_LIFE_S
  if (!isQuiet)
    await notify(
      tx,
      events.filter((event) => event.at >= since),
    )
}

export function openBlock(
  tx: Tx,
  { chain }: Pick<Write, 'chain'>,
  { trustedClones, isOld }: Pick<Portion, 'trustedClones' | 'isOld'>,
  block: BlockFacts,
): BlockContext {
  return {
    tx,
    chainId: chain.id,
    contracts: chain.config.contracts,
    block,
    dirty: new DirtyKeys({ isOld }),
    writes: new WriteBatch(),
    events: [],
    isTrustedClone: (address) => trustedClones.has(address),
  }
}

export async function bindKnown(
  tx: Tx,
  chain: Chain,
  { blocks, trustedClones }: Pick<Portion, 'blocks' | 'trustedClones'>,
): Promise<BoundLog[]> {
  const logs = blocks.flatMap((block) => block.logs)
  const known = await knownCollections(tx, chain.id, new Set(logs.map((log) => log.address)))
  return bindLogs(logs, chain.config.contracts, (address) => known.get(address) ?? trustedClones.get(address))
}

export async function takeLog(
  blockContext: BlockContext,
  { log, event, subject, args, isTyped, apply }: BoundLog,
  tolerated: Tolerated,
): Promise<void> {
  const fault = tolerated.faults.get(faultKey(log))
  blockContext.dirty.transactions.set(log.txHash, 'done')
  blockContext.writes.cost(log)
  if (!isTyped || fault !== undefined)
    blockContext.writes.logs.push({ ...log, event, subject, args: JSON.stringify(args, storable), fault })
  if (fault !== undefined) return
  try {
    await apply(blockContext)
    if (tolerated.isCareful) await blockContext.writes.flush(blockContext)
  } catch (error) {
    throw isFinal(error) ? new HandlerFault(log, error) : error
  }
}

/** Bigints as text; without NUL, which a hostile name may carry and PostgreSQL can't store. */
function storable(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' ? withoutNul(value) : value
}
