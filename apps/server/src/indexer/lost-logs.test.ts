/** @module-tag more */
import { type Address, AUCTION_END, HISTORY_TYPE, NOTICE_SUBTYPE, ORDER_TYPE, toAddress } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bidOn, cancelAuction, fund, named, offered, usd } from '../../test/acts/auctions.ts'
import { detailOf, drawAll, historyOf, leftOnChain, offerBox, openBoxes } from '../../test/acts/boxes.ts'
import { deployForeign, mintForeign } from '../../test/chain/foreign-contracts.ts'
import { type ForgetfulNode, startForgetfulNode } from '../../test/chain/forgetful-node.ts'
import { type ItemId, TestMarket, type Who } from '../../test/market/market.ts'
import { operate } from '../../test/operator/operate.ts'
import { addressOf, bytes } from '../db/database.ts'
import { drawBoxes } from '../jobs/draw-boxes.ts'
import { forgetChain } from './rebuild.ts'
import { startIndexers } from './start.ts'

let node: ForgetfulNode
let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open({
    configure: async (chain, { rpcUrl }) => {
      node = await startForgetfulNode(rpcUrl)
      // Chain time may be ahead of ours.
      return { ...chain, rpcUrls: [node.url], maxFutureS: 400 * 86_400 }
    },
  })
  await market.testnet.setBalance(market.testnet.operator.account.address, parseEther('1000'))
})
afterEach(() => node.remember())
afterAll(async () => {
  await market?.close()
  await node?.close()
})

const head = () => market.testnet.publicClient.getBlockNumber()
const run = (group: string, act: string, ...more: string[]) =>
  operate(market.server.context, group, act, ...(act === 'recount' ? [] : ['--chain', '31337']), ...more, '--why', 'the node had lost it')
const range = (first: bigint, last: bigint) => ['--from-block', String(first), '--to-block', String(last)]

/** Hides the logs of these acts from the follower; returns their blocks. */
async function withLogsHidden(act: () => Promise<unknown>): Promise<readonly [first: bigint, last: bigint]> {
  await market.sync()
  const first = (await head()) + 1n
  node.forgetFrom(first)
  await act()
  await market.sync()
  node.remember()
  return [first, await head()]
}

/** Alice deploys a collection whose log is hidden; returns the block, too. */
async function unheardCollection(digit: string): Promise<[Address, first: bigint]> {
  let address: Address | undefined
  const [first] = await withLogsHidden(async () => {
    const hash = await market.deployCollection('alice', 'Since', 'SNC', market.server.context.signer.mintSigner, `0x${digit.repeat(64)}`)
    const { logs } = await market.testnet.publicClient.getTransactionReceipt({ hash })
    address = logs.map((log) => toAddress(log.address)).find((each) => each !== market.testnet.contracts.collectionFactory)
  })
  if (!address) throw new Error('Nothing was made')
  return [address, first]
}

/** Waits until no old block is left to read. */
async function resync(): Promise<void> {
  const left = () => market.server.context.db.selectFrom('backfill_range').select('first_block').execute()
  await expect.poll(left, { timeout: 25_000, interval: 50 }).toEqual([])
}

const holdersOf = async (item: ItemId) => {
  const { list } = await market.server.api().nft.owners({ ...item, chainId: market.chainId })
  return list.flatMap(({ owner, quantity }) => (quantity > 0n ? [owner] : []))
}
const lastNotice = async (who: Who) => (await (await market.session(who)).api.notices.list({ page: 1, limit: 1 })).list[0]?.subType

describe('collections reread', () => {
  it('brings back a transfer that a node had left out, by the range that holds it and by no other', { timeout: 60_000 }, async () => {
    const collection = await deployForeign(market, 'Museum')
    const item = { collection, tokenId: 7n }
    await mintForeign(market, collection, 'alice', 7n)
    await run('collections', 'import', '--collection', collection)
    await resync()
    const [lost] = await withLogsHidden(() => market.transfer('alice', 'bob', item))
    await market.testnet.mine(3)
    await market.sync()
    expect(await holdersOf(item)).toEqual([market.address('alice')])

    await run('collections', 'reread', '--collection', collection, ...range(lost + 1n, lost + 2n))
    await resync()
    expect(await holdersOf(item)).toEqual([market.address('alice')])
    const said = await run('collections', 'reread', '--collection', collection, ...range(lost, lost))
    expect(said).toBe(`Blocks ${lost} to ${lost} of ${collection} are read again by the market that runs.`)
    await resync()
    expect(await holdersOf(item)).toEqual([market.address('bob')])
    expect([await lastNotice('alice'), await lastNotice('bob')]).toEqual([NOTICE_SUBTYPE.TRANSFER, NOTICE_SUBTYPE.RECEIVE])
    expect(await run('reading', 'recount')).toBe('Every count is right.')
  })
})

