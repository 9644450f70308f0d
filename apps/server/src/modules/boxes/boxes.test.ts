import {
  BOX_REQUEST_STATUS,
  boxDigest,
  boxDomain,
  boxStructHash,
  commitmentOf,
  drawKinds,
  drawSeed,
  erc721,
  erc1155,
  NOTICE_SUBTYPE,
  toAddress,
} from '@plinth/protocol'
import { blindBoxAbi, collection721Abi, collection1155Abi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detailOf, draftBox, drawAll, historyOf, leftOnChain, offerBox, openBoxes, openBoxMarket, PRICE } from '../../../test/acts/boxes.ts'
import { mintEdition } from '../../../test/chain/editions.ts'
import { PEOPLE } from '../../../test/market/harness.ts'
import type { TestMarket } from '../../../test/market/market.ts'
import { drawBoxes } from '../../jobs/draw-boxes.ts'
import { runBoxes } from '../../jobs/run-boxes.ts'
import { prizesOf, type StoredBox, signedBoxOf } from '../../state/boxes/store.ts'
import { commitBox } from './operate.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openBoxMarket()
})
afterAll(() => market?.close())

const TEXT = { name: 'Night market', image: '', description: 'Ten', property: '', anim1: '', anim2: '', isSealed: false }
const DRAW = { timeout: 60_000 }
const { DRAWN, REFUNDED, WAITING } = BOX_REQUEST_STATUS
const api = async (who: 'alice' | 'bob' | 'dan' = 'alice') => (await market.session(who)).api.blind
const idOf = (box: StoredBox) => ({ boxId: BigInt(box.id) })
/** Form fields as a page of the documented client sends them; the response is compared whole, so its type does not matter. */
const post = async (path: string, body: Record<string, string>) => (await market.server.post(path, body)).data as never

