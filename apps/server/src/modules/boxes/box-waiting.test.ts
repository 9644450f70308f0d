/** @module-tag more */
import { TICKET_KIND } from '@plinth/api'
import { type Address, BOX_REQUEST_STATUS, erc20, erc1155, NOTICE_SUBTYPE, parseUnits, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { blindBoxAbi, collection1155Abi, dollarTokenAbi } from '@plinth/protocol/abi'
import { createTestClient, createWalletClient, encodeFunctionData, type Hex, http, keccak256, parseEther, stringToBytes } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detailOf, drawAll, historyOf, noticesOfBox, offerBox, openBoxes, openBoxMarket, PRICE } from '../../../test/acts/boxes.ts'
import { mintEdition } from '../../../test/chain/editions.ts'
import type { TestMarket } from '../../../test/market/market.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Context } from '../../context.ts'
import { drawBoxes } from '../../jobs/draw-boxes.ts'
import type { StoredBox } from '../../state/boxes/store.ts'
import { drawOldest } from './draw.ts'
import { commitBox, withdrawBond } from './operate.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openBoxMarket()
  await chain().setCode({ address: REFUSER, bytecode: REVERTS })
})
afterAll(() => market?.close())

const LONG = { timeout: 90_000 }
const REVERTS: Hex = '0x60006000fd'
/** A contract that accepts neither items nor coin. */
const REFUSER = toAddress(`0x${'ab'.repeat(20)}`)
const { DRAWN, REFUNDED } = BOX_REQUEST_STATUS
const { BOX_DRAWN, BOX_MISSED, BOX_REFUNDED } = NOTICE_SUBTYPE

const chain = () => createTestClient({ mode: 'anvil', chain: market.testnet.chain, transport: http(market.testnet.rpcUrl) })
const keptFor = async (account: Address) => (await market.session('alice')).api.blind['box.kept']({ account })
const boxOnChain = ({ contract: address, hash }: StoredBox) =>
  market.testnet.publicClient.readContract({ address, abi: blindBoxAbi, functionName: 'boxOf', args: [hash] })

/** A transaction of the contract without a key, by impersonation. */
async function refuserSends(data: Hex): Promise<void> {
  await chain().impersonateAccount({ address: REFUSER })
  await chain().setBalance({ address: REFUSER, value: parseEther('10') })
  const wallet = createWalletClient({ account: REFUSER, chain: market.testnet.chain, transport: http(market.testnet.rpcUrl) })
  await market.mined(await wallet.sendTransaction({ to: market.testnet.contracts.blindBox, data }))
  await market.sync()
}

/** After the deadline of a draw; the jobs refund it. */
async function missDraw(): Promise<void> {
  await passTime()
  await drawBoxes.run(market.server.context)
  await market.sync()
}

async function passTime(): Promise<void> {
  await market.sync()
  const { timestamp } = await market.testnet.publicClient.getBlock()
  await market.testnet.setNextBlockTimestamp(Number(timestamp) + 1_801)
  await market.testnet.mine(1)
  await market.sync()
}