describe('an earlier transfer that is indexed late', () => {
  it('begins the history of an item whose mint was not seen', { timeout: 60_000 }, async () => {
    const collection = await deployForeign(market, 'Museum')
    await run('collections', 'import', '--collection', collection)
    await resync()
    const item = { collection, tokenId: 9n }
    await withLogsHidden(() => mintForeign(market, collection, 'alice', 9n))
    const [given] = await withLogsHidden(() => market.transfer('alice', 'bob', item))
    await market.transfer('bob', 'carol', item)
    await market.sync()
    const begins = async () => {
      const { creator, createdAt } = (await market.server.api().nft.detail({ ...item, chainId: market.chainId })) ?? expect.unreachable()
      return [creator.address, createdAt]
    }
    expect((await begins())[0]).toBe(market.address('carol'))

    await run('collections', 'reread', '--collection', collection, ...range(given, given))
    await resync()
    const { timestamp } = await market.testnet.publicClient.getBlock({ blockNumber: given })
    expect(await begins()).toEqual([market.address('bob'), Number(timestamp)])
    expect(await holdersOf(item)).toEqual([market.address('carol')])
  })
})

describe('reading reread', () => {
  it('brings back what the market’s own contracts said: sales, auctions and new collections', { timeout: 60_000 }, async () => {
    const { api } = await market.session('alice')
    await market.approve('alice', market.official)
    const [sold, ended] = [await market.listed('alice'), await market.listed('alice')]
    await fund(market, 'bob')
    const lot = await offered(market, 'alice')
    await bidOn(market, 'bob', lot, usd('21'))
    const [first, last] = await withLogsHidden(async () => {
      await market.buy('bob', sold.listing)
      await market.cancel('alice', ended.listing)
      await cancelAuction(market, 'alice', lot)
      await market.deployCollection('alice', 'Unheard', 'UNH')
    })
    const saleOf = ({ item }: typeof sold) =>
      api.order.get({ ...item, owner: market.address('alice'), type: ORDER_TYPE.SALE }).then(
        ({ status }) => status,
        ({ errno }) => errno,
      )
    const collectionNow = async () => (await api.user.contract({ address: market.address('alice') })).find(({ name }) => name === 'Unheard')
    expect([await saleOf(sold), await saleOf(ended), await holdersOf(sold.item)]).toEqual([0, 0, [market.address('alice')]])
    expect([(await api.auction.get(named(lot))).end, await collectionNow()]).toEqual([AUCTION_END.NONE, undefined])

    expect(await run('reading', 'reread', ...range(first, last))).toBe(
      `Blocks ${first} to ${last} of chain 31337 are read again by the market that runs.`,
    )
    await resync()
    expect([await saleOf(sold), await saleOf(ended), await holdersOf(sold.item)]).toEqual([4101, 4101, [market.address('bob')]])
    expect((await api.auction.get(named(lot))).end).toBe(AUCTION_END.CANCEL)
    const types = (await api.nft.history({ ...sold.item, chainId: market.chainId })).map(({ type }) => type)
    expect(types).toEqual([HISTORY_TYPE.BUY, HISTORY_TYPE.SALE, HISTORY_TYPE.MINT])
    const collection = (await collectionNow())?.address
    if (!collection) throw new Error('The collection is not there')
    const item = await market.mint('alice', { collection })
    await market.sync()
    expect(await holdersOf(item)).toEqual([market.address('alice')])
    expect(await run('reading', 'recount')).toBe('Every count is right.')
  })

  it('indexes the past events of a collection that was unknown', { timeout: 60_000 }, async () => {
    const [address, first] = await unheardCollection('2')
    const call = { address, abi: collection721Abi } as const
    await market.mined(
      await market.wallet('alice').writeContract({ ...call, functionName: 'transferOwnership', args: [market.address('bob')] }),
    )
    await market.sync()
    const known = () => market.server.api().contract.info({ collection: call.address, chainId: market.chainId })
    expect(await known()).toEqual({})
    await run('reading', 'reread', ...range(first, first))
    await resync()
    expect(await known()).toMatchObject({ name: 'Since', isConfirmed: true, owner: market.address('bob') })
  })

  it('goes on where such a collection was brought in meanwhile, and its old blocks wait', { timeout: 60_000 }, async () => {
    const [address, first] = await unheardCollection('3')
    await market.indexers.stop()
    await run('collections', 'import', '--collection', address)
    await run('reading', 'reread', ...range(first, first))
    await market.follow()
    await resync()
    await market.sync()
    const known = await market.server.api().contract.info({ collection: address, chainId: market.chainId })
    expect(known).toMatchObject({ name: 'Since', isConfirmed: true, owner: market.address('alice') })
  })

  it('puts draws of boxes right: whose they were, and what each left', { timeout: 60_000 }, async () => {
    const box = await offerBox(market)
    const lostRequest = await withLogsHidden(() => openBoxes(market, 'bob', box, 2))
    await openBoxes(market, 'carol', box)
    await drawAll(market)
    await openBoxes(market, 'dan', box, 2)
    await market.sync()
    await market.testnet.mine(2)
    const lostDraw = await withLogsHidden(() => drawBoxes.run(market.server.context))
    await openBoxes(market, 'eve', box)
    await drawAll(market)
    expect((await historyOf(market, box)).map(({ buyer }) => buyer)).not.toContain(market.address('bob'))
    await run('reading', 'reread', ...range(lostRequest[0], lostDraw[1]))
    await resync()
    const rows = await historyOf(market, box)
    expect(rows.map(({ buyer, amount, indexes }) => [buyer, amount, indexes.length])).toEqual([
      [market.address('eve'), 1n, 1],
      [market.address('dan'), 2n, 2],
      [market.address('carol'), 1n, 1],
      [market.address('bob'), 2n, 2],
    ])
    const { list } = await market.server.api().blind['box.nfts']({ boxId: BigInt(box.id) })
    expect(list.map(({ left }) => BigInt(left))).toEqual(await leftOnChain(market, box))
    expect(await detailOf(market, box)).toMatchObject({ waiting: 0 })
  })
})

