import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ContractName, isCodeOf, readArtifact } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { type RawBuilder, sql } from 'kysely'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeNode } from '../../test/chain/fake-node.ts'
import { importOfficial } from '../../test/chain/official.ts'
import { openTestDatabase } from '../../test/database/database.ts'
import { TEST_KEYS } from '../../test/market/harness.ts'
import { TestMarket } from '../../test/market/market.ts'
import { operate } from '../../test/operator/operate.ts'
import type { ChainConfig } from '../config/config.ts'
import { openStore } from '../content/open-store.ts'
import { type Context, createContext } from '../context.ts'
import { bytes, connect } from '../db/database.ts'
import { openPool } from '../db/driver.ts'
import { keepLeases, type Leases } from '../jobs/leases.ts'
import { JOBS } from '../jobs/start.ts'
import { examine, type Known } from './doctor.ts'

const NOWHERE = toAddress(`0x${'5e'.repeat(20)}`)
const NAMES: Readonly<Record<string, ContractName>> = {
  exchange: 'Exchange',
  auctionExchange: 'AuctionExchange',
  blindBox: 'BlindBox',
  transferProxy: 'TransferProxy',
  manyTransfers: 'ManyTransfers',
  collectionFactory: 'CollectionFactory',
  official721: 'OfficialCollection721',
  official1155: 'OfficialCollection1155',
  prizeCollection: 'PrizeCollection',
}

let market: TestMarket
let leases: Leases
/** Cleans up after a fault. */
const cures: (() => unknown)[] = []
beforeAll(async () => {
  market = await TestMarket.open()
  await market.testnet.setBalance(market.testnet.operator.account.address, parseEther('10'))
  await market.minted('alice')
  leases = await takeJobs()
})
afterAll(async () => {
  await leases?.release()
  await market?.close()
})

const context = () => market.server.context
const takeJobs = () =>
  keepLeases(
    market.server.context,
    JOBS.map(({ name }) => name),
  )
const isOurs = (name: string, code: Hex) => isCodeOf(readArtifact(NAMES[name] ?? 'DollarToken'), code)
const known = (): Known => {
  const { mintSigner, feeSigner } = context().signer
  return { isOurs, keys: { miner: mintSigner, feeSigner }, tryMail: async () => undefined }
}

/** The same market with another chain beside it, or instead of its own. */
async function onChain(change: Partial<ChainConfig>): Promise<{ context: Context }> {
  const { config } = context()
  const [chain] = config.chains
  if (!chain) throw new Error('It has a chain')
  const made = await createContext({
    config: { ...config, chains: [{ ...chain, ...change }], defaultChainId: change.network?.chainId ?? config.defaultChainId },
    dialect: market.server.database.dialect,
    keys: TEST_KEYS,
  })
  cures.push(() => made.source.close())
  return { context: made }
}

function onDatabase(connection: Parameters<typeof openPool>[0]): { context: Context } {
  const opened = openPool({ max: 2, ...connection }, 'external', () => undefined)
  cures.push(() => opened.close())
  return { context: { ...context(), db: connect(opened.dialect) } }
}

/** Reports another age or time than real: a function of that name found before PostgreSQL's own. */
const oldPostgres = () => impostor(sql`create function impostor.current_setting(text) returns text language sql as $$ select '140009' $$`)
const latePostgres = () =>
  impostor(sql`create function impostor.now() returns timestamptz language sql as $$ select pg_catalog.now() - interval '10 minutes' $$`)

async function impostor(lie: RawBuilder<unknown>): Promise<{ context: Context }> {
  await sql`create schema impostor`.execute(context().db)
  await lie.execute(context().db)
  cures.push(() => sql`drop schema impostor cascade`.execute(context().db))
  return onDatabase({ connectionString: market.server.database.url, options: '-c search_path=impostor,pg_catalog,public' })
}

