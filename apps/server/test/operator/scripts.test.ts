/** @module-tag more */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CarReader } from '@ipld/car'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { type ItemId, TestMarket } from '../market/market.ts'
import { rowsOf } from './operate.ts'
import { PROCESS_ENV } from './process-env.ts'

const PLINTH = fileURLToPath(new URL('../../../../scripts/plinth.mjs', import.meta.url))
const LONG = { timeout: 120_000 }
const MORE = { ...LONG, tags: 'more' }

/** As `npm run deploy` prints them. */
const CONTRACTS = [
  ...([
    'exchange',
    'auctionExchange',
    'blindBox',
    'manyTransfers',
    'transferProxy',
    'official721',
    'official1155',
    'prizeCollection',
  ] as const),
  ...(['collectionFactory', 'collection721Implementation', 'collection1155Implementation'] as const),
]

let market: TestMarket
let item: ItemId
let folder: string
let target: TestDatabase
beforeAll(async () => {
  market = await TestMarket.open()
  item = await market.minted('alice')
  await market.minted('alice')
  folder = mkdtempSync(join(tmpdir(), 'plinth-scripts-'))
  target = await openTestDatabase()
  mkdirSync(join(folder, 'keys'))
  for (const name of ['miner', 'fee-signer']) writeFileSync(join(folder, 'keys', name), `0x${'12'.repeat(32)}\n`, { mode: 0o600 })
})
afterAll(async () => {
  await target?.close()
  await market?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Ended = { readonly code: number; readonly out: string; readonly said: string }

/** A script as the operator runs it, in the environment of `serve`. */
function script(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { deployBlock, ...addresses } = market.testnet.contracts
  const contracts = Object.fromEntries(CONTRACTS.map((contract) => [contract, addresses[contract]]))
  const chain = { chainId: market.chainId, name: 'Here', symbol: 'ETH', rpcUrls: [market.testnet.rpcUrl], rpc: market.testnet.rpcUrl }
  const place = {
    DATABASE_URL: market.server.database.url,
    DATA_DIR: dirname(market.server.context.config.mediaDir),
    PUBLIC_URL: 'http://market.example',
    PLINTH_CHAINS: JSON.stringify([{ ...chain, contracts, deployBlock, blockTime: 1 }]),
    PLAIN_KEYS_DIR: join(folder, 'keys'),
  }
  return new Promise((done) => {
    const child = execFile(process.execPath, [PLINTH, name, ...args], { env: { ...PROCESS_ENV, ...place, ...env } }, (_, out, said) =>
      done({ code: child.exitCode ?? -1, out, said }),
    )
  })
}

const newestAct = async () => (await rowsOf(market.server.context, 'acts', 'list', '--limit', '1'))[0]
const WHO = ['--as', 'olga', '--why', 'the yearly copy']

describe('npm run export', MORE, () => {
  const to = () => join(folder, 'out.car')
  const exported = async (...scope: string[]): Promise<string[]> => {
    const ended = await script('export', ['--to', to(), ...scope, ...WHO])
    expect(ended).toMatchObject({ code: 0, said: '' })
    const car = await CarReader.fromBytes(readFileSync(to()))
    const roots = (await car.getRoots()).map(String)
    expect(ended.out).toBe(`Exported ${roots.length} contents to ${to()}\n`)
    return roots
  }
  const chain = () => ['--chain', String(market.chainId)]

  it('exports all contents, those of a collection, or those of an item, and is audited', async () => {
    const { context } = market.server
    const all = await context.db.selectFrom('media').select('cid').orderBy('cid').execute()
    expect(await exported()).toEqual(all.map(({ cid }) => cid))
    expect(await newestAct()).toMatchObject({ who: 'olga', why: 'the yearly copy', what: 'export', subject: 'market' })
    expect(await exported(...chain(), '--collection', item.collection)).toHaveLength(4)
    expect(await newestAct()).toMatchObject({ subject: `collection ${market.chainId}/${item.collection}` })
    expect(await exported(...chain(), '--collection', item.collection, '--token', String(item.tokenId))).toHaveLength(2)
    expect(await newestAct()).toMatchObject({ subject: `item ${market.chainId}/${item.collection}/${item.tokenId}` })
    expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual(['out.car'])
  })

  it('ends in a sentence and without a file where an option, all data or a content is missing or damaged', async () => {
    rmSync(to(), { force: true })
    const refused = async (...args: string[]) => {
      const { code, said } = await script('export', args)
      expect(code).toBe(1)
      return said
    }
    expect(await refused()).toContain('Say where it goes')
    expect(await refused('--to', to(), ...chain())).toContain('A collection is named by its chain and its address')
    expect(await refused('--to', to(), '--token', '1')).toContain('A collection is named by its chain and its address')
    const named = ['--to', to(), ...chain(), '--collection', item.collection]
    expect(await refused(...named, '--token', 'one')).toBe('--token must be a whole number.\n')
    expect(await refused(...named, '--token', '999999')).toBe('There is nothing to export: no content of it lies in this market.\n')

    const { media } = market.server.context
    const { metadataUrl } = await market.detail(item)
    const path = media.store.localPath?.(metadataUrl.replace('ipfs://', '')) ?? expect.fail('Contents lie on disk')
    const kept = readFileSync(path)
    writeFileSync(path, 'something else')
    expect(await refused(...named)).toContain('is not what its address says')
    writeFileSync(path, kept)
    expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([])
  })
})

describe('npm run backup and restore', MORE, () => {
  it('are on record with who and why, the restored market’s own too; a timer’s are routine', async () => {
    const to = join(folder, 'backup')
    expect(await script('backup', ['--to', to, ...WHO])).toMatchObject({ code: 0 })
    expect(await newestAct()).toMatchObject({ who: 'olga', why: 'the yearly copy', what: 'backup', subject: 'market' })
    const there = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'there') }
    expect(await script('restore', ['--from', to, '--as', 'olga'], there)).toMatchObject({ code: 0 })
    const acts = await script('operator', ['acts', 'list', '--limit', '1', '--json'], there)
    expect(JSON.parse(acts.out)).toMatchObject([{ who: 'olga', why: 'routine', what: 'restore', subject: 'market' }])
  })
})