describe('what can’t be delivered', () => {
  it('is a prize that waits for its owner, who has it sent to another account', LONG, async () => {
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box, 2, REFUSER)
    await drawAll(market)
    const [row] = await historyOf(market, box, REFUSER)
    expect(row).toMatchObject({ status: DRAWN, amount: 2n })
    expect(row?.nfts.map(({ isKept }) => isKept)).toEqual([true, true])
    expect(await noticesOfBox(market, box, REFUSER)).toEqual([[BOX_DRAWN, true]])
    const { list } = await keptFor(REFUSER)
    expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    for (const { index, name, boxId } of list) expect([boxId, ['Lantern', 'Heron', 'Comet'][index]]).toEqual([BigInt(box.id), name])
    for (const { index, count } of list) {
      const args = [box.hash, BigInt(index), BigInt(count), REFUSER, market.address('dan')] as const
      await refuserSends(encodeFunctionData({ abi: blindBoxAbi, functionName: 'collect', args }))
    }
    expect((await keptFor(REFUSER)).list).toEqual([])
    const { list: dans } = await (await market.session('dan')).api.user.collections({
      address: market.address('dan'),
      page: 1,
      limit: 20,
      chainId: market.chainId,
    })
    expect(dans.filter(({ collection }) => collection === market.testnet.contracts.prizeCollection)).toHaveLength(2)
  })

  it('is a ticket of a missed draw, and the bond in coin', LONG, async () => {
    const ticket = await mintEdition(market, 'bob', { supply: 3n })
    const money = { price: 1n, money: erc1155(ticket.collection, ticket.tokenId), ticket: { name: 'Member', symbol: 'MEMBER' } }
    const box = await offerBox(market, { ...money, bond: parseEther('1') })
    await market.approve('bob', ticket.collection)
    await openBoxes(market, 'bob', box, 2, REFUSER)
    await chain().setBalance({ address: REFUSER, value: 0n })
    await missDraw()
    expect((await historyOf(market, box))[0]).toMatchObject({ status: REFUNDED, buyer: REFUSER })
    expect(await noticesOfBox(market, box, REFUSER)).toEqual([[BOX_REFUNDED, true]])
    expect(await noticesOfBox(market, box, box.owner)).toEqual([[BOX_MISSED, false]])
    const { list, credits } = await keptFor(REFUSER)
    expect(list.map(({ index, count, name, tokenId }) => [index, count, name, tokenId])).toEqual([
      [TICKET_KIND, 2, 'Member', ticket.tokenId],
    ])
    expect(credits.map(({ token, amount, symbol }) => [token, amount, symbol])).toEqual([[ZERO_ADDRESS, parseEther('0.02'), 'ETH']])
    const collect = [box.hash, BigInt(TICKET_KIND), 2n, REFUSER, market.address('bob')] as const
    await refuserSends(encodeFunctionData({ abi: blindBoxAbi, functionName: 'collect', args: collect }))
    const before = await market.testnet.publicClient.getBalance({ address: market.address('dan') })
    await refuserSends(encodeFunctionData({ abi: blindBoxAbi, functionName: 'claim', args: [REFUSER, market.address('dan')] }))
    expect(await keptFor(REFUSER)).toEqual({ list: [], credits: [] })
    expect((await market.testnet.publicClient.getBalance({ address: market.address('dan') })) - before).toBe(parseEther('0.02'))
    const args = [market.address('bob'), ticket.tokenId] as const
    const read = { address: ticket.collection, abi: collection1155Abi, functionName: 'balanceOf', args } as const
    expect(await market.testnet.publicClient.readContract(read)).toBe(3n)
  })

  it('is money in a token that stood still, which its owner fetches once it moves again', LONG, async () => {
    const { dollar } = market.testnet.contracts
    const bob = market.address('bob')
    const usd = (text: string) => parseUnits(text, 6)
    const [revealOperator, proxy] = [market.testnet.operator, market.testnet.contracts.transferProxy]
    for (const to of [revealOperator.account.address, bob])
      await market.mined(
        await revealOperator.writeContract({ address: dollar, abi: dollarTokenAbi, functionName: 'mint', args: [to, usd('100')] }),
      )
    const box = await offerBox(market, { money: erc20(dollar), price: usd('4'), bond: usd('20') })
    const approve = { address: dollar, abi: dollarTokenAbi, functionName: 'approve', args: [proxy, usd('100')] } as const
    await market.mined(await market.wallet('bob').writeContract(approve))
    await openBoxes(market, 'bob', box, 2)
    await passTime()
    const code = (await market.testnet.publicClient.getCode({ address: dollar })) ?? '0x'
    await chain().setCode({ address: dollar, bytecode: REVERTS })
    await drawBoxes.run(market.server.context)
    await chain().setCode({ address: dollar, bytecode: code })
    await market.sync()
    // The price of two with the fee of 2.5 %, and the bond.
    const owed = (usd('8') * 1_025n) / 1_000n + usd('8')
    expect(await noticesOfBox(market, box, bob)).toEqual([[BOX_REFUNDED, true]])
    const { credits } = await keptFor(bob)
    expect(credits).toMatchObject([{ token: dollar, amount: owed, symbol: 'PUSD', decimals: 6 }])
    const claim = { address: box.contract, abi: blindBoxAbi, functionName: 'claimTokens', args: [dollar, bob, bob] } as const
    await market.mined(await market.wallet('bob').writeContract(claim))
    await market.sync()
    expect((await keptFor(bob)).credits).toEqual([])
  })
})