describe('a collection in old blocks', () => {
  /** Seeds 3414 and 3677 of the simulator met it. */
  it('[DATA-09] is read with all its logs, also when a node has left it out of what the factory made', { timeout: 60_000 }, async () => {
    const { context } = market.server
    const { mintSigner } = context.signer
    await market.sync()
    await market.indexers.stop()
    await market.deployCollection('bob', 'Asked twice', 'TWC', mintSigner, `0x${'7a'.repeat(32)}`)
    await market.testnet.mine(20)
    // Both the planner and the reader send requests.
    node.leaveOut(market.testnet.contracts.collectionFactory, 2)
    market.indexers = await startIndexers(context, { pollMs: 10, backfillGap: 4, rangeWidth: 64 })
    await market.sync()
    const found = context.db.selectFrom('collection').select(['is_confirmed', 'owner']).where('name', '=', 'Asked twice')
    expect(await found.execute()).toEqual([{ is_confirmed: true, owner: bytes(market.address('bob')) }])
  })
})

describe('what the operator says of a collection', () => {
  it('outlives the fork that takes it back, and a new reading of the whole chain', { timeout: 60_000 }, async () => {
    const { context } = market.server
    const ruled = async () => {
      await market.sync()
      const named = context.db.selectFrom('collection').select(['address', 'is_hidden', 'is_locked', 'is_confirmed', 'owner'])
      return named.where('name', '=', 'Ruled').execute()
    }
    await market.deployCollection('carol', 'Ruled', 'RLD')
    const [row] = await ruled()
    if (!row?.address) throw new Error('The collection is not there')
    for (const act of ['hide', 'lock']) await run('collections', act, '--collection', addressOf(row.address))
    const kept = { ...row, is_hidden: true, is_locked: true }
    expect(await ruled()).toEqual([kept])

    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await expect.poll(ruled, { timeout: 25_000, interval: 50 }).toMatchObject([{ is_hidden: true, is_locked: true, is_confirmed: false }])
    await market.deployCollection('carol', 'Ruled', 'RLD')
    expect(await ruled()).toEqual([kept])

    await market.indexers.stop()
    await forgetChain(context, market.chainId)
    await market.follow()
    expect(await ruled()).toEqual([kept])
  })
})
