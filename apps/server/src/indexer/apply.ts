import { AppError } from '@plinth/api'
import { type Address, ProtocolError } from '@plinth/protocol'
import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { bytes, sqlState, type Tx, transact } from '../db/database.ts'
import { knownCollections } from '../modules/collections/store.ts'
import { tellEvents } from '../modules/notices/tell.ts'
import { type Cursor, insertBlock, moveCursor } from './checkpoint.ts'
import { type BoundLog, bindLogs } from './handlers/index.ts'
import type { FetchedBlock } from './rpc.ts'
import { type Scope, Touched } from './scope.ts'
import { lockMakers, settle } from './settle.ts'

/** A handler could not take this log; the block goes on without it. */
export class HandlerFault extends Error {
  override readonly name = 'HandlerFault'
  readonly logIndex: number
  constructor(logIndex: number, cause: unknown) {
    super(`Log ${logIndex} could not be taken: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.logIndex = logIndex
  }
}

export type Write = {
  readonly context: Context
  readonly chain: Chain
  readonly epoch: number
  readonly genuine: ReadonlySet<Address>
}

/** Writes one block with all its effects and moves the cursor, or nothing of it. Logs named in `faults` are kept without effect. */
export async function applyBlock(
  write: Write,
  from: Cursor,
  fetched: FetchedBlock,
  faults: ReadonlyMap<number, string>,
  isQuiet = false,
): Promise<void> {
  const { context, chain, epoch } = write
  await transact(context.db, async (tx) => {
    const { block } = fetched
    await moveCursor(tx, chain.id, epoch, from, { number: block.number, hash: block.hash }, context.clock.now())
    await insertBlock(tx, chain.id, block)
    const bound = await bindKnown(tx, write, fetched)
    if (bound.length === 0) return
    const scope = scopeOf(tx, write, fetched)
    await lockMakers(
      tx,
      chain.id,
      chain.config.contracts.exchange,
      bound.flatMap((log) => log.accounts),
    )
    for (const entry of bound) await take(scope, entry, faults.get(entry.log.index))
    await settle(scope)
    if (!isQuiet) await tellEvents(tx, scope.told)
    await announce(scope)
  })
}

/**
 * A log whose handler fails for good is kept without effect, and notices that can't be written are left out: one bad
 * event can't stop the chain.
 */
export async function applyTolerant(write: Write, from: Cursor, fetched: FetchedBlock): Promise<void> {
  const faults = new Map<number, string>()
  for (let isQuiet = false; ; ) {
    try {
      return await applyBlock(write, from, fetched, faults, isQuiet)
    } catch (error) {
      if (isFinal(error) && !isQuiet) {
        write.context.log.error('block told to nobody', { chainId: write.chain.id, block: fetched.block.number, error })
        isQuiet = true
        continue
      }
      if (!(error instanceof HandlerFault) || faults.has(error.logIndex)) throw error
      write.context.log.error('log skipped', { chainId: write.chain.id, block: fetched.block.number, logIndex: error.logIndex, error })
      faults.set(error.logIndex, error.message)
    }
  }
}

function scopeOf(tx: Tx, { context, chain, genuine }: Write, { block }: Pick<FetchedBlock, 'block'>): Scope {
  return {
    tx,
    chainId: chain.id,
    contracts: chain.config.contracts,
    minter: context.signer.minter,
    block,
    touched: new Touched(),
    told: [],
    isGenuine: (address) => genuine.has(address),
  }
}

async function bindKnown(tx: Tx, { chain, genuine }: Write, { logs }: FetchedBlock): Promise<BoundLog[]> {
  const known = await knownCollections(tx, chain.id, new Set(logs.map((log) => log.address)))
  return bindLogs(logs, chain.config.contracts.exchange, (address) => known.has(address) || genuine.has(address))
}

async function take(scope: Scope, entry: BoundLog, fault: string | undefined): Promise<void> {
  const { log } = entry
  await scope.tx
    .insertInto('chain_log')
    .values({
      chain_id: scope.chainId,
      block_hash: bytes(log.blockHash),
      log_index: log.index,
      block_number: log.blockNumber,
      tx_hash: bytes(log.txHash),
      address: bytes(log.address),
      event: entry.event,
      subject: entry.subject,
      args: JSON.stringify(entry.args, storable),
      fault: fault ?? null,
    })
    .execute()
  if (fault !== undefined) return
  try {
    await entry.apply(scope)
  } catch (error) {
    throw isFinal(error) ? new HandlerFault(log.index, error) : error
  }
}

/** Bigints as text; NUL, which a hostile name may carry, can't be stored. */
function storable(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : value
}

/** Data the database will never take, or a rule or a line of ours that will always break on it. Anything else may pass later. */
function isFinal(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(22|23)...$/.test(state)
  return error instanceof TypeError || error instanceof RangeError || error instanceof ProtocolError || error instanceof AppError
}

async function announce(scope: Scope): Promise<void> {
  const rows = [...scope.touched.items.values()].map((item) => ({
    topic: 'item',
    chain_id: scope.chainId,
    key: `${item.collection}:${item.tokenId}`,
    created_at: scope.block.timestamp,
  }))
  if (rows.length > 0) await scope.tx.insertInto('outbox').values(rows).execute()
}