describe('a series of boxes', () => {
  it('[API-13] [API-14] is shown once the chain has it, and not before', DRAW, async () => {
    const box = await draftBox(market)
    expect(await (await api())['box.detail'](idOf(box))).toBeUndefined()
    expect((await market.server.post('/blind/box/detail', { blindBoxId: String(box.id) })).errno).toBeUndefined()
    const shown = await offerBox(market, { text: { ...TEXT, name: 'Lanterns' } })
    const { list, total } = await (await api())['box.list']({ page: 1, limit: 5, name: 'lanterns', chainId: market.chainId })
    expect([total, list.map((record) => record.id)]).toEqual([1, [BigInt(shown.id)]])
  })

  it('[DATA-12] [DATA-31] [DATA-33] [API-15] [API-17] [API-20] is written as documented', DRAW, async () => {
    const box = await offerBox(market, { opening: 2, repeat: true, text: { ...TEXT, anim1: '/a.webm', anim2: '/b.webm' } })
    const id = String(box.id)
    const record = await post('/blind/box/detail', { blindBoxId: id })
    expect(record).toMatchObject({
      id,
      name: 'Night market',
      imgUrl: '',
      describe: 'Ten',
      price: '0.1',
      amount: 5,
      nftAmount: 2,
      isRepetition: true,
      paytokenSymbol: 'ETH',
      paytokenType: 0,
      paytokenTokenId: '0',
      paytokenMetadataContent: '',
      paytokenDecimals: 18,
      anim1: '/a.webm',
      anim2: '/b.webm',
      isSync: true,
      startTime: box.startTime,
      endTime: box.endTime,
      order: { owner: toAddress(market.testnet.operator.account.address), openeds: 0, buyerfee: 250, buying: '0.5', amount: 5, opening: 2 },
    })
    const order = await post('/blind/order/get', { blindBoxId: id })
    const prizes = (await prizesOf(market.server.context.db, [box.id])).get(box.id) ?? []
    const signed = signedBoxOf(box, prizes)
    expect(order).toMatchObject({ salt: String(box.salt), buyerType: 0, sellings: '[5,3,2]', uris: JSON.stringify(signed.uris) })
    expect(JSON.parse((order as { sellAssets: string }).sellAssets)).toHaveLength(3)
    expect((order as { nfts: object[] }).nfts).toEqual(((await post('/blind/box/nfts', { blindBoxId: id })) as { list: object[] }).list)
    const { list } = (await post('/blind/order/listbyboxid', { blindBoxIds: `${id},999999` })) as { list: object[] }
    expect(list).toEqual([order])
    expect(boxStructHash(signed)).toBe(box.hash)
  })

  it('[DATA-13] [BOX-08] lists its prizes with the documented chances and the live ones', DRAW, async () => {
    const box = await offerBox(market)
    const { list } = await (await api())['box.nfts'](idOf(box))
    expect(list.map(({ name, amount, probability, liveProbability }) => [name, amount, probability, liveProbability])).toEqual([
      ['Lantern', 5, '50.00', '50.00'],
      ['Heron', 3, '30.00', '30.00'],
      ['Comet', 2, '20.00', '20.00'],
    ])
    expect(list.map(({ metadata }) => JSON.parse(metadata).name)).toEqual(['Lantern', 'Heron', 'Comet'])
  })

  it('keeps a sealed kind secret until one is drawn', DRAW, async () => {
    const box = await offerBox(market, {
      kinds: [
        { name: 'Moon', amount: 1 },
        { name: 'Sun', amount: 1 },
      ],
      text: { ...TEXT, isSealed: true },
    })
    const names = async () => (await (await api())['box.nfts'](idOf(box))).list.map(({ name, metadata }) => name + metadata)
    expect(await names()).toEqual(['', ''])
    await openBoxes(market, 'bob', box)
    await drawAll(market)
    expect((await names()).filter((text) => text !== '')).toHaveLength(1)
  })

  it('notifies the followers of its owner once it can be opened', DRAW, async () => {
    const { timestamp } = await market.server.context.chains.get(market.chainId).refresh()
    const box = await offerBox(market, { startTime: timestamp + 60, endTime: timestamp + 600 })
    const { api: dan } = await market.session('dan')
    await dan.follow.add({ address: box.owner })
    const countNotices = async () => {
      const { list } = await dan.notices.list({ page: 1, limit: 100 })
      return list.filter(({ subType, content }) => subType === NOTICE_SUBTYPE.BOX_STARTED && content.box?.id === BigInt(box.id)).length
    }
    await runBoxes.run(market.server.context)
    expect(await countNotices()).toBe(0)
    await market.testnet.setNextBlockTimestamp(timestamp + 100)
    await market.testnet.mine(1)
    await market.sync()
    for (let round = 0; round < 2; round++) await runBoxes.run(market.server.context)
    expect(await countNotices()).toBe(1)
  })

  it('[API-12] is paid with a token of the list', async () => {
    const { list } = await (await api())['paytoken.list']({ chainId: market.chainId })
    expect(list[0]).toMatchObject({ type: 0, tokenId: 0n, decimals: 18, metadata: '' })
    expect(list.every((token) => token.chainId === market.chainId)).toBe(true)
    const { data } = await market.server.post('/blind/paytoken/list', {})
    expect((data as { list: object[] }).list[0]).toHaveProperty('token')
  })

  it('[API-18] is prepared for its owner alone', DRAW, async () => {
    const box = await draftBox(market)
    await expect((await api())['order.prepare'](idOf(box))).rejects.toMatchObject({ code: 'NOT_AUTHORISED' })
    const operator = await market.server.signIn(market.testnet.operator.account)
    const prepared = await operator.api.blind['order.prepare'](idOf(box))
    const signed = signedBoxOf(box, (await prizesOf(market.server.context.db, [box.id])).get(box.id) ?? [])
    expect(prepared.digest).toBe(boxDigest(signed, boxDomain(market.chainId, box.contract)))
  })
})

