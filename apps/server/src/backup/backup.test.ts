/** @module-tag more */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CarReader } from '@ipld/car'
import { type Client, createClient, readMetadata } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { exporter } from 'ipfs-unixfs-exporter'
import type { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWav } from '../../test/content/files.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { FIRST_VERSION, readRows, writeOldMarket } from '../../test/database/old-version.ts'
import { chainOf, PEOPLE } from '../../test/market/harness.ts'
import { type ItemId, type Listing, TestMarket } from '../../test/market/market.ts'
import { readCar } from '../content/car.ts'
import { createDiskStore, mediaPath } from '../content/disk-store.ts'
import { connect } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { recount } from '../jobs/recount.ts'
import { startServer } from '../main.ts'
import { type ContentsOf, listContents } from '../media/contents.ts'
import { silentLogger } from '../process/log.ts'
import { makeBackup } from './backup.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'

let market: TestMarket
let source: TestDatabase
let item: ItemId
let open: Listing
let folder: string
let target: TestDatabase
let taken: Manifest

/** The nightly backup, made once for all tests here. */
const made = mkdtempSync(join(tmpdir(), 'plinth-made-'))
const backup = join(made, 'backup')

beforeAll(async () => {
  market = await TestMarket.open()
  source = market.server.database
  item = await market.mint('alice', { name: 'Harbour at six', royaltyBps: 500 })
  await market.approve('alice', item.collection)
  await market.sync()
  await market.buy('bob', await market.list('alice', item))
  const other = await market.mint('alice', { name: '港口' })
  await market.sync()
  open = await market.list('alice', other)
  await market.sync()
  await (await market.session('bob')).api.user.setprofile({ brief: 'Bob\t\\N "quoted"\nline' })
  const data = [
    { path: 'chain-31337/state.json', isKey: false, open: () => Readable.from(['{}']) },
    { path: 'keys/miner', isKey: true, open: () => Readable.from(['0x12']) },
  ]
  taken = await makeBackup({
    connection: { connectionString: source.url },
    store: market.server.context.media.store,
    to: backup,
    data,
  })
}, 240_000)

afterAll(async () => {
  await market?.close()
  rmSync(made, { recursive: true, force: true })
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-backup-'))
  target = await openTestDatabase()
})

afterEach(async () => {
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})

const restore = (from: string, withKeys = false) =>
  restoreBackup({
    connection: { connectionString: target.url },
    mediaDir: join(folder, 'media'),
    store: createDiskStore(join(folder, 'media')),
    dataDir: folder,
    from,
    withKeys,
  })