describe('npm run resume', MORE, () => {
  it('asks for a reason, follows a stopped chain again and keeps the act', async () => {
    const { context } = market.server
    await market.indexers.stop()
    const stop = { stopped: 'took back more than it may', beat_at: 0 }
    await context.db.updateTable('chain_cursor').set(stop).execute()
    const chain = ['--chain', String(market.chainId)]
    expect(await script('resume', chain)).toMatchObject({ code: 1, said: 'Say why with --why "…": the reason is kept.\n' })
    expect((await script('resume', [...chain, ...WHO])).out).toMatch(/^Chain 31337 is followed again from block \d+\.\n$/)
    expect(await newestAct()).toMatchObject({ who: 'olga', why: 'the yearly copy', what: 'resume', subject: 'chain 31337' })
    expect((await script('resume', [...chain, ...WHO])).out).toBe('Chain 31337 is not stopped.\n')
    expect(await rowsOf(context, 'acts', 'list', '--subject', 'chain 31337')).toHaveLength(1)
    await market.follow()
  })
})

describe('[F-36] a database of a newer version', LONG, () => {
  const LATER = '29990101000000-later'
  const db = () => market.server.context.db
  beforeAll(() => sql`insert into schema_migration (name) values (${LATER})`.execute(db()))
  afterAll(() => sql`delete from schema_migration where name = ${LATER}`.execute(db()))

  it('is refused by backup, export, resume and the operator’s commands, which change nothing', async () => {
    const why = ['--why', 'x'] as const
    const acts = sql`select count(*) as acts from operator_act`
    const before = (await acts.execute(db())).rows
    const ended = await Promise.all([
      script('backup', ['--to', join(folder, 'too-new')]),
      script('export', ['--to', join(folder, 'too-new.car')]),
      script('resume', ['--chain', String(market.chainId), ...why]),
      script('operator', ['categories', 'add', '--name', 'bronze', '--en', 'Bronze', '--zh', '青铜器', ...why]),
    ])
    for (const { code, said } of ended) {
      expect(said).toMatch(/newer version of Plinth \(29990101000000-later\)/)
      expect([code, said.split('\n').length]).toEqual([1, 2])
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.car'))).toEqual([])
    expect((await acts.execute(db())).rows).toEqual(before)
  })
})

describe('npm run operator -- doctor', MORE, () => {
  it('ends with 1 and says what is ill, in words and as JSON', async () => {
    const away = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'market@market.example' }
    const words = await script('operator', ['doctor'], away)
    expect([words.code, words.out]).toEqual([1, expect.stringMatching(/ill .*The mail server of SMTP_URL can't be used \(\w+\)\./)])
    const { code, out } = await script('operator', ['doctor', '--json'], away)
    expect(code).toBe(1)
    const findings = JSON.parse(out) as { about: string; state: string; says: string }[]
    expect(findings).toContainEqual({ about: 'chain 31337', state: 'well', says: 'A node answers.' })
    // The keys given differ from those that the contracts accept.
    expect(findings.filter(({ state }) => state === 'ill').map(({ about }) => about)).toEqual(['keys on 31337', 'jobs', 'mail'])
  })
})