describe('opening', () => {
  it('[API-16] [API-19] [DATA-14] [DATA-32] [DATA-34] [BOX-34] draws what any verifier can draw again', DRAW, async () => {
    const box = await offerBox(market, { opening: 2 })
    await openBoxes(market, 'bob', box, 2)
    await market.sync()
    expect(await detailOf(market, box)).toMatchObject({ opened: 2, waiting: 2 })
    expect((await historyOf(market, box))[0]).toMatchObject({ status: WAITING, indexes: [], nfts: [], revealTx: '' })
    await expect((await api())['box.proof']({ ...idOf(box), request: 0 })).rejects.toMatchObject({ code: 'BOX_WAITING' })
    // A number out of range of the column.
    await expect((await api())['box.proof']({ ...idOf(box), request: 2 ** 40 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await (await api())['box.history']({ ...idOf(box), request: 2 ** 40, page: 1, limit: 10 })).toMatchObject({ list: [], total: 0 })
    await drawAll(market)

    const [row] = await historyOf(market, box, toAddress(PEOPLE.bob.address))
    if (!row) throw new Error('no history')
    expect(row).toMatchObject({
      status: DRAWN,
      request: 0,
      user: { address: toAddress(PEOPLE.bob.address) },
      amount: 2n,
      price: '0.1',
      buyerFee: 250,
      paid: (PRICE * 2n * 10_250n) / 10_000n,
    })
    expect(row.nfts.map((item) => item.index)).toEqual(row.indexes)
    expect(row.indexes).toHaveLength(4)
    for (const item of row.nfts) {
      const detail = await (await market.session('bob')).api.nft.detail({ collection: item.collection, tokenId: BigInt(item.tokenId) })
      expect([detail?.onlyOwner, item.isKept]).toEqual([toAddress(PEOPLE.bob.address), false])
    }
    expect(new Set(row.nfts.map((item) => item.tokenId)).size).toBe(4)

    const { list: notices } = await (await market.session('bob')).api.notices.list({ page: 1, limit: 100 })
    expect(notices.find(({ subType }) => subType === NOTICE_SUBTYPE.BOX_DRAWN)?.content).toMatchObject({
      box: { id: BigInt(box.id), name: 'Night market' },
      quantity: '2',
    })

    const proof = await (await api())['box.proof']({ ...idOf(box), request: 0 })
    expect(commitmentOf(proof.word)).toBe(proof.anchor)
    const block = await market.testnet.publicClient.getBlock({ blockNumber: BigInt(proof.decidingBlock) })
    expect(block.hash).toBe(proof.blockHash)
    expect(drawSeed({ ...proof, box: box.hash })).toBe(proof.seed)
    expect(drawKinds(proof.left, proof, proof.seed).kinds).toEqual(row.indexes)
  })

  it('[BOX-15] [BOX-16] never gives more than there is, and what it says is left the chain says too', DRAW, async () => {
    const box = await offerBox(market)
    for (const [who, amount] of [
      ['bob', 3],
      ['dan', 2],
      ['bob', 5],
    ] as const)
      await openBoxes(market, who, box, amount)
    await market.sync()
    expect(await detailOf(market, box)).toMatchObject({ opened: 10, waiting: 10 })
    await expect(openBoxes(market, 'dan', box)).rejects.toMatchObject({ code: 'BOX_SOLD_OUT' })
    await drawAll(market)
    const { list } = await (await api())['box.nfts'](idOf(box))
    const rows = await historyOf(market, box)
    expect(rows.map(({ status, request }) => [status, request])).toEqual([
      [DRAWN, 2],
      [DRAWN, 1],
      [DRAWN, 0],
    ])
    for (const { index, amount, left } of list)
      expect(left + rows.flatMap((row) => row.indexes).filter((drawn) => drawn === index).length).toBe(amount)
    expect(list.map((prize) => BigInt(prize.left))).toEqual(await leftOnChain(market, box))
    expect(await detailOf(market, box)).toMatchObject({ opened: 10, waiting: 0 })
    const operator = await market.server.signIn(market.testnet.operator.account)
    const soldOut = async () => {
      const { list: notices } = await operator.api.notices.list({ page: 1, limit: 100 })
      return notices.filter(({ subType, content }) => subType === NOTICE_SUBTYPE.BOX_SOLD_OUT && content.box?.id === BigInt(box.id)).length
    }
    for (let round = 0; round < 2; round++) await runBoxes.run(market.server.context)
    expect(await soldOut()).toBe(1)
  })

  it('is signed for within its time, one to ten boxes, for signed-in buyers', DRAW, async () => {
    const { timestamp } = await market.server.context.chains.get(market.chainId).refresh()
    const early = await offerBox(market, { startTime: timestamp + 5_000, endTime: timestamp + 9_000 })
    const box = await offerBox(market)
    const blind = await api('bob')
    await expect(blind['order.buyfee']({ salt: early.salt })).rejects.toMatchObject({ code: 'BOX_NOT_STARTED' })
    for (const amount of [0, 11])
      await expect(blind['order.buyfee']({ salt: box.salt, amount })).rejects.toMatchObject({ code: 'BOX_QUANTITY' })
    await expect(blind['order.buyfee']({ salt: 1n })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await market.server.post('/blind/order/buyfee', { salt: String(box.salt) })).errno).toBe(501)
    const { left, buying, sellerFee } = await blind['order.buyfee']({ salt: box.salt, amount: 10 })
    expect([left, buying, sellerFee]).toEqual([10, PRICE * 10n, 250])
  })

  it('[F-5] is signed for no more while a draw is overdue, until it is drawn', DRAW, async () => {
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    await market.testnet.mine(10)
    await market.sync()
    await openBoxes(market, 'alice', box)
    await market.testnet.mine(1)
    await market.sync()
    const blind = await api('bob')
    await expect(blind['order.buyfee']({ salt: box.salt })).rejects.toMatchObject({ code: 'BOX_DRAW_OVERDUE' })
    await drawAll(market)
    expect((await blind['order.buyfee']({ salt: box.salt })).left).toBe(8)
  })
})

describe('a chain that takes back', () => {
  it('a request that a reorg reverts is forgotten, and the buyer who asks again is drawn for', DRAW, async () => {
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    await market.sync()
    expect((await detailOf(market, box)).waiting).toBe(1)
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await expect.poll(async () => (await detailOf(market, box)).opened, { timeout: 25_000 }).toBe(0)
    expect(await historyOf(market, box)).toEqual([])
    await openBoxes(market, 'dan', box)
    await drawAll(market)
    expect((await historyOf(market, box)).map(({ status, buyer }) => [status, buyer])).toEqual([[DRAWN, toAddress(PEOPLE.dan.address)]])
  })

  it('a draw: the boxes wait again, nothing is left out, and the next block decides', DRAW, async () => {
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box, 3)
    await drawAll(market)
    const [before] = await historyOf(market, box)
    expect(before?.status).toBe(DRAWN)
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await expect.poll(async () => (await detailOf(market, box)).waiting, { timeout: 25_000 }).toBe(3)
    expect((await (await api())['box.nfts'](idOf(box))).list.map((prize) => prize.left)).toEqual([5, 3, 2])
    await drawAll(market)
    const [after] = await historyOf(market, box)
    // The deciding block was below the reverted ones.
    expect([after?.status, after?.indexes]).toEqual([DRAWN, before?.indexes])
    const { list } = await (await api())['box.nfts'](idOf(box))
    expect(list.map((prize) => BigInt(prize.left))).toEqual(await leftOnChain(market, box))
  })
})

