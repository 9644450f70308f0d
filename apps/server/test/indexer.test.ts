import { HISTORY_TYPE, NOTICE_SUBTYPE, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { concat, encodeAbiParameters, type Hex, numberToHex, pad, parseAbiParameters, parseEther, size, toEventSelector } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backfill } from '../src/indexer/backfill.ts'
import { bloomOf } from '../src/indexer/bloom.ts'
import { readCursor } from '../src/indexer/checkpoint.ts'
import { startIndexer } from '../src/indexer/indexer.ts'
import { forgetChain } from '../src/indexer/rebuild.ts'
import { startIndexers } from '../src/indexer/start.ts'
import { TestMarket } from './market.ts'

let market: TestMarket
beforeEach(async () => {
  market = await TestMarket.open()
})
afterEach(() => market.close())

/** Tables that follow from logs and signed orders, without the numbers that rows happen to get. */
const DERIVED = {
  holding: ['chain_id', 'collection', 'token_id', 'owner', 'quantity', 'received_at'],
  item: [
    'chain_id',
    'collection',
    'token_id',
    'supply',
    'creator',
    'royalties',
    'is_confirmed',
    'mint_tx',
    'created_at',
    'traded_at',
    'is_on_sale',
    'floor',
  ],
  collection: ['chain_id', 'address', 'name', 'symbol', 'owner', 'signer', 'is_confirmed', 'is_announced', 'is_official'],
  market_order: ['maker', 'sequence', 'version', 'status', 'filled_items', 'is_fundable', 'has_left', 'is_live', 'total'],
  item_transfer: [
    'block_hash',
    'log_index',
    'at',
    'tx_hash',
    'collection',
    'token_id',
    'from_account',
    'to_account',
    'quantity',
    'is_trade',
  ],
  order_event: ['block_hash', 'log_index', 'kind', 'maker', 'sequence', 'receiver', 'items', 'amount', 'at'],
  activity: ['collection', 'token_id', 'type', 'from_account', 'to_account', 'version', 'snapshot', 'tx_hash', 'created_at'],
  chain_log: ['block_hash', 'log_index', 'event', 'subject', 'args', 'fault'],
  notice: ['account', 'source', 'subtype', 'operator', 'created_at'],
} as const

