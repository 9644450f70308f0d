import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { toAddress } from '@plinth/protocol'
import type { ChainConfig } from '../apps/server/src/config.ts'
import { type Context, createContext, prepareDatabase } from '../apps/server/src/context.ts'
import { openDatabase } from '../apps/server/src/db/driver.ts'
import { readCursor } from '../apps/server/src/indexer/checkpoint.ts'
import { Follower } from '../apps/server/src/indexer/indexer.ts'
import { orphanAbove } from '../apps/server/src/indexer/reorg.ts'
import { ensureOfficialCollections } from '../apps/server/src/modules/collections/service.ts'
import { configOf } from '../apps/server/src/server-config.ts'
import { buildChain, type MovingChain } from './moving-chain.ts'
import { printTable } from './table.ts'

const CHAIN_ID = 4_243
const KEYS = { miner: `0x${'03'.repeat(32)}`, feeSigner: `0x${'02'.repeat(32)}` } as const
const filled = (digits: string) => toAddress(`0x${digits.repeat(20)}`)
const COLLECTION = filled('a7')
const ROLLED_BACK = 32

const NOW_S = Math.floor(Date.now() / 1_000)
const LONG_AGO_S = NOW_S - 365 * 86_400

type Case = {
  readonly name: string
  readonly chain: Pick<MovingChain, 'items' | 'perBlock' | 'blocks' | 'since'>
  readonly backfillGap: number
}

/** How quickly transfers come into the tables, with all that follows from them, and how quickly blocks are taken back. */
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

async function measure({ name, chain, backfillGap }: Case): Promise<string[]> {
  const moving: MovingChain = { chainId: CHAIN_ID, collection: COLLECTION, ...chain }
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  chmodSync(dataDir, 0o711)
  const node = await startNode(moving)
  const opened = await openDatabase({ dataDir, log: () => undefined })
  try {
    const config = configOf({ dataDir, chains: [chainOf(node.url)], publicUrl: 'http://plinth.test' }, 80)
    const context = await createContext({ config, dialect: opened.dialect, keys: KEYS })
    await prepareDatabase(context)
    await ensureOfficialCollections(context)
    const follower = new Follower(context, context.chains.get(CHAIN_ID), { backfillGap })
    const begun = performance.now()
    follower.begin()
    await follower.waitForBlock(moving.blocks)
    const seconds = (performance.now() - begun) / 1_000
    await follower.stop()
    const transfers = moving.perBlock * moving.blocks
    await checkComplete(context, transfers)
    const rolledBackMs = await rollBack(context, moving)
    const [rate, back] = [Math.round(transfers / seconds), Math.round(rolledBackMs)]
    return [name, transfers.toLocaleString('en'), seconds.toFixed(1), rate.toLocaleString('en'), `${back.toLocaleString('en')} ms`]
  } finally {
    node.child.kill()
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
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
  await orphanAbove({ context, chain, epoch: cursor.epoch }, cursor, { number, hash, timestamp: moving.since + number })
  return performance.now() - begun
}

function chainOf(url: string): ChainConfig {
  const network = { chainId: CHAIN_ID, name: 'Bench', symbol: 'ETH', rpc: '', explorer: '', logo: '', isDev: true, opensea: '' }
  const contracts = {
    exchange: filled('e1'),
    transferProxy: filled('e2'),
    collectionFactory: filled('e3'),
    collection721Implementation: filled('e4'),
    collection1155Implementation: filled('e5'),
    official721: COLLECTION,
    official1155: filled('a1'),
  }
  return { network, rpcUrls: [url], contracts, payTokens: [], deployBlock: 1, blockTimeS: 2, maxFutureS: 1e9 }
}

async function startNode(chain: MovingChain): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL('./moving-chain.ts', import.meta.url), [JSON.stringify(chain)])
  const url = await new Promise<string>((done, fail) => {
    child.once('message', (message: { url: string }) => done(message.url))
    child.once('exit', () => fail(new Error('The node did not start')))
  })
  return { child, url }
}

console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`)
const rows: string[][] = []
for (const one of CASES) rows.push(await measure(one))
printTable(['', 'transfers', 's', 'transfers/s', `${ROLLED_BACK} blocks back`], rows)