describe('a draw that is missed', () => {
  it('costs the owner the bond: the buyer is refunded, and the series continues once recommitted', DRAW, async () => {
    const { testnet, server } = market
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box, 2)
    await market.sync()
    const before = await testnet.publicClient.getBalance({ address: PEOPLE.bob.address })
    const { timestamp } = await testnet.publicClient.getBlock()
    await testnet.setNextBlockTimestamp(Number(timestamp) + 1_801)
    await testnet.mine(1)
    await drawBoxes.run(server.context)
    await market.sync()
    const [row] = await historyOf(market, box)
    expect(row).toMatchObject({ status: REFUNDED, indexes: [] })
    expect(await detailOf(market, box)).toMatchObject({ opened: 0, waiting: 0, missed: 1, isStopped: true, requestsLeft: 0 })
    const paid = (PRICE * 2n * 10_250n) / 10_000n
    expect((await testnet.publicClient.getBalance({ address: PEOPLE.bob.address })) - before).toBe(paid + PRICE * 2n)
    expect((await detailOf(market, box)).bond).toBe(parseEther('10') - PRICE * 2n)
    await expect(openBoxes(market, 'bob', box)).rejects.toMatchObject({ code: 'BOX_STOPPED' })
    const { list: notices } = await (await market.session('bob')).api.notices.list({ page: 1, limit: 100 })
    expect(notices.filter(({ subType }) => subType === NOTICE_SUBTYPE.BOX_REFUNDED)).toHaveLength(1)
    await commitBox(server.context, box.id, 5)
    await market.sync()
    expect(await detailOf(market, box)).toMatchObject({ isStopped: false, requestsLeft: 5 })
    // [F-4] The new preimages came with the withheld one.
    const logged = { address: box.contract, abi: blindBoxAbi, eventName: 'Withheld', args: { box: box.hash }, fromBlock: 0n } as const
    const shown = await testnet.publicClient.getContractEvents(logged)
    expect(shown.map(({ args: { first, count } }) => [first, count])).toEqual([[0n, 1n]])
    await openBoxes(market, 'bob', box)
    await drawAll(market)
    expect((await historyOf(market, box))[0]).toMatchObject({ status: DRAWN, request: 1 })
  })

  it('is made by one of two processes: the second finds nothing to do', DRAW, async () => {
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    await market.sync()
    await market.testnet.mine(2)
    await Promise.all([drawBoxes.run(market.server.context), drawBoxes.run(market.server.context)])
    await market.sync()
    const state = await market.testnet.publicClient.readContract({
      address: box.contract,
      abi: blindBoxAbi,
      functionName: 'boxOf',
      args: [box.hash],
    })
    expect([state.head, state.pending]).toEqual([1, 0])
    expect((await historyOf(market, box)).map(({ status }) => status)).toEqual([DRAWN])
  })
})