/** A separate backup to damage. */
function copyOf(change: (manifest: Manifest) => Manifest = (manifest) => manifest): string {
  const to = join(folder, 'copy')
  for (const name of readdirSync(backup, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(name.parentPath.replace(backup, to), name.name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, readFileSync(join(name.parentPath, name.name)))
  }
  writeFileSync(join(to, MANIFEST), JSON.stringify(change(JSON.parse(readFileSync(join(to, MANIFEST), 'utf8')))))
  return to
}

/** The public view of the market, with Bob signed in. */
async function answers(api: Client): Promise<unknown[]> {
  const at = { ...item, chainId: market.chainId }
  return [
    await api.home.list({ page: 1, limit: 50 }),
    await api.nft.detail(at),
    await api.nft.history(at),
    await api.user.profile({}),
    await api.user.info({ address: toAddress(PEOPLE.alice.address) }),
    await api.notices.list({ page: 1, limit: 50 }),
    await api.user.listcontract({ address: toAddress(PEOPLE.alice.address), chainId: market.chainId }),
    await api.paytoken.list({}),
    await api.category.list({}),
  ]
}

describe('a backup', { timeout: 120_000 }, () => {
  it('taken back in a fresh place answers the same, and its index goes on', async () => {
    const bob = await market.session('bob')
    const before = await answers(bob.api)
    await restore(backup)
    await market.indexers.stop()
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder,
      databaseUrl: target.url,
      chains: [chainOf(market.testnet)],
      keys: market.testnet.keys,
    })
    try {
      const api = createClient({ baseUrl: server.url, token: () => bob.token })
      expect(await answers(api)).toEqual(before)
      for (const { path, sha256: expected } of taken.media) {
        const answer = await fetch(`${server.url}/ipfs/${path.slice('media/'.length)}`)
        const found = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()))
        expect([path, answer.status, found.digest('hex')]).toEqual([path, 200, expected])
      }

      await market.buy('bob', open)
      await expect
        .poll(async () => (await api.nft.detail({ ...openItem(), chainId: market.chainId }))?.onlyOwner, { timeout: 20_000 })
        .toBe(toAddress(PEOPLE.bob.address))
    } finally {
      await server.stop()
      await market.follow()
    }
  })

  it('of the first version is restored as it was, and migrated by a start without loss', { tags: 'more' }, async () => {
    await market.sync()
    const head = await market.testnet.publicClient.getBlock()
    const { hash, parentHash } = head
    const [alice, bob] = [toAddress(PEOPLE.alice.address), toAddress(PEOPLE.bob.address)]
    const old = await openTestDatabase()
    const db = connect(old.dialect)
    await migrate(db, silentLogger, FIRST_VERSION)
    await writeOldMarket(db, {
      chainId: market.chainId,
      official: market.official,
      exchange: market.exchange,
      alice,
      bob,
      dollar: market.testnet.contracts.dollar,
      head: { number: Number(head.number), hash, parentHash, at: Number(head.timestamp) },
    })
    const rows = await readRows(db)
    const to = join(folder, 'old')
    const { migrations } = await makeBackup({ connection: { connectionString: old.url }, store: createDiskStore(folder), to, data: [] })
    await old.close()
    expect(migrations).toEqual(FIRST_VERSION)
    await restore(to)
    expect(await readRows(connect(target.dialect))).toEqual(rows)

    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder,
      databaseUrl: target.url,
      chains: [chainOf(market.testnet)],
      keys: market.testnet.keys,
      // Without jobs: the old rows do not match this chain, and a job would find out.
      parts: new Set(['http', 'indexer']),
    })
    try {
      const api = createClient({ baseUrl: server.url })
      const at = { collection: market.official, chainId: market.chainId }
      const page = { page: 1, limit: 50 }
      const [sale] = (await api.home.list(page)).list
      expect(sale).toMatchObject({ tokenId: 501n, isOnSale: true, listings: [{ maker: alice }] })
      expect((await api.home.list(page)).total).toBe(1)
      expect((await api.nft.attributes({ ...at, tokenId: 501n })).list).toMatchObject([{ value: 'Dusk', count: 2 }])
      expect((await api.user.like({ ...page, address: bob })).list.map(({ tokenId }) => tokenId)).toEqual([502n, 501n])
      expect((await api.user.info({ address: bob })).nickname).toBe('波波')
      expect((await api.home.search({ ...page, search: 'harb' })).list.map(({ tokenId }) => tokenId)).toEqual([501n])
      const onSale = async () => (await api.home.list(page)).total
      await market.approve('alice', market.official, false)
      await expect.poll(onSale, { timeout: 20_000 }).toBe(0)
      await market.approve('alice', market.official)
      await expect.poll(onSale, { timeout: 20_000 }).toBe(1)
      expect(await recount(server.context)).toEqual([])
    } finally {
      await server.stop()
    }
  })

  it('holds every row and file of its moment, readable by its owner alone', async () => {
    const rows = Object.fromEntries(taken.tables.map((table) => [table.name, table.rows]))
    expect(rows).toMatchObject({ market_order: 2, account: 2 })
    expect(Object.keys(rows).filter((name) => name === 'item_index_mark' || name === 'item_mark')).toEqual([])
    expect(taken.media.length).toBeGreaterThanOrEqual(4)
    expect(taken.migrations[0]).toBe('20261120110000-accounts')
    await restore(backup)
    const client = new pg.Client(target.url)
    await client.connect()
    for (const { name, rows: expected } of taken.tables) {
      const { rows: found } = await client.query(`select count(*)::int as count from ${client.escapeIdentifier(name)}`)
      expect([name, found[0].count]).toEqual([name, expected])
    }
    // Restoring marks nothing; afterwards each change does.
    const marks = async () => (await client.query('select writer from item_mark')).rows
    expect(await marks()).toEqual([])
    await client.query('update item set width = width where token_id = (select min(token_id) from item)')
    expect((await marks()).length).toBeGreaterThan(0)
    await client.end()
  })

  it('takes keys back only when asked to', { tags: 'more' }, async () => {
    await restore(backup)
    expect([existsSync(join(folder, 'chain-31337/state.json')), existsSync(join(folder, 'keys/miner'))]).toEqual([true, false])
    await target.close()
    target = await openTestDatabase()
    rmSync(folder, { recursive: true })
    await restore(backup, true)
    expect(readFileSync(join(folder, 'keys/miner'), 'utf8')).toBe('0x12')
  })

  it('goes into an empty database and an empty folder only', { tags: 'more' }, async () => {
    await restore(backup)
    rmSync(join(folder, 'media'), { recursive: true })
    rmSync(join(folder, 'chain-31337'), { recursive: true })
    await expect(restore(backup)).rejects.toThrow('The database is not empty: a backup is restored into a new one only.')
    mkdirSync(join(folder, 'media', 'content', 'aa'), { recursive: true })
    await expect(restore(backup)).rejects.toThrow(`${join(folder, 'media')} holds files already`)
  })

  it('that is damaged, of a newer version, or unfinished is refused, and nothing is begun', { tags: 'more' }, async () => {
    const isUntouched = async () => {
      const client = new pg.Client(target.url)
      await client.connect()
      const { rowCount } = await client.query("select 1 from information_schema.tables where table_schema = 'public'")
      await client.end()
      return rowCount === 0 && !existsSync(join(folder, 'media'))
    }
    const damaged = copyOf()
    appendFileSync(join(damaged, 'media', readdirSync(join(damaged, 'media'))[0] ?? ''), 'x')
    await expect(restore(damaged)).rejects.toThrow(
      /^The backup is damaged: media\/.* are not as they were written\. Nothing was restored\.$/,
    )
    const newer = copyOf((manifest) => ({ ...manifest, migrations: [...manifest.migrations, '29990101000000-later'] }))
    await expect(restore(newer)).rejects.toThrow('This backup was made by a newer version of Plinth: restore it with that version.')
    await expect(restore(copyOf((manifest) => ({ ...manifest, format: 2 })))).rejects.toThrow('made by a newer version')
    rmSync(join(newer, MANIFEST))
    await expect(restore(newer)).rejects.toThrow(`${newer} holds no complete backup`)
    expect(await isUntouched()).toBe(true)

    const lying = copyOf((manifest) => ({ ...manifest, tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })) }))
    await expect(restore(lying)).rejects.toThrow(/rows instead of/)
    rmSync(join(folder, 'media.restoring'), { recursive: true, force: true })
    expect(await isUntouched()).toBe(true)
  })

  it('is never written over another one', async () => {
    const connection = { connectionString: source.url }
    await expect(makeBackup({ connection, store: createDiskStore(folder), to: backup, data: [] })).rejects.toThrow(`${backup} is not empty`)
    await expect(
      makeBackup({ connection: { connectionString: target.url }, store: createDiskStore(folder), to: join(folder, 'b'), data: [] }),
    ).rejects.toThrow('There is no market in this database.')
  })
})

