import { ACTION_TYPE, type Address, ORDER_TYPE, type Order, toAddress, toExchangeOrder, unpackSalt, ZERO_ADDRESS } from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, hashMessage, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAs, chainOf, SAYS_NO, SAYS_YES, signInAs } from '../../../test/chain/code-wallets.ts'
import { HALF_ETHER, type ItemId, TestMarket } from '../../../test/market/market.ts'
import { revalidateSome } from './revalidate.ts'
import { orderOf } from './shape.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

const NO_SIGNATURE = { v: 0, r: zeroHash, s: zeroHash }

const chain = () => chainOf(market)
const act = (from: Address, to: Address, data: Hex) => actAs(market, from, to, data)
const signIn = (owner: Address) => signInAs(market, owner)

/** A wallet without a key, which holds an item and has approved the market. */
async function wallet(pair: string): Promise<{ owner: Address; item: ItemId; api: Awaited<ReturnType<typeof signIn>> }> {
  const owner = toAddress(`0x${pair.repeat(20)}`)
  await chain().setCode({ address: owner, bytecode: SAYS_YES })
  const item = await market.mint('alice')
  const args = [market.address('alice'), owner, item.tokenId] as const
  const { collection: address } = item
  await market.mined(await market.wallet('alice').writeContract({ address, abi: collection721Abi, functionName: 'transferFrom', args }))
  const approval = {
    abi: collection721Abi,
    functionName: 'setApprovalForAll',
    args: [market.testnet.contracts.transferProxy, true],
  } as const
  await act(owner, item.collection, encodeFunctionData(approval))
  await market.sync()
  return { owner, item, api: await signIn(owner) }
}

type Api = Awaited<ReturnType<typeof signIn>>

async function prepared(api: Api, owner: Address, item: ItemId, price = HALF_ETHER, salt?: bigint) {
  const sides = market.saleSides(owner, item, price)
  const type = salt ? ACTION_TYPE.EDIT_SALE : ACTION_TYPE.SALE
  const answer = await api.order.prepare({ ...sides, type, chainId: market.chainId, ...(salt ? { salt } : {}) })
  const order = orderOf(sides, answer.salt, BigInt(answer.sellerFee))
  const input = { ...sides, type, salt: answer.salt, digest: answer.digest, signature: '0x' as Hex, chainId: market.chainId }
  return { order, input, digest: answer.digest }
}

const register = (order: Order) =>
  act(order.owner, market.exchange, encodeFunctionData({ abi: exchangeAbi, functionName: 'register', args: [toExchangeOrder(order)] }))

const saleOf = (owner: Address, item: ItemId) => market.server.api().order.get({ ...item, owner, type: ORDER_TYPE.SALE })

/** Fills it in the form for its proof, without the operator's fee signature. */
async function buy(order: Order, item: ItemId): Promise<void> {
  const { api } = await market.session('bob')
  const reply = await api.order.buyerFee({ ...item, owner: order.owner, type: ORDER_TYPE.SALE, salt: order.salt, chainId: market.chainId })
  expect(reply.isFeeSignatureNeeded).toBe(false)
  const value = order.buying + (order.buying * BigInt(reply.buyerFee)) / 10_000n
  const rest = [BigInt(reply.buyerFee), NO_SIGNATURE, 1n, ZERO_ADDRESS] as const
  const call = { address: market.exchange, abi: exchangeAbi, functionName: 'exchange', value } as const
  const exchangeOrder = toExchangeOrder(order)
  const hash =
    reply.proof === 'registered'
      ? await market.wallet('bob').writeContract({ ...call, args: [exchangeOrder, NO_SIGNATURE, ...rest] })
      : await market.wallet('bob').writeContract({ ...call, args: [exchangeOrder, reply.signature, ...rest] })
  await market.mined(hash)
  await market.sync()
}

const holderOf = async (item: ItemId) => (await (await market.session('bob')).api.nft.detail(item))?.onlyOwner