async function derived(): Promise<Record<string, string[]>> {
  const tables = Object.entries(DERIVED).map(async ([table, columns]) => {
    const rows = await sql<{
      row: unknown
    }>`select row_to_json(t)::text as row from (select ${sql.raw(columns.join(', '))} from ${sql.table(table)}) t`.execute(
      market.server.context.db,
    )
    return [table, rows.rows.map(({ row }) => String(row)).sort()] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

/** The same tables built anew from the chain. */
async function freshBuild(): Promise<Record<string, string[]>> {
  await market.indexers.stop()
  await forgetChain(market.server.context, market.chainId)
  await market.server.context.db.deleteFrom('notice').where('source', 'like', 'log:%').execute()
  await market.follow()
  return derived()
}

describe('a reorganisation of three blocks', () => {
  it('[SALE-24][DATA-09][DATA-10] that drops a sale gives the item back, opens the order, and takes history and notices away', async () => {
    const alice = await market.session('alice')
    const bob = await market.session('bob')
    const item = await market.mint('alice', { royaltyBps: 500 })
    await market.approve('alice', market.official)
    await market.sync()
    const listing = await market.list('alice', item)
    const before = await derived()

    await market.buy('bob', listing)
    await market.testnet.mine(2)
    await market.sync()
    expect(await alice.api.nft.detail(item)).toMatchObject({ onlyOwner: bob.address, isOnSale: false })
    expect((await bob.api.notices.list({ page: 1, limit: 20 })).list.map(({ subType }) => subType)).toEqual([NOTICE_SUBTYPE.BUY])
    expect((await alice.api.notices.list({ page: 1, limit: 20 })).list[0]?.subType).toBe(NOTICE_SUBTYPE.BOUGHT)

    await market.testnet.reorg(3)
    await market.testnet.mine(1)
    await market.sync()
    expect(await alice.api.nft.detail(item)).toMatchObject({ onlyOwner: alice.address, isOnSale: true })
    expect(await alice.api.order.get({ ...item, owner: alice.address, type: ORDER_TYPE.SALE })).toMatchObject({
      status: 0,
      filled: 0n,
      isFundable: true,
    })
    expect((await alice.api.nft.history(item)).map(({ type }) => type)).toEqual([HISTORY_TYPE.SALE, HISTORY_TYPE.MINT])
    expect((await bob.api.notices.list({ page: 1, limit: 20 })).list).toEqual([])
    expect(await bob.api.notices.count({})).toEqual({ total: 0, unread: 0 })
    expect(await derived()).toEqual(before)

    await market.buy('bob', listing)
    await market.sync()
    expect(await alice.api.nft.detail(item)).toMatchObject({ onlyOwner: bob.address, isOnSale: false })
    expect((await bob.api.notices.list({ page: 1, limit: 20 })).list).toHaveLength(1)
  })

  it('unconfirms a mint and a collection, and takes them again when they come back', async () => {
    const alice = await market.session('alice')
    await market.sync()
    const collection = await market.collection('alice')
    const item = await market.mint('alice', { collection })
    await market.sync()
    const head = Number(await market.testnet.publicClient.getBlockNumber())
    expect(await alice.api.nft.detail(item)).toBeDefined()
    await market.testnet.reorg(2)
    await market.testnet.mine(1)
    await market.sync()
    expect(await alice.api.nft.detail(item)).toBeUndefined()
    expect(await alice.api.contract.info({ collection })).toEqual({})
    const [own] = (await alice.api.user.listcontract({ address: alice.address })).filter((entry) => !entry.isOfficial)
    expect(own).toMatchObject({ name: 'Harbour', isConfirmed: false, address: '' })

    await market.deployCollection('alice', 'Harbour', 'HRB')
    await market.sync()
    expect(await alice.api.contract.info({ collection })).toMatchObject({ name: 'Harbour', isConfirmed: true, owner: alice.address })
    expect(Number(await market.testnet.publicClient.getBlockNumber())).toBe(head + 2)
  })
})

describe('the tables', () => {
  it('[DATA-09] equal those of a fresh build after sales, edits, transfers, cancels and reorganisations', async () => {
    const collection = await market.collection('alice')
    const items = [
      await market.mint('alice', { collection, royaltyBps: 500 }),
      await market.mint('bob'),
      await market.mint('bob'),
      await market.mint('bob'),
    ]
    await market.approve('alice', collection)
    await market.approve('bob', market.official)
    await market.sync()
    const [first, second, third, fourth] = items
    if (!first || !second || !third || !fourth) throw new Error('four items were minted')
    const sale = await market.list('alice', first)
    await market.buy('carol', sale)
    await market.testnet.mine(1)
    await market.sync()
    await market.testnet.reorg(2)
    await market.testnet.mine(3)
    await market.sync()
    const cheaper = await market.list('alice', first, parseEther('0.4'), { salt: sale.order.salt, edit: true })
    await market.buy('carol', cheaper)
    const cancelled = await market.list('bob', second)
    await market.cancel('bob', cancelled)
    await market.list('bob', third)
    await market.transfer('bob', 'dan', third)
    await market.list('bob', fourth)
    await market.sync()
    await market.testnet.reorg(1)
    await market.testnet.mine(2)
    await market.sync()

    const built = await derived()
    expect(built.order_event).toHaveLength(2)
    expect(built.holding).toHaveLength(4)
    expect(await freshBuild()).toEqual(built)
  })

  it('are the same when old blocks are read by ranges', async () => {
    const collection = await market.collection('alice')
    const item = await market.mint('alice', { collection, royaltyBps: 200 })
    await market.approve('alice', collection)
    await market.buy('bob', await market.list('alice', item))
    await market.testnet.mine(40)
    await market.sync()
    const built = await derived()

    await market.indexers.stop()
    const { context } = market.server
    await forgetChain(context, market.chainId)
    await context.db.deleteFrom('notice').where('source', 'like', 'log:%').execute()
    const genesis = await market.testnet.publicClient.getBlock({ blockNumber: 0n })
    await context.db
      .insertInto('chain_cursor')
      .values({
        chain_id: market.chainId,
        number: 0,
        hash: Buffer.from(genesis.hash.slice(2), 'hex'),
        epoch: 7,
        stopped: null,
        updated_at: 0,
      })
      .execute()
    const head = Number(await market.testnet.publicClient.getBlockNumber())
    const end = await backfill(context, context.chains.get(market.chainId), 7, { number: 0, hash: genesis.hash }, head)
    expect(end.number).toBe(head)
    expect(await derived()).toEqual(built)
  })
})

describe('the indexer', () => {
  it('trusts a beginning collection only when the factory made it and it names our signer', async () => {
    const alice = await market.session('alice')
    await market.deployCollection('alice', 'Own signer', 'OWN', market.address('alice'))
    const bytecode = fakeCollection('Fake', market.server.context.signer.minter, market.address('alice'))
    const receipt = await market.testnet.publicClient.getTransactionReceipt({
      hash: await market.mined(await market.wallet('alice').sendTransaction({ data: bytecode, to: null })),
    })
    expect(receipt.logs).toHaveLength(1)
    await market.sync()
    const known = await alice.api.user.listcontract({ address: alice.address })
    expect(known.map((entry) => entry.isOfficial)).toEqual([true])
  })

  it('goes on through faults of its node, and never shows half a block', async () => {
    const { context } = market.server
    const alice = await market.session('alice')
    await market.sync()
    await market.indexers.stop()
    const item = await market.mint('alice')
    const chain = context.chains.get(market.chainId)
    let failures = 0
    const shaky = new Proxy(chain.client, {
      get: (client, name) => {
        const method = Reflect.get(client, name) as unknown
        if (name !== 'getLogs' || failures >= 3 || typeof method !== 'function') return method
        failures++
        return async () => (failures === 2 ? [] : Promise.reject(new Error('the node is away')))
      },
    })
    const indexer = await startIndexer(context, { ...chain, client: shaky }, 10)
    await indexer.waitForBlock(await market.testnet.publicClient.getBlockNumber())
    expect(failures).toBe(3)
    expect(await alice.api.nft.detail(item)).toMatchObject({ onlyOwner: alice.address })
    await indexer.stop()
  })

  it('keeps a log it can’t take, without its effect, and goes on', async () => {
    const { context } = market.server
    const bob = await market.session('bob')
    await market.sync()
    await sql`alter table holding add constraint no_eve check (owner <> decode(${sql.lit(market.address('eve').slice(2))}, 'hex'))`.execute(
      context.db,
    )
    const bad = await market.mint('eve')
    const good = await market.mint('bob')
    await market.sync()
    expect(await bob.api.nft.detail(bad)).toBeUndefined()
    expect(await bob.api.nft.detail(good)).toMatchObject({ onlyOwner: bob.address })
    const faults = await context.db.selectFrom('chain_log').select('event').where('fault', 'is not', null).execute()
    expect(faults).toEqual([{ event: 'Transfer' }])
  })

  it('takes hostile names as text', async () => {
    const alice = await market.session('alice')
    await market.deployCollection('alice', '<script>\u0000\u202e', "'; drop table item; --")
    await market.sync()
    const [own] = (await alice.api.user.listcontract({ address: alice.address })).filter((entry) => !entry.isOfficial)
    expect(own).toMatchObject({ name: '<script>\u202e', symbol: "'; drop table item; --", isConfirmed: true })
  })

  it('leaves the chain to whoever took it over later', async () => {
    const { context } = market.server
    await market.sync()
    const second = await startIndexers(context, 20)
    await second.of(market.chainId).waitForBlock(1)
    await market.testnet.mine(1)
    await second.of(market.chainId).waitForBlock(await market.testnet.publicClient.getBlockNumber())
    await expect.poll(() => market.indexers.of(market.chainId).stopped(), { timeout: 5_000 }).toContain('somebody else')
    expect(second.of(market.chainId).stopped()).toBeUndefined()
    await second.stop()
  })

  it('[BUY-12] stops, and signs no fee, when the chain changes its mind further back than it may', async () => {
    const bob = await market.session('bob')
    const item = await market.mint('alice')
    await market.approve('alice', market.official)
    await market.sync()
    const listing = await market.list('alice', item)
    const { context } = market.server
    await context.db.updateTable('chain_block').set({ hash: sql`decode(md5(encode(hash, 'hex')), 'hex')` }).execute()
    await context.db
      .updateTable('chain_cursor')
      .set({ hash: Buffer.alloc(32, 7) })
      .execute()
    await market.indexers.stop()
    market.indexers = await startIndexers(context, 20)
    await market.testnet.mine(1)
    await expect.poll(() => market.indexers.of(market.chainId).stopped(), { timeout: 5_000 }).toContain('no block in common')
    expect((await readCursor(context.db, market.chainId))?.stopped).toContain('no block in common')
    const asked = { ...item, owner: listing.order.owner, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    await expect(bob.api.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4521 })
  })
})

describe('bloomOf', () => {
  it('is what the node writes into a block with logs', async () => {
    await market.mint('alice')
    const block = await market.testnet.publicClient.getBlock()
    const logs = await market.testnet.publicClient.getLogs({ blockHash: block.hash })
    expect(logs.length).toBeGreaterThan(0)
    expect(bloomOf(logs)).toBe(block.logsBloom)
    expect(bloomOf(logs.slice(1))).not.toBe(block.logsBloom)
  })
})

/** Init code that logs CreateERC721 in our words without being ours: copies the log's data from behind itself. */
function fakeCollection(name: string, signer: Hex, creator: Hex): Hex {
  const data = encodeAbiParameters(parseAbiParameters('address, string, string'), [signer, name, name])
  const length = numberToHex(size(data), { size: 2 })
  const topic = toEventSelector('CreateERC721(address,address,string,string)')
  const header = concat(['0x61', length, '0x610052600039', '0x7f', pad(creator), '0x7f', topic, '0x61', length, '0x6000a200'])
  return concat([header, data])
}