describe('a box of held items that is paid with a ticket', () => {
  it('[BOX-06] [BOX-36] burns the ticket, takes no fee, and gives the very items that lay in it', DRAW, async () => {
    const { testnet } = market
    const revealOperator = toAddress(testnet.operator.account.address)
    const ticket = await mintEdition(market, 'bob', { supply: 3n })
    const work = await market.mint('alice')
    const print = await mintEdition(market, 'alice', { supply: 5n })
    const { wallet, address } = { wallet: market.wallet('alice'), address: market.address('alice') }
    const single = [address, revealOperator, work.tokenId] as const
    await market.mined(
      await wallet.writeContract({ address: work.collection, abi: collection721Abi, functionName: 'transferFrom', args: single }),
    )
    const some = [address, revealOperator, print.tokenId, 2n, '0x'] as const
    await market.mined(
      await wallet.writeContract({ address: print.collection, abi: collection1155Abi, functionName: 'safeTransferFrom', args: some }),
    )
    const box = await offerBox(market, {
      price: 1n,
      money: erc1155(ticket.collection, ticket.tokenId),
      ticket: { name: 'Member', symbol: 'MEMBER' },
      kinds: [
        { name: 'Work', amount: 1, asset: erc721(work.collection, work.tokenId) },
        { name: 'Print', amount: 2, asset: erc1155(print.collection, print.tokenId) },
      ],
      bond: parseEther('1'),
    })
    expect(await detailOf(market, box)).toMatchObject({
      price: '1',
      payTokenType: 2,
      payTokenSymbol: 'MEMBER',
      payTokenDecimals: 0,
      order: { buyerFee: 0 },
    })
    const { list } = await (await api())['paytoken.list']({ chainId: market.chainId })
    expect(list.at(-1)).toMatchObject({ type: 2, address: ticket.collection, tokenId: ticket.tokenId, symbol: 'MEMBER' })

    await market.approve('bob', ticket.collection)
    await openBoxes(market, 'bob', box, 3)
    await drawAll(market)
    const [row] = await historyOf(market, box)
    expect(row).toMatchObject({ status: DRAWN, paid: 3n, buyerFee: 0, payTokenSymbol: 'MEMBER' })
    expect(row?.nfts.map((item) => [item.index, item.tokenId, item.isKept]).toSorted()).toEqual([
      [0, work.tokenId.toString(), false],
      [1, print.tokenId.toString(), false],
      [1, print.tokenId.toString(), false],
    ])
    const read = (holder: string, tokenId: bigint) =>
      testnet.publicClient.readContract({
        address: ticket.collection,
        abi: collection1155Abi,
        functionName: 'balanceOf',
        args: [toAddress(holder), tokenId],
      })
    expect([await read(PEOPLE.bob.address, ticket.tokenId), await read(PEOPLE.bob.address, print.tokenId)]).toEqual([0n, 2n])
    const detail = await (await market.session('bob')).api.nft.detail({ collection: work.collection, tokenId: work.tokenId })
    expect(detail?.onlyOwner).toBe(toAddress(PEOPLE.bob.address))
  })
})