describe('an order registered on chain', () => {
  it('[F-89] needs no signature, says so, and is filled without one of the maker or the operator', async () => {
    const { owner, item, api } = await wallet('a1')
    const { order, input } = await prepared(api, owner, item)
    await expect(api.order.add(input)).rejects.toMatchObject({ errno: 4106 })
    await register(order)
    await api.order.add({ ...input, signature: `0x${'00'.repeat(65)}` })
    expect(await saleOf(owner, item)).toMatchObject({ proof: 'registered', signature: '0x', isFundable: true })
    await market.sync()
    expect(await saleOf(owner, item)).toMatchObject({ isFundable: true })
    await buy(order, item)
    expect(await holderOf(item)).toBe(market.address('bob'))
  })

  it('is edited by registering the new price; the old registration does not make it cheaper or dearer', async () => {
    const { owner, item, api } = await wallet('a2')
    const first = await prepared(api, owner, item)
    await register(first.order)
    await api.order.add(first.input)
    const lower = await prepared(api, owner, item, HALF_ETHER / 2n, first.order.salt)
    await expect(api.order.add(lower.input)).rejects.toMatchObject({ errno: 4106 })
    await register(lower.order)
    await api.order.add(lower.input)
    await market.sync()
    expect(await saleOf(owner, item)).toMatchObject({ buying: HALF_ETHER / 2n, isFundable: true })
  })

  it('is off the market when the registration is reverted, and on it again with a new one', async () => {
    const { owner, item, api } = await wallet('a3')
    const { order, input } = await prepared(api, owner, item)
    await register(order)
    await api.order.add(input)
    await market.sync()
    await market.testnet.reorg(1)
    await market.testnet.mine(1)
    await market.sync()
    expect(await saleOf(owner, item)).toMatchObject({ isFundable: false, status: 0 })
    const { api: bob } = await market.session('bob')
    expect((await bob.nft.detail(item))?.listings).toEqual([])
    const asked = { ...item, owner, type: ORDER_TYPE.SALE, salt: order.salt, chainId: market.chainId }
    await expect(bob.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4105 })
    await register(order)
    await market.sync()
    expect(await saleOf(owner, item)).toMatchObject({ isFundable: true })
    expect(unpackSalt(order.salt).sequence).toBe(1n)
  })
})

describe('an order of a wallet that is a contract', () => {
  it('[F-89] is filled with the bytes that its contract accepts, and no signature of the operator', async () => {
    const { owner, item, api } = await wallet('b1')
    const { order, input, digest } = await prepared(api, owner, item)
    await expect(api.order.add({ ...input, signature: hashMessage('another') })).rejects.toMatchObject({ errno: 4106 })
    await api.order.add({ ...input, signature: digest })
    expect(await saleOf(owner, item)).toMatchObject({ proof: 'contract', signature: digest, isFundable: true })
    await buy(order, item)
    expect(await holderOf(item)).toBe(market.address('bob'))
  })

  it('is off the market once its contract refuses the signature, and back when it accepts it again', async () => {
    const { owner, item, api } = await wallet('b2')
    const { order, input, digest } = await prepared(api, owner, item)
    await api.order.add({ ...input, signature: digest })
    await market.sync()
    await chain().setCode({ address: owner, bytecode: SAYS_NO })
    const { api: bob } = await market.session('bob')
    const asked = { ...item, owner, type: ORDER_TYPE.SALE, salt: order.salt, chainId: market.chainId }
    await expect(bob.order.buyerFee(asked)).rejects.toMatchObject({ errno: 4105 })
    const { context } = market.server
    expect((await revalidateSome(context, context.chains.default, 0)).differences).toBe(1)
    expect((await bob.nft.detail(item))?.listings).toEqual([])

    // A log that triggers a recomputation does not revive the order.
    const approval = {
      abi: collection721Abi,
      functionName: 'setApprovalForAll',
      args: [market.testnet.contracts.transferProxy, true],
    } as const
    await act(owner, item.collection, encodeFunctionData(approval))
    await market.sync()
    expect((await bob.nft.detail(item))?.listings).toEqual([])

    await chain().setCode({ address: owner, bytecode: SAYS_YES })
    expect((await revalidateSome(context, context.chains.default, 0)).differences).toBe(1)
    expect((await bob.nft.detail(item))?.listings).toHaveLength(1)
  })
})