describe('a series whose time is over', () => {
  it('opens no more boxes, and a draw that was missed has nothing to be checked', LONG, async () => {
    const { timestamp } = await market.testnet.publicClient.getBlock()
    const box = await offerBox(market, { endTime: Number(timestamp) + 1_000 })
    const { api, token } = await market.session('bob')
    await openBoxes(market, 'bob', box)
    await market.sync()
    const proof = { boxId: BigInt(box.id), request: 0 }
    await expect(api.blind['box.proof'](proof)).rejects.toMatchObject({ code: 'BOX_WAITING' })
    await missDraw()
    // The buyer could receive it, and nothing is undelivered.
    expect(await noticesOfBox(market, box, market.address('bob'))).toEqual([[BOX_REFUNDED, false]])
    expect(await noticesOfBox(market, box, box.owner)).toEqual([[BOX_MISSED, false]])
    await expect(api.blind['box.proof'](proof)).rejects.toMatchObject({ code: 'BOX_REVEAL_MISSED' })
    const form = { blindBoxId: String(box.id), requestId: '0' }
    expect(await market.server.post('/blind/box/proof', form)).toMatchObject({ errno: 4307, errmsg: expect.stringMatching(/\S/) })
    await expect(openBoxes(market, 'bob', box)).rejects.toMatchObject({ code: 'BOX_ENDED' })
    const asked = { salt: String(box.salt), amount: '1', chainId: String(market.chainId) }
    expect(await market.server.post('/blind/order/buyfee', asked, { token })).toMatchObject({ errno: 4302 })
  })
})

describe('the bond', () => {
  it('is withdrawn as far as no awaited draw needs it', LONG, async () => {
    const { context } = market.server
    const box = await offerBox(market, { bond: PRICE * 3n })
    await openBoxes(market, 'bob', box, 2)
    await expect(withdrawBond(context, box.id, PRICE * 2n)).rejects.toThrow()
    await withdrawBond(context, box.id, PRICE)
    await market.sync()
    expect((await detailOf(market, box)).bond).toBe(PRICE * 2n)
    await drawAll(market)
    await withdrawBond(context, box.id, PRICE * 2n)
    await market.sync()
    expect((await detailOf(market, box)).bond).toBe(0n)
  })
})

describe('several openings that wait', () => {
  it('are drawn in one block, each with its own word, and not before the deciding one has a block upon it', LONG, async () => {
    const box = await offerBox(market, { requests: 5 })
    for (const amount of [1, 2, 1]) await openBoxes(market, 'bob', box, amount)
    await market.sync()
    await market.testnet.mine(1)
    const draw = () => drawOldest(market.server.context, market.server.context.chains.get(market.chainId), box)
    await draw()
    // The last one's deciding block is the newest.
    expect((await boxOnChain(box)).head).toBe(2)
    await openBoxes(market, 'dan', box)
    await openBoxes(market, 'dan', box)
    await market.sync()
    await market.testnet.mine(2)
    await market.testnet.setAutomine(false)
    try {
      const drawing = draw()
      const { address } = market.testnet.operator.account
      const countOf = (blockTag: 'latest' | 'pending') => market.testnet.publicClient.getTransactionCount({ address, blockTag })
      await expect.poll(async () => (await countOf('pending')) - (await countOf('latest')), { timeout: 25_000 }).toBe(3)
      await market.testnet.mine(1)
      await drawing
    } finally {
      await market.testnet.setAutomine(true)
    }
    await market.sync()
    const rows = await historyOf(market, box)
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => DRAWN))
    const blocks = await Promise.all(
      rows.map(async ({ revealTx }) => (await market.testnet.publicClient.getTransactionReceipt({ hash: revealTx as Hex })).blockNumber),
    )
    expect(blocks.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => blocks[0]))
    expect((await boxOnChain(box)).head).toBe(5)
  })

  it('are not drawn with a hash that is not the block’s, and are sent back when their time is over', LONG, async () => {
    const { context } = market.server
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    await market.sync()
    await market.testnet.mine(2)
    const honest = context.chains.get(market.chainId)
    const restarted: Chain = {
      ...honest,
      read: (work) => honest.read((client) => work({ ...client, call: async () => ({ data: keccak256(stringToBytes('194')) }) })),
    }
    expect(await drawOldest(context, restarted, box)).toBe('nothing')
    await missDraw()
    expect((await historyOf(market, box)).map(({ status }) => status)).toEqual([REFUNDED])
  })

  it('are sent with all the gas that their receivers may burn, whatever an estimate said', LONG, async () => {
    const { publicClient } = market.testnet
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    await market.sync()
    await market.testnet.mine(2)
    await drawBoxes.run(market.server.context)
    await market.sync()
    const [row] = await historyOf(market, box)
    const hash = row?.revealTx as Hex
    const [{ gas }, { gasUsed }] = await Promise.all([publicClient.getTransaction({ hash }), publicClient.getTransactionReceipt({ hash })])
    expect(gas).toBeGreaterThan(1_200_000n)
    expect(gasUsed).toBeLessThan(gas / 2n)
  })

  it('are drawn as far as the balance of the reveal operator goes', LONG, async () => {
    const { operator, publicClient } = market.testnet
    const box = await offerBox(market)
    for (let opened = 0; opened < 3; opened++) await openBoxes(market, 'bob', box)
    await market.sync()
    await market.testnet.mine(2)
    const { maxFeePerGas } = await publicClient.estimateFeesPerGas()
    // Enough for one of them at its highest cost, not for two.
    await market.testnet.setBalance(operator.account.address, maxFeePerGas * 700_000n)
    await drawBoxes.run(market.server.context)
    await market.testnet.setBalance(operator.account.address, parseEther('1000'))
    await market.sync()
    expect((await historyOf(market, box)).map(({ status }) => status)).toEqual([DRAWN, DRAWN, DRAWN])
  })
})

