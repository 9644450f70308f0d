import { FOREIGN_ABI } from '@plinth/devnet'
import { type Address, ORDER_TYPE, toAddress, unpackSalt } from '@plinth/protocol'
import { type Abi, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deployForeign, mintForeign } from '../../../test/chain/foreign-contracts.ts'
import { type ItemId, type Listing, TestMarket } from '../../../test/market/market.ts'
import { signBid } from '../../../test/market/money.ts'
import { operate } from '../../../test/operator/operate.ts'
import { revalidateSome } from './revalidate.ts'

let market: TestMarket
let collection: Address
let item: ItemId
const PRICE = parseEther('1')
const OTHER = toAddress(`0x${'c0'.repeat(20)}`)

beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market?.close())

/** A collection whose owner changes its royalty, with an item of Alice's. */
beforeEach(async () => {
  collection = await deployForeign(market, 'Levy')
  for (const who of ['alice', 'bob'] as const) await market.approve(who, collection)
  const named = ['--chain', String(market.chainId), '--collection', collection, '--why', 'asked for']
  await operate(market.server.context, 'collections', 'import', ...named)
  item = { collection, tokenId: 1n }
  await mintForeign(market, collection, 'alice', 1n)
  await market.sync()
})

async function tax(to: Address, bps: bigint): Promise<void> {
  const call = { address: collection, abi: FOREIGN_ABI as Abi, functionName: 'tax', args: [to, bps] }
  await market.mined(await market.wallet('carol').writeContract(call))
  await market.sync()
}
const boundOf = ({ order }: Listing) => unpackSalt(order.salt).maxBuyerFeeBps
const revalidate = () => revalidateSome(market.server.context, market.server.context.chains.default, 0)
const detail = async () => (await market.server.api().nft.detail(item)) ?? { listings: [] }
const ofAlice = async () => (await (await market.session('alice')).api.nft.detail(item))?.resting ?? []
async function askFee({ order }: Listing) {
  const { api } = await market.session('bob')
  return api.order.buyerFee({ ...item, owner: order.owner, type: ORDER_TYPE.SALE, salt: order.salt, chainId: market.chainId })
}

it('[F-81] a sale names the royalty that its collection asks for when it is listed', async () => {
  await tax(OTHER, 500n)
  expect(boundOf(await market.list('alice', item, PRICE))).toBe(500)
})

it('[F-81] where nothing is asked for, or by the seller alone, it names the least there is', async () => {
  await tax(market.address('alice'), 900n)
  expect(boundOf(await market.list('alice', item, PRICE))).toBe(1)
})

it('[F-81] a bid keeps the buyer fee in these bits', async () => {
  await tax(OTHER, 500n)
  const { order } = await signBid(market, 'bob', item, PRICE, { payToken: market.testnet.contracts.dollar })
  expect(unpackSalt(order.salt).maxBuyerFeeBps).toBe(250)
})

it('[F-81] a raise refuses the purchase before it is sent, and a lower royalty allows it again', async () => {
  await tax(OTHER, 500n)
  const listing = await market.list('alice', item, PRICE)
  await tax(OTHER, 1_000n)
  await expect(askFee(listing)).rejects.toMatchObject({ code: 'ROYALTY_ROSE' })
  await tax(OTHER, 400n)
  await market.buy('bob', listing)
  await market.sync()
  expect((await market.server.api().nft.detail(item))?.onlyOwner).toBe(market.address('bob'))
})

it('[F-81] a raise ends the listing for visitors, with its reason for the seller, until it is taken back', async () => {
  await tax(OTHER, 500n)
  await market.list('alice', item, PRICE)
  await tax(OTHER, 501n)
  expect((await revalidate()).differences).toBe(1)
  expect((await detail()).listings).toEqual([])
  expect(await ofAlice()).toMatchObject([{ isFundable: false, hasRisen: true }])
  await tax(OTHER, 500n)
  expect((await revalidate()).differences).toBe(1)
  expect((await detail()).listings).toMatchObject([{ isFundable: true, hasRisen: false }])
})
