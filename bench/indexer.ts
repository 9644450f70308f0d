import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { configOf } from '../apps/server/src/config/server-config.ts'
import { type Context, createContext } from '../apps/server/src/context.ts'
import { openDatabase } from '../apps/server/src/db/driver.ts'
import { headerOf, logsOf } from '../apps/server/src/indexer/answers.ts'
import { applyPortion, type Write } from '../apps/server/src/indexer/apply.ts'
import { Follower } from '../apps/server/src/indexer/indexer.ts'
import { revertBlocksAbove } from '../apps/server/src/indexer/reorg.ts'
import { ensureOfficialCollections } from '../apps/server/src/modules/collections/service.ts'
import { prepareDatabase } from '../apps/server/src/prepare-database.ts'
import { type Cursor, claimCursor, readCursor, startCursor } from '../apps/server/src/state/chain/checkpoint.ts'
import { benchChain, CHAIN_ID, COLLECTION, KEYS } from './bench-chain.ts'
import { buildChain, type MovingChain } from './moving-chain.ts'
import { printTable } from './table.ts'

const ROLLED_BACK = 32
/** Batch size of the backfill, in logs. */
const PORTION = 2_000

const NOW_S = Math.floor(Date.now() / 1_000)
const LONG_AGO_S = NOW_S - 365 * 86_400

type Case = {
  readonly name: string
  readonly chain: Pick<MovingChain, 'items' | 'perBlock' | 'blocks' | 'since'>
  readonly backfillGap: number
}

/** Speed at which the indexer writes transfers, with all derived rows, and reverts blocks. */
const CASES: readonly Case[] = [
  { name: 'history, 100 transfers a block', chain: { items: 10_000, perBlock: 100, blocks: 1_000, since: LONG_AGO_S }, backfillGap: 64 },
  { name: 'history, 1,000 transfers a block', chain: { items: 10_000, perBlock: 1_000, blocks: 100, since: LONG_AGO_S }, backfillGap: 1 },
  { name: 'of late, everybody told', chain: { items: 10_000, perBlock: 1_000, blocks: 60, since: NOW_S - 3_600 }, backfillGap: 1 },
  {
    name: 'block by block, 300 each, everybody told',
    chain: { items: 10_000, perBlock: 300, blocks: 100, since: NOW_S - 3_600 },
    backfillGap: 1e6,
  },
]

/** A server's context on an empty market in a database of its own. */
async function inMarket<T>(urls: readonly string[], work: (context: Context) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  chmodSync(dataDir, 0o711)
  const opened = await openDatabase({ dataDir, log: () => undefined })
  try {
    const config = configOf({ dataDir, chains: [benchChain(urls)], publicUrl: 'http://plinth.test' }, 80)
    const context = await createContext({ config, dialect: opened.dialect, keys: KEYS })
    await prepareDatabase(context)
    await ensureOfficialCollections(context, context.chains.default)
    return await work(context)
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** From the first request to the last commit. */
async function measureWhole({ name, chain, backfillGap }: Case): Promise<string[]> {
  const moving: MovingChain = { chainId: CHAIN_ID, collection: COLLECTION, ...chain }
  const node = await startNode(moving)
  try {
    return await inMarket([node.url], async (context) => {
      const follower = new Follower(context, context.chains.get(CHAIN_ID), { backfillGap })
      const begun = performance.now()
      follower.begin()
      await follower.waitForBlock(moving.blocks)
      const seconds = (performance.now() - begun) / 1_000
      await follower.stop()
      return rowOf(context, { name, moving, seconds })
    })
  } finally {
    node.child.kill()
  }
}

/** Only the writes, of blocks that are read already. */
async function measureApplied({ name, chain, backfillGap }: Case): Promise<string[]> {
  const moving: MovingChain = { chainId: CHAIN_ID, collection: COLLECTION, ...chain }
  return inMarket(['http://127.0.0.1:1'], async (context) => {
    const [genesis, ...read] = buildChain(moving).map(({ header, logs }) => ({ block: headerOf(header, 1e12), logs: logsOf(logs) }))
    if (!genesis) throw new Error('There is no chain')
    await startCursor(context.db, CHAIN_ID, genesis.block, NOW_S)
    const epoch = await claimCursor(context.db, CHAIN_ID)
    if (epoch === undefined) throw new Error('Somebody else writes the chain')
    const write: Write = { context, chain: context.chains.get(CHAIN_ID), epoch }
    const together = backfillGap > moving.blocks ? 1 : Math.max(1, Math.floor(PORTION / moving.perBlock))
    const begun = performance.now()
    let cursor: Cursor = genesis.block
    for (let first = 0; first < read.length; first += together) {
      const blocks = read.slice(first, first + together)
      const to = blocks.at(-1)?.block ?? genesis.block
      await applyPortion(write, cursor, { blocks, to, trustedClones: new Map(), isOld: together > 1 })
      cursor = to
    }
    return rowOf(context, { name, moving, seconds: (performance.now() - begun) / 1_000 })
  })
}

async function rowOf(context: Context, { name, moving, seconds }: { name: string; moving: MovingChain; seconds: number }) {
  const transfers = moving.perBlock * moving.blocks
  await checkComplete(context, transfers)
  const [rate, back] = [Math.round(transfers / seconds), Math.round(await rollBack(context, moving))]
  return [name, transfers.toLocaleString('en'), seconds.toFixed(1), rate.toLocaleString('en'), `${back.toLocaleString('en')} ms`]
}

async function checkComplete({ db }: Context, transfers: number): Promise<void> {
  const { count } = await db
    .selectFrom('item_transfer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count !== transfers) throw new Error(`${count} transfers are in the tables instead of ${transfers}`)
}

async function rollBack(context: Context, moving: MovingChain): Promise<number> {
  const { db } = context
  const chain = context.chains.get(CHAIN_ID)
  const ancestor = buildChain(moving).at(-1 - ROLLED_BACK)
  const cursor = await readCursor(db, CHAIN_ID)
  if (!cursor || !ancestor) throw new Error('The chain is too short to be rolled back')
  const begun = performance.now()
  const { number, hash } = ancestor
  await revertBlocksAbove({ context, chain, epoch: cursor.epoch }, cursor, { number, hash, timestamp: moving.since + number })
  return performance.now() - begun
}

async function startNode(chain: MovingChain): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL('./moving-chain.ts', import.meta.url), [JSON.stringify(chain)])
  const url = await new Promise<string>((done, fail) => {
    child.once('message', (message: { url: string }) => done(message.url))
    child.once('exit', () => fail(new Error('The node did not start')))
  })
  return { child, url }
}

console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
for (const [title, measure] of [
  ['Written', measureApplied],
  ['Read from a node in a process of its own, and written', measureWhole],
] as const) {
  const rows: string[][] = []
  for (const one of CASES) rows.push(await measure(one))
  console.log(`\n${title}\n`)
  printTable(['', 'transfers', 's', 'transfers/s', `${ROLLED_BACK} blocks back`], rows)
}
