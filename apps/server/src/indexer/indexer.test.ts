import { HISTORY_TYPE, NOTICE_SUBTYPE, ORDER_TYPE } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import {
  concat,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  parseAbiParameters,
  parseEther,
  size,
  toEventSelector,
  zeroHash,
} from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestMarket } from '../../test/market/market.ts'
import { addressOf, transact } from '../db/database.ts'
import { readCursor } from '../state/chain/checkpoint.ts'
import { leaseRange, MARKET, planRange, stageRange } from '../state/chain/ranges.ts'
import { bloomOf } from './bloom.ts'
import { forgetChain } from './rebuild.ts'
import { resumeChain } from './resume.ts'
import { startIndexers } from './start.ts'

let market: TestMarket
beforeEach(async () => {
  market = await TestMarket.open()
})
afterEach(() => market.close())

/** Tables derived from logs and signed orders, without serial ids. */
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

/** The same tables rebuilt from the chain. */
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
    const given = { address: collection, abi: collection721Abi, functionName: 'transferOwnership', args: [market.address('bob')] } as const
    await market.mined(await market.wallet('alice').writeContract(given))
    await market.sync()
    expect(await alice.api.contract.info({ collection })).toMatchObject({ owner: market.address('bob') })
    const head = Number(await market.testnet.publicClient.getBlockNumber())
    expect(await alice.api.nft.detail(item)).toBeDefined()
    await market.testnet.reorg(3)
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
    market.indexers = await startIndexers(context, { pollMs: 10, backfillGap: 4, rangeWidth: 8 })
    await market.sync()
    const first = await context.db.selectFrom('chain_block').select('number').where('number', 'in', [30, 31]).execute()
    expect(first, 'blocks that hold nothing are passed over').toHaveLength(0)
    expect(await derived()).toEqual(built)
  })

  it('[DATA-09] are read at once by who comes after one that was killed with some of them in its hands', async () => {
    const item = await market.mint('alice')
    await market.sync()
    const { context } = market.server
    const { db } = context
    await market.indexers.stop()
    await market.transfer('alice', 'bob', item)
    await market.testnet.mine(40)
    const cursor = await readCursor(db, market.chainId)
    if (!cursor) throw new Error('There is no cursor')
    await transact(db, (tx) => planRange(tx, market.chainId, MARKET, cursor.number + 1, cursor.number + 30))
    const lost = await leaseRange(db, market.chainId, 'who was killed', 8)
    if (!lost) throw new Error('Nothing was leased')
    market.indexers = await startIndexers(context, { pollMs: 10, backfillGap: 4, rangeWidth: 8 })
    await market.sync()
    const [moved] = await db.selectFrom('item_transfer').select('to_account').orderBy('block_number', 'desc').limit(1).execute()
    expect(moved && addressOf(moved.to_account)).toBe(market.address('bob'))
    // If it is mined after all, it comes too late.
    const end = { number: 0, hash: zeroHash, parentHash: zeroHash, timestamp: 0 }
    expect(await stageRange(db, lost, { parentHash: zeroHash, end, blocks: [] })).toBe(false)
  })
})