function openItem(): ItemId {
  return { collection: open.order.sellAsset.token, tokenId: open.order.sellAsset.tokenId }
}

describe('contents as a CAR', () => {
  const pathOf = (cid: string) => mediaPath(market.server.context.config.mediaDir, cid)
  const read = (cid: string) => market.server.context.media.read(cid)
  const list = (of: ContentsOf = {}) => listContents(market.server.context.db, of, read)
  const official = (tokenId?: bigint) => ({
    collection: { chainId: market.chainId, address: item.collection, ...(tokenId === undefined ? {} : { tokenId }) },
  })

  it('hold all contents whole, under their addresses, for any importer', async () => {
    const { api } = await market.session('bob')
    const song = new File([new Uint8Array(aWav(100))], 'song.wav')
    const [first, second] = [await api.storage.upload({}, { files: [song] }), await api.storage.upload({}, { files: [song] })]
    const cids = await list()
    expect(cids.filter((cid) => cid === first.cid)).toEqual([second.cid])
    const car = await CarReader.fromBytes(await buffer(readCar(cids, read)))
    expect((await car.getRoots()).map(String)).toEqual(cids)
    for await (const { cid, bytes } of car.blocks())
      expect((await sha256.digest(bytes)).digest, cid.toString()).toEqual(cid.multihash.digest)
    const blocks = {
      async *get(cid: CID) {
        const block = await car.get(cid)
        if (!block) throw new Error(`${cid} is not in it`)
        yield block.bytes
      },
    }
    for (const cid of cids) {
      const entry = await exporter(cid, blocks)
      if (entry.type !== 'file' && entry.type !== 'raw') throw new Error(`${cid} is no file`)
      expect((await buffer(entry.content())).equals(readFileSync(pathOf(cid))), cid).toBe(true)
    }
  })

  it('of an item are its text and its picture, of a collection those of all its items', async () => {
    const shown = await market.detail(item)
    const texts = await list(official(item.tokenId))
    expect(texts.map((cid) => `ipfs://${cid}`).sort()).toEqual([shown.metadataUrl, readMetadata(shown.metadata).image].sort())
    expect(await list(official())).toHaveLength(4)
    expect(await list(official(9_999n))).toEqual([])
  })

  it('end with a sentence where a file is not what its address says', async () => {
    const [cid = ''] = await list(official(item.tokenId))
    const kept = readFileSync(pathOf(cid))
    writeFileSync(pathOf(cid), 'something else')
    await expect(buffer(readCar([cid], read))).rejects.toThrow(/is not what its address says/)
    writeFileSync(pathOf(cid), kept)
  })
})
