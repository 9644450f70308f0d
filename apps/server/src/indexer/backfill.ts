import type { Chain } from '../chain/chain.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/database.ts'
import { allCollections } from '../modules/collections/store.ts'
import { applyTolerant } from './apply.ts'
import { type Cursor, insertBlock, moveCursor } from './checkpoint.ts'
import { genuineOf, madeBy } from './genuine.ts'
import { fetchFacts, RpcFault, rawOf } from './rpc.ts'
import type { RawLog } from './scope.ts'

const FIRST_RANGE = 1_000
const WIDEST_RANGE = 10_000

/** Reads old blocks by ranges that grow and shrink, blocks without a log of ours unseen. Answers where the cursor stands then. */
export async function backfill(context: Context, chain: Chain, epoch: number, from: Cursor, until: number): Promise<Cursor> {
  let cursor = from
  for (let width = FIRST_RANGE; cursor.number < until; ) {
    const to = Math.min(until, cursor.number + width)
    try {
      cursor = await readRange(context, chain, epoch, cursor, to)
      width = Math.min(WIDEST_RANGE, width * 2)
    } catch (error) {
      // Too many logs, or blocks, for this node: half as many may do.
      if (width === 1 || !isNodesFault(error)) throw error
      width = Math.max(1, Math.floor(width / 4))
    }
  }
  return cursor
}

async function readRange(context: Context, chain: Chain, epoch: number, from: Cursor, to: number): Promise<Cursor> {
  const end = await fetchFacts(chain.client, to)
  if (!end) throw new RpcFault(`Block ${to} is not there`)
  const logs = await rangeLogs(context, chain, from.number + 1, to)
  const genuine = await genuineOf(chain, context.signer.minter, logs)
  let cursor = from
  for (const [number, inBlock] of Map.groupBy(logs, (log) => log.blockNumber)) {
    const block = await fetchFacts(chain.client, number)
    if (!block || inBlock.some((log) => log.blockHash !== block.hash)) throw new RpcFault(`The logs of block ${number} are of another one`)
    await applyTolerant({ context, chain, epoch, genuine }, cursor, { block, logs: inBlock })
    cursor = { number, hash: block.hash }
  }
  if (cursor.number === to) return cursor
  await transact(context.db, async (tx) => {
    await moveCursor(tx, chain.id, epoch, cursor, end, context.clock.now())
    await insertBlock(tx, chain.id, end)
  })
  return { number: end.number, hash: end.hash }
}

/** Logs of the exchange, the factory and all our collections, those that begin within the range included; in order. */
async function rangeLogs(context: Context, chain: Chain, from: number, to: number): Promise<RawLog[]> {
  const range = { fromBlock: BigInt(from), toBlock: BigInt(to) }
  const { exchange, collectionFactory } = chain.config.contracts
  const known = await allCollections(context.db, chain.id)
  const made = madeBy(collectionFactory, (await chain.client.getLogs({ ...range, address: collectionFactory })).map(rawOf))
  const address = [exchange, collectionFactory, ...new Set([...known, ...made])]
  const logs = (await chain.client.getLogs({ ...range, address })).map(rawOf)
  return logs.sort((a, b) => a.blockNumber - b.blockNumber || a.index - b.index)
}

function isNodesFault(error: unknown): boolean {
  return error instanceof Error && /Rpc|Timeout|HttpRequest|RpcFault|Limit/.test(error.name)
}