describe('the indexer', () => {
  it('trusts a beginning collection only when the factory made it and it names our signer', async () => {
    const alice = await market.session('alice')
    await market.deployCollection('alice', 'Own signer', 'OWN', market.address('alice'))
    const bytecode = fakeCollection('Fake', market.server.context.signer.mintSigner, market.address('alice'))
    const receipt = await market.testnet.publicClient.getTransactionReceipt({
      hash: await market.mined(await market.wallet('alice').sendTransaction({ data: bytecode, to: null })),
    })
    expect(receipt.logs).toHaveLength(1)
    await market.sync()
    const known = await alice.api.user.listcontract({ address: alice.address })
    expect(known.map((entry) => entry.isOfficial)).toEqual([true, true])
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

  it('leaves the chain to a later process, stands by, and leads again after it ends', async () => {
    const { context } = market.server
    await market.sync()
    const first = market.indexers.of(market.chainId)
    const later = await startIndexers(context, { pollMs: 20 })
    const second = later.of(market.chainId)
    await expect.poll(() => second.isLeading(), { timeout: 5_000 }).toBe(true)
    await market.testnet.mine(1)
    await second.waitForBlock(await market.testnet.publicClient.getBlockNumber())
    await expect.poll(() => first.isLeading(), { timeout: 5_000 }).toBe(false)
    expect([first.stopped(), second.stopped()]).toEqual([undefined, undefined])
    await later.stop()
    await market.testnet.mine(1)
    await market.sync()
    expect(first.isLeading()).toBe(true)
  })
})

describe('a chain that takes back more than it may', () => {
  it('[BUY-12] is stopped, restart or not, and nothing is signed for it, until the operator resumes it', async () => {
    await market.close()
    market = await TestMarket.open({ configure: (chain) => ({ ...chain, reorgWindow: 3 }) })
    const alice = await market.session('alice')
    const bob = await market.session('bob')
    const item = await market.mint('alice')
    await market.approve('alice', market.official)
    await market.sync()
    const listing = await market.list('alice', item)
    // Bob's own declaration about the mint survives a reorg.
    const minted = async () => {
      const { item: items = [], ...others } = await derived()
      return { ...others, item: items.filter((row) => row.includes('"is_confirmed":true')) }
    }
    const built = await minted()
    await market.mint('bob')
    await market.testnet.mine(4)
    await market.sync()
    await market.testnet.reorg(5)
    await market.testnet.mine(1)

    const { context } = market.server
    await expect.poll(() => market.indexers.of(market.chainId).stopped(), { timeout: 5_000 }).toContain('no block in common')
    expect(market.server.logged.join('')).toContain('chain stopped')
    const asked = { ...item, owner: listing.order.owner, type: ORDER_TYPE.SALE, salt: listing.order.salt }
    const refusal = { code: 'CHAIN_STOPPED' }
    await expect(bob.api.order.buyerFee(asked)).rejects.toMatchObject(refusal)
    await expect(alice.api.dapp.sign({ collection: market.official, chainId: market.chainId })).rejects.toMatchObject(refusal)
    await expect(market.sign('alice', item)).rejects.toMatchObject(refusal)
    const ready = await market.server.app.inject({ url: '/readyz' })
    expect(ready.json()).toMatchObject({ degraded: [`chain ${market.chainId} stopped`], chains: [{ stopped: true }] })
    await market.indexers.stop()
    market.indexers = await startIndexers(context, { pollMs: 20 })
    await expect.poll(() => market.indexers.of(market.chainId).stopped(), { timeout: 5_000 }).toContain('no block in common')

    await resumeChain(context, market.chainId, { who: 'olga', why: 'looked at it', role: undefined })
    await market.sync()
    expect(market.indexers.of(market.chainId).stopped()).toBeUndefined()
    expect(await minted()).toEqual(built)
    expect(await bob.api.order.buyerFee(asked)).toMatchObject({ chainId: market.chainId })
    expect(await resumeChain(context, market.chainId, { who: 'olga', why: 'looked at it', role: undefined })).toBeUndefined()
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

/** Init code that logs CreateERC721 in the form of our factory's event: copies the log's data from after the code. */
function fakeCollection(name: string, signer: Hex, creator: Hex): Hex {
  const data = encodeAbiParameters(parseAbiParameters('address, string, string'), [signer, name, name])
  const length = numberToHex(size(data), { size: 2 })
  const topic = toEventSelector('CreateERC721(address,address,string,string)')
  const header = concat(['0x61', length, '0x610052600039', '0x7f', pad(creator), '0x7f', topic, '0x61', length, '0x6000a200'])
  return concat([header, data])
}
