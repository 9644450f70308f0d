import type { Address, TokenStandard } from '@plinth/protocol'
import { everyOne } from '../chain/editions.ts'
import { isNodeFault } from '../chain/node-fault.ts'
import type { ChainContracts } from '../config/config.ts'
import { transact } from '../db/database.ts'
import { type Cursor, moveCursor } from '../state/chain/checkpoint.ts'
import {
  cutBelow,
  cutRanges,
  dropRange,
  dropStaged,
  findFirstRange,
  forgetAddresses,
  holdRange,
  isPlannedAbove,
  MARKET,
  noteAddresses,
  planRange,
  type Range,
  resyncRanges,
  stagedBlocks,
} from '../state/chain/ranges.ts'
import type { StagedBlock } from '../state/chain/staged-block.ts'
import { forgetSpendable } from '../state/offers/funding.ts'
import { applyPortion, type Portion, type Write } from './apply.ts'
import type { RangeReader } from './range-reader.ts'
import { readRangeLogs } from './rpc.ts'
import { readingFrom } from './source.ts'
import { madeBy } from './trusted-clones.ts'

const FACTORY_WIDTH = 10_000
/** The most logs that one transaction writes. */
const MOST_LOGS = 2_000

/** Plans reading everything from the cursor up to a block, unless an earlier plan is not finished. */
export async function planBackfill({ context, chain, epoch }: Write, cursor: Cursor, until: number): Promise<void> {
  const { db } = context
  if (await findFirstRange(db, chain.id, MARKET)) return
  // Collections made in these blocks have logs too: readers must request them before the writer applies their Create events.
  for (let first = cursor.number + 1, width = FACTORY_WIDTH; first <= until; ) {
    const last = Math.min(until, first + width - 1)
    try {
      await noteMade({ context, chain }, first, last)
      first = last + 1
    } catch (error) {
      if (width === 1 || !isNodeFault(error)) throw error
      width = Math.max(1, Math.floor(width / 4))
    }
  }
  await transact(db, async (tx) => {
    // A writer that has lost its lease must not plan: its plan would lead the cursor astray.
    await moveCursor(tx, chain.id, epoch, cursor, cursor, context.clock.now())
    // Bidders' balances are not read at old blocks: those of open bids are read again at the end.
    await forgetSpendable(tx, chain.id)
    await planRange(tx, chain.id, MARKET, cursor.number + 1, until)
  })
}

/** Drops a plan that goes on above the head: another node had that of blocks which are not there, or not any more. */
export async function cutPlan({ context, chain, epoch }: Write, cursor: Cursor, head: number): Promise<void> {
  if (!(await isPlannedAbove(context.db, chain.id, head))) return
  context.log.warn('plan of old blocks dropped', { chainId: chain.id, head })
  await transact(context.db, async (tx) => {
    await moveCursor(tx, chain.id, epoch, cursor, cursor, context.clock.now())
    await cutRanges(tx, chain.id, head)
  })
}

async function noteMade({ context, chain }: Pick<Write, 'context' | 'chain'>, first: number, last: number): Promise<void> {
  const factories = everyOne(chain.config.contracts, 'collectionFactory')
  const logs = await chain.pool.withNode((node) => readRangeLogs(readingFrom(context, chain, node), first, last, factories))
  await noteAddresses(context.db, chain.id, madeBy(factories, logs))
}

/** The result of one step of the backfill. */
export type Step = { readonly at: 'moved'; readonly cursor: Cursor } | { readonly at: 'waiting' | 'done' | 'forked' }

/** Applies read ranges in block order; reads a range itself when the next one is unread. */
export async function stepBackfill(write: Write, reader: RangeReader, cursor: Cursor): Promise<Step> {
  const { context, chain } = write
  const range = await findFirstRange(context.db, chain.id, MARKET)
  if (!range) {
    await forgetAddresses(context.db, chain.id)
    return { at: 'done' }
  }
  if (range.last <= cursor.number) {
    await transact(context.db, (tx) => dropRange(tx, range))
    return { at: 'moved', cursor }
  }
  // The rest of a range must be proven to follow the cursor: the range's own first block is below it.
  if (range.first <= cursor.number) {
    await transact(context.db, (tx) => cutBelow(tx, range, cursor.number))
    return { at: 'moved', cursor }
  }
  if (!range.facts) return (await reader.readOne()) ? { at: 'moved', cursor } : { at: 'waiting' }
  if (cursor.number !== range.first - 1 || cursor.hash !== range.facts.parentHash) {
    await transact(context.db, (tx) => resyncRanges(tx, chain.id, MARKET, cursor.number))
    return { at: 'forked' }
  }
  return { at: 'moved', cursor: await applyRange(write, cursor, range, range.facts.end) }
}

async function applyRange(write: Write, from: Cursor, range: Range, end: StagedBlock['block']): Promise<Cursor> {
  const { context, chain } = write
  let cursor = from
  const portions = portionsOf(await stagedBlocks(context.db, range, from.number), chain.config.contracts)
  for (const [place, blocks] of portions.entries()) {
    const isLast = place === portions.length - 1
    const to = isLast ? end : (blocks.at(-1)?.block ?? end)
    await applyPortion(write, cursor, {
      blocks,
      to,
      trustedClones: trustedClonesIn(blocks),
      isOld: true,
      also: async (tx) => {
        await holdRange(tx, range)
        await (isLast ? dropRange(tx, range) : dropStaged(tx, range, to.number))
        // Ranges above were read without these collections.
        const added = await noteAddresses(tx, chain.id, trustedClonesIn(blocks).keys())
        if (added.length > 0) await resyncRanges(tx, chain.id, MARKET, range.last)
      },
    })
    cursor = to
  }
  return cursor
}

/**
 * Groups blocks into portions, at least one: the cursor moves even without logs. A portion ends after a block with trades, since
 * the accounts to notify depend on the holdings at its end.
 */
function portionsOf(blocks: readonly StagedBlock[], contracts: ChainContracts): StagedBlock[][] {
  const trading = [...everyOne(contracts, 'exchange'), ...everyOne(contracts, 'auctionExchange')]
  const portions: StagedBlock[][] = [[]]
  let logs = 0
  let isClosed = false
  for (const block of blocks) {
    const hasTrades = block.logs.some((log) => trading.includes(log.address))
    if (logs > 0 && (isClosed || hasTrades || logs + block.logs.length > MOST_LOGS)) {
      portions.push([])
      logs = 0
    }
    portions.at(-1)?.push(block)
    logs += block.logs.length
    isClosed = hasTrades
  }
  return portions
}

function trustedClonesIn(blocks: readonly StagedBlock[]): Portion['trustedClones'] {
  return new Map<Address, TokenStandard>(blocks.flatMap(({ trustedClones }) => [...trustedClones]))
}