async function forgetMigration(): Promise<void> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migration`.execute(context().db)
  const name = rows[0]?.name ?? ''
  await sql`delete from schema_migration where name = ${name}`.execute(context().db)
  cures.push(() => sql`insert into schema_migration (name) values (${name})`.execute(context().db))
}

async function migrateFurther(): Promise<void> {
  const name = '29990101000000-later'
  await sql`insert into schema_migration (name) values (${name})`.execute(context().db)
  cures.push(() => sql`delete from schema_migration where name = ${name}`.execute(context().db))
}

/** Waits until the fault is fixed. */
async function changed(sick: RawBuilder<unknown>, healthy: RawBuilder<unknown>): Promise<void> {
  await sick.execute(context().db)
  cures.push(() => healthy.execute(context().db))
}

async function changeSigner(functionName: 'addSigner' | 'removeSigner'): Promise<void> {
  const args = [context().signer.mintSigner] as const
  const call = { address: market.testnet.contracts.official1155, abi: collection721Abi, functionName, args } as const
  await market.mined(await market.testnet.operator.writeContract(call))
}

async function fallBehind(): Promise<void> {
  await market.indexers.stop()
  cures.push(() => market.follow())
  await market.testnet.mine(25)
}

async function loseContent(): Promise<void> {
  const { db, media } = context()
  const { cid } = await db.selectFrom('media').select('cid').orderBy('cid').executeTakeFirstOrThrow()
  const path = media.store.localPath?.(cid) ?? expect.fail('Contents lie on disk')
  const kept = readFileSync(path)
  rmSync(path)
  cures.push(() => writeFileSync(path, kept))
}

const silentStore = {
  kind: 's3',
  endpoint: 'http://127.0.0.1:1',
  region: 'r',
  bucket: 'b',
  accessKeyId: 'a',
  secretAccessKey: 's',
} as const
const letter = { recipient: 'a@b.example', subject: 'Code', body: 'x', tries: 4, due_at: 1, expires_at: 2 ** 40 }

// biome-ignore lint/suspicious/noConfusingVoidType: most illnesses befall the market itself and answer nothing
type Sick = void | { readonly context?: Context; readonly known?: Partial<Known> }
type Illness = readonly [what: string, found: RegExp, fall: () => Sick | Promise<Sick>]

const ILLNESSES: readonly Illness[] = [
  [
    'a database that is silent',
    /^ill database: It does not answer\.$/,
    () => onDatabase({ connectionString: 'postgres://a:b@127.0.0.1:1/none' }),
  ],
  ['a database that is too old', /^ill database: It is PostgreSQL 14: upgrade it to 15 or newer\.$/, oldPostgres],
  [
    'no tables',
    /^ill tables: There are none of a market/,
    async () => {
      const empty = await openTestDatabase()
      cures.push(() => empty.close())
      return onDatabase({ connectionString: empty.url })
    },
  ],
  ['pending tables', /^ill tables: They are of an older version, 1 steps behind/, forgetMigration],
  ['[F-36] tables of a newer version', /^ill tables: They are of a newer version \(29990101000000-later\): use that/, migrateFurther],
  [
    '[F-39] a clock that is ahead of the database',
    /^ill clock: That of this machine is (599|60[01]) seconds ahead of PostgreSQL: let/,
    latePostgres,
  ],
  [
    '[F-39] a clock that is behind a chain',
    /^ill clock: That of this machine is \d{3} seconds behind the newest block of chain 137: let/,
    async () => {
      const node = await startFakeNode(137, context().clock.now() + 600)
      cures.push(() => node.close())
      return onChain({ rpcUrls: [node.url], network: { ...context().chains.default.config.network, chainId: 137 } })
    },
  ],
  ['a silent node', /^ill chain 31337: None of its nodes answers as this chain/, () => onChain({ rpcUrls: ['http://127.0.0.1:1'] })],
  [
    'a node of another chain',
    /^ill chain 31337: None of its nodes answers as this chain/,
    async () => {
      const other = await startFakeNode(56, context().clock.now())
      cures.push(() => other.close())
      return onChain({ rpcUrls: [other.url] })
    },
  ],
  [
    'a contract that is not there',
    /^ill contracts of 31337: nothing is exchange at 0x5e/,
    async () => {
      const { contracts } = context().chains.get(market.chainId).config
      return onChain({ contracts: { ...contracts, exchange: NOWHERE } })
    },
  ],
  [
    'a contract of other code',
    /^ill contracts of 31337: exchange at 0x[0-9a-f]{40} is other code than this version's: look whether/,
    () => ({
      known: { isOurs: (name, code) => name !== 'exchange' && isOurs(name, code) },
    }),
  ],
  [
    'a fee signer without its role',
    /^ill keys on 31337: the fee signer does not count on the exchange; .* auction exchange; .* blind box: /,
    () => ({
      known: { keys: { miner: context().signer.mintSigner, feeSigner: NOWHERE } },
    }),
  ],
  [
    'a mint signer without its role',
    /^ill keys on 31337: the miner does not count in the official collection of single works; /,
    () => ({
      known: { keys: { miner: NOWHERE, feeSigner: context().signer.feeSigner } },
    }),
  ],
  [
    'a mint signer without its role for editions alone',
    /^ill keys on 31337: the miner does not count in the official collection of editions: /,
    async () => {
      await changeSigner('removeSigner')
      cures.push(() => changeSigner('addSigner'))
    },
  ],
  ['keys that are elsewhere', /^worry keys on 31337: They can’t be seen from here/, () => ({ known: { keys: undefined } })],
  [
    'an empty balance',
    /^worry operator on 31337: 0x[0-9A-Fa-f]{40} owns the exchange and has 0 /,
    async () => {
      const owner = market.testnet.operator.account.address
      await market.testnet.setBalance(owner, 0n)
      cures.push(() => market.testnet.setBalance(owner, parseEther('10')))
    },
  ],
  [
    '[SNIPE-04] a settler whose coin does not pay for three settlements',
    /^worry settler's coin on 31337: 0x[0-9a-f]{40} has [\d.]+ ETH, and 3 settlements may cost [\d.]+ ETH now: send it some/,
    async () => {
      await market.testnet.setBalance(NOWHERE, 1n)
      return { known: { settler: NOWHERE } }
    },
  ],
  [
    'reading that is stopped',
    /^ill reading of 31337: It is stopped/,
    async () => {
      await market.indexers.stop()
      cures.push(() => market.follow())
      await changed(sql`update chain_cursor set stopped = 'too much'`, sql`update chain_cursor set stopped = null`)
    },
  ],
  ['reading that is behind', /^ill reading of 31337: It is 2[5-9] blocks behind/, fallBehind],
  [
    'pay tokens of other decimals',
    /^ill pay tokens of 31337: PUSD has 18 decimals here, and its contract says 6: /,
    () =>
      changed(sql`update pay_token set decimals = 18 where symbol = 'PUSD'`, sql`update pay_token set decimals = 6 where symbol = 'PUSD'`),
  ],
  [
    'counts that are wrong',
    /^ill counts: Some differ from what they count: .*\(1\)/,
    () =>
      changed(
        sql`update notice_counter set total = total + 1 where account = (select min(account) from notice_counter)`,
        sql`update notice_counter set total = total - 1 where account = (select min(account) from notice_counter)`,
      ),
  ],
  [
    'jobs that no process runs',
    /^ill jobs: No process runs them: /,
    async () => {
      await leases.release()
      cures.push(async () => {
        leases = await takeJobs()
      })
    },
  ],
  [
    'a job that does not get done',
    /^ill jobs: Not done for too long: recount \(\d{4,} minutes\)/,
    () =>
      changed(sql`update job_lease set ended_ms = 1 where name = 'recount'`, sql`update job_lease set ended_ms = 0 where name = 'recount'`),
  ],
  [
    'letters that are stuck',
    /^ill letters: 1 are stuck, tried up to 4 times: /,
    async () => {
      await context().db.insertInto('mail').values(letter).execute()
      cures.push(() => context().db.deleteFrom('mail').execute())
    },
  ],
  ['contents that are lost', /^ill contents: 1 of \d+ that were asked for are not there, such as baf/, loseContent],
  [
    'storage that is away',
    /^ill files: /,
    () => {
      const { media, config } = context()
      return { context: { ...context(), media: { ...media, store: openStore(silentStore, config.mediaDir) } } }
    },
  ],
  [
    'a mail server that refuses',
    /^ill mail: The mail server of SMTP_URL can't be used \(ECONNREFUSED\)\.$/,
    () => ({
      known: { tryMail: () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })) },
    }),
  ],
  [
    '[F-33] a signer that is away',
    /^ill signer: Nothing can be signed, so no account mints or buys: it can’t be reached\. Start the process/,
    () => ({ known: { trySigner: () => Promise.reject(new Error('it can’t be reached')) } }),
  ],
  ['no way for mail', /^worry mail: There is no way for it/, () => ({ known: { tryMail: undefined } })],
]

describe('doctor', { timeout: 60_000 }, () => {
  it('finds a healthy market well, in both languages', async () => {
    await market.sync()
    const healthy = await examine(context(), known())
    // On the disk of this machine.
    expect(healthy.filter(({ state, about }) => state !== 'well' && about.en !== 'disk')).toEqual([])
    expect(healthy.map(({ about }) => about.en)).toEqual([
      'database',
      'tables',
      'clock',
      'chain 31337',
      'contracts of 31337',
      'operator on 31337',
      'keys on 31337',
      'reading of 31337',
      'pay tokens of 31337',
      'floors of 31337',
      'counts',
      'jobs',
      'letters',
      'files',
      'contents',
      'disk',
      'mail',
    ])
    for (const { about, says } of healthy) for (const { zh } of [about, says]) expect(zh).toMatch(/\p{Script=Han}|^PostgreSQL/u)
  })

  it.each(ILLNESSES)('reports %s', async (_, found, fall) => {
    try {
      const sick = await fall()
      const findings = await examine(sick?.context ?? context(), { ...known(), ...sick?.known })
      const unwell = findings.filter(({ state }) => state !== 'well')
      expect(unwell.map(({ about, state, says }) => `${state} ${about.en}: ${says.en}`)).toContainEqual(expect.stringMatching(found))
      for (const { about, says } of unwell) for (const { zh } of [about, says]) expect(zh).toMatch(/\p{Script=Han}/u)
    } finally {
      for (const cure of cures.splice(0).reverse()) await cure()
    }
  })

  it('examines the collections made official here: whether they exist, and any account can still mint', async () => {
    const look = async () => (await examine(context(), known())).filter(({ about }) => about.en === 'official collections of 31337')
    const act = (name: string) =>
      operate(context(), 'collections', name, '--chain', '31337', '--collection', festival, '--why', 'the festival')
    const festival = await importOfficial(market)
    expect(await look()).toEqual([])
    await act('official')
    expect(await look()).toMatchObject([
      {
        state: 'well',
        says: { en: 'Anybody can mint in the one that was made official here.', zh: expect.stringMatching(/1 个官方合集/) },
      },
    ])
    const { mintSigner } = context().signer
    const call = { address: festival, abi: collection721Abi, args: [mintSigner] } as const
    await market.mined(await market.wallet('carol').writeContract({ ...call, functionName: 'removeSigner' }))
    const [silenced, ...others] = await look()
    expect(others).toEqual([])
    expect(silenced).toMatchObject({ state: 'ill', says: { zh: expect.stringMatching(/^Festival：.*不认可本站的铸造凭证/) } })
    expect(silenced?.says.en).toContain(
      `Festival: ${festival} takes no vouchers of this market: its owner has to add the signer ${mintSigner}`,
    )
    await market.mined(await market.wallet('carol').writeContract({ ...call, functionName: 'addSigner' }))
    const move = (from: Address, to: Address) =>
      context()
        .db.updateTable('collection')
        .set({ address: bytes(to) })
        .where('address', '=', bytes(from))
        .execute()
    await move(festival, NOWHERE)
    expect(await look()).toMatchObject([{ state: 'ill', says: { en: expect.stringMatching(/^Festival: There is no contract at 0x5e/) } }])
    await move(NOWHERE, festival)
    await act('unofficial')
    expect(await look()).toEqual([])
  })

  it('is healthy again afterwards', async () => {
    await market.sync()
    expect((await examine(context(), known())).filter(({ state, about }) => state !== 'well' && about.en !== 'disk')).toEqual([])
  })
})