describe('a reveal operator that dies', () => {
  /** As its successor: the same tables and chains, and nothing in memory. */
  const successor = (): Context => ({ ...market.server.context, stopping: new AbortController() })

  it('between sending a reveal and seeing it mined has made one draw, which its successor finds', LONG, async () => {
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    await market.sync()
    await market.testnet.mine(2)
    await market.testnet.setAutomine(false)
    try {
      const dying = successor()
      const sending = drawBoxes.run(dying)
      const { address } = market.testnet.operator.account
      const countOf = (blockTag: 'latest' | 'pending') => market.testnet.publicClient.getTransactionCount({ address, blockTag })
      await expect.poll(async () => (await countOf('pending')) - (await countOf('latest')), { timeout: 25_000 }).toBe(1)
      dying.stopping.abort()
      await sending
      const taking = drawBoxes.run(successor())
      await market.testnet.mine(1)
      await taking
      expect((await countOf('pending')) - (await countOf('latest'))).toBe(0)
    } finally {
      await market.testnet.setAutomine(true)
    }
    await drawBoxes.run(successor())
    await market.sync()
    expect((await boxOnChain(box)).head).toBe(1)
    expect((await historyOf(market, box)).map(({ status }) => status)).toEqual([DRAWN])
  })

  it('while it holds the lease delays others no longer than the lease lasts', LONG, async () => {
    const { db } = market.server.context
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    const name = `sender:${market.chainId}:${market.testnet.operator.account.address}`
    await db.insertInto('job_lease').values({ name, holder: 'dead', until_ms: 1, ended_ms: 0 }).execute()
    await drawAll(market)
    expect((await historyOf(market, box))[0]?.status).toBe(DRAWN)
    expect(await db.selectFrom('job_lease').select('holder').where('name', '=', name).execute()).toEqual([])
  })

  it('draws by the preimages on chain after storing new ones that never reached it', LONG, async () => {
    const { context } = market.server
    const box = await offerBox(market)
    await openBoxes(market, 'bob', box)
    // A request is pending, so the contract accepts no recommitment: the new preimages are in the table alone.
    await expect(commitBox(context, box.id, 7)).rejects.toThrow()
    const chains = await context.db.selectFrom('box_chain').select('requests').where('blind_box_id', '=', box.id).execute()
    expect(chains).toHaveLength(2)
    await drawAll(market)
    expect((await historyOf(market, box)).map(({ status }) => status)).toEqual([DRAWN])
    await commitBox(context, box.id, 2)
    await openBoxes(market, 'bob', box)
    await drawAll(market)
    expect((await historyOf(market, box)).map(({ status }) => status)).toEqual([DRAWN, DRAWN])
  })
})
