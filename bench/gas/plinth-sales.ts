import { bulkDigest, bulkSignatures, orderDomain, type Order as SignedOrder, toAddress } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Address, type Hex, zeroAddress } from 'viem'
import { type Arena, FEE, type Leg, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Member, memberOf } from './crowd.ts'
import { OPERATION } from './operations.ts'
import {
  digestOf,
  markUsed,
  NONE,
  type Order,
  PRIVATE,
  paidIn,
  pairOf,
  royalSale,
  saleLegs,
  saleOf,
  same,
  signOrder,
  voucherOf,
} from './plinth-market.ts'
import { signBytes } from './signing.ts'

/** Alice sells, Bob buys, by the forms other than the documented one. */
export async function measureSales(arena: Arena, exchange: Address): Promise<Row[]> {
  return [
    await pairOf(arena, OPERATION.buyBytes, 160n, (number) => buyByBytes(arena, exchange, number)),
    await pairOf(arena, OPERATION.bulkTwo, 161n, (number) => buyOfTree(arena, exchange, number, 2)),
    await pairOf(arena, OPERATION.bulkMany, 162n, (number) => buyOfTree(arena, exchange, number, 1_024)),
    await pairOf(arena, OPERATION.privateSale, 163n, (number) => buyPrivately(arena, exchange, number)),
  ]
}

async function fill(arena: Arena, exchange: Address, order: Order, proof: unknown): Promise<number> {
  const args = [order, proof, 250n, NONE, 1n, zeroAddress]
  return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE + FEE), {
    ...saleLegs(arena, exchange, { royalty: ROYALTY }),
    items: [[arena.royal, order.key.sellAsset.tokenId, arena.people.bob]],
  })
}

async function buyByBytes(arena: Arena, exchange: Address, number: bigint): Promise<number> {
  const order = await royalSale(arena, number)
  return fill(arena, exchange, order, await signBytes(await digestOf(arena, exchange, order), memberOf('Alice').privateKey))
}

/** The first of so many bulk-signed orders. */
async function buyOfTree(arena: Arena, exchange: Address, number: bigint, count: number): Promise<number> {
  const order = await royalSale(arena, number)
  const others = Array.from({ length: count - 1 }, (_, index) =>
    saleOf(arena.people.alice, 10_000n + BigInt(index), arena.plain, 1n, 3, 250n),
  )
  const orders = [order, ...others].map(flat)
  const digest = bulkDigest(orders, orderDomain(arena.testnet.chainId, toAddress(exchange)))
  const [first] = bulkSignatures(await signBytes(digest, memberOf('Alice').privateKey), orders)
  return fill(arena, exchange, order, first)
}

function flat({ key, selling, buying, sellerFee }: Order): SignedOrder {
  const assetOf = ({ token, tokenId, assetType }: typeof key.sellAsset) =>
    ({ token: toAddress(token), tokenId, assetType }) as SignedOrder['sellAsset']
  const { owner, salt, sellAsset, buyAsset } = key
  return { owner: toAddress(owner), salt, sellAsset: assetOf(sellAsset), buyAsset: assetOf(buyAsset), selling, buying, sellerFee }
}

async function buyPrivately(arena: Arena, exchange: Address, number: bigint): Promise<number> {
  const order = await royalSale(arena, PRIVATE | number)
  const sig = await signOrder(arena, exchange, order, memberOf('Alice'), arena.people.bob)
  return fill(arena, exchange, order, sig)
}

type Line = { order: Order; sig: typeof NONE; buyerFee: bigint; buyerFeeSig: typeof NONE; amount: bigint }
type Extra = { line: bigint; signature: Hex; voucher: Hex; leastAmount: bigint }

const lineOf = (order: Order, sig: typeof NONE): Line => ({ order, sig, buyerFee: 250n, buyerFeeSig: NONE, amount: 1n })

/** Sweeps of ten by Bob; `rows` have the purchase of one. */
export async function measureSweeps(arena: Arena, exchange: Address, rows: readonly Row[]): Promise<Row[]> {
  for (const seller of arena.crowd) await markUsed(arena, exchange, seller)
  const ten = await pairOf(arena, OPERATION.sweep, 50n, (number) => sweepOne(arena, exchange, number))
  const one = rows.find(({ operation }) => operation === OPERATION.buyRoyalty)
  if (!one) throw new Error('nothing to compare a sweep with')
  return [
    ten,
    same(OPERATION.sweepFurther, Math.round((ten.used - one.used) / 9)),
    await pairOf(arena, OPERATION.sweepTenSellers, 60n, (number) => sweepTen(arena, exchange, number)),
    await pairOf(arena, OPERATION.sweepPaid, 200n, (number) => sweepOnePaid(arena, exchange, number)),
    await pairOf(arena, OPERATION.sweepPaidTenSellers, 210n, (number) => sweepTenPaid(arena, exchange, number)),
    await pairOf(arena, OPERATION.sweepWith, 170n, (number) => sweepWith(arena, exchange, number, 'plain')),
    await pairOf(arena, OPERATION.sweepBytes, 180n, (number) => sweepWith(arena, exchange, number, 'bytes')),
    await pairOf(arena, OPERATION.sweepMixed, 190n, (number) => sweepMixed(arena, exchange, number)),
  ]
}

const itemsOf = (arena: Arena, lines: readonly Line[]) =>
  lines.map(({ order }) => [order.key.sellAsset.token, order.key.sellAsset.tokenId, arena.people.bob] as const)

async function plainLines(arena: Arena, exchange: Address, first: bigint, count: number): Promise<Line[]> {
  const lines: Line[] = []
  for (let index = 0n; index < count; index++) {
    const order = await royalSale(arena, first + index)
    lines.push(lineOf(order, await signOrder(arena, exchange, order)))
  }
  return lines
}

async function sweepOne(arena: Arena, exchange: Address, first: bigint): Promise<number> {
  const lines = await plainLines(arena, exchange, first, 10)
  const act = () => arena.send('Bob', exchange, exchangeAbi, 'sweep', [lines, zeroAddress, 10n], 10n * (PRICE + FEE))
  return arena.trade(act, { ...saleLegs(arena, exchange, { royalty: ROYALTY, times: 10n }), items: itemsOf(arena, lines) })
}

async function sweepTen(arena: Arena, exchange: Address, number: bigint): Promise<number> {
  const lines: Line[] = []
  for (const member of arena.crowd) {
    const order = await royalSale(arena, number, member.address)
    lines.push(lineOf(order, await signOrder(arena, exchange, order, member)))
  }
  const act = () => arena.send('Bob', exchange, exchangeAbi, 'sweep', [lines, zeroAddress, 10n], 10n * (PRICE + FEE))
  const [seller, ...others] = sellersOf(arena.crowd, PRICE - FEE - ROYALTY)
  const legs = saleLegs(arena, exchange, { royalty: ROYALTY, times: 10n })
  return arena.trade(act, { ...legs, seller: seller ?? legs.seller, others, items: itemsOf(arena, lines) })
}

/** For an ERC20, whose fees go to their collector at once. */
async function sweepPaid(arena: Arena, exchange: Address, lines: readonly Line[], sellers: readonly Leg[]): Promise<number> {
  const [seller, ...others] = sellers
  const { bob, carol, eve } = arena.people
  return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'sweep', [lines, zeroAddress, 10n]), {
    seller: seller ?? [bob, 0n],
    others,
    creator: [carol, 10n * ROYALTY],
    fees: [eve, 20n * FEE],
    buyer: [bob, -10n * (PRICE + FEE)],
    token: arena.pay,
    items: itemsOf(arena, lines),
  })
}

async function sweepOnePaid(arena: Arena, exchange: Address, first: bigint): Promise<number> {
  const lines: Line[] = []
  for (let index = 0n; index < 10n; index++) {
    const order = paidIn(arena.pay, await royalSale(arena, first + index))
    lines.push(lineOf(order, await signOrder(arena, exchange, order)))
  }
  return sweepPaid(arena, exchange, lines, [[arena.people.alice, 10n * (PRICE - FEE - ROYALTY)]])
}

async function sweepTenPaid(arena: Arena, exchange: Address, number: bigint): Promise<number> {
  const lines: Line[] = []
  for (const member of arena.crowd) {
    const order = paidIn(arena.pay, await royalSale(arena, number, member.address))
    lines.push(lineOf(order, await signOrder(arena, exchange, order, member)))
  }
  return sweepPaid(arena, exchange, lines, sellersOf(arena.crowd, PRICE - FEE - ROYALTY))
}

const sellersOf = (crowd: readonly Member[], each: bigint): Leg[] => crowd.map(({ address }) => [address, each])

async function sweepWith(arena: Arena, exchange: Address, first: bigint, form: 'plain' | 'bytes'): Promise<number> {
  const lines = await plainLines(arena, exchange, first, 10)
  if (form === 'plain') return sendWith(arena, exchange, lines, [], 10n * ROYALTY)
  const extras = await Promise.all(lines.map((line, index) => byBytes(arena, exchange, line, index)))
  const unsigned = lines.map((line) => ({ ...line, sig: NONE }))
  return sendWith(arena, exchange, unsigned, extras, 10n * ROYALTY)
}

async function byBytes(arena: Arena, exchange: Address, { order }: Line, line: number): Promise<Extra> {
  const signature = await signBytes(await digestOf(arena, exchange, order), memberOf('Alice').privateKey)
  return { line: BigInt(line), signature, voucher: '0x', leastAmount: 0n }
}

/** The minted item has no royalty of its own. */
async function sweepMixed(arena: Arena, exchange: Address, first: bigint): Promise<number> {
  const lines = await plainLines(arena, exchange, first, 9)
  const [last] = lines.slice(-1)
  if (!last) throw new Error('a sweep has lines')
  const { official721 } = arena.testnet.contracts
  const tokenId = 3_000n + first
  const minted = saleOf(arena.people.alice, first + 9n, official721, tokenId, 5, 250n)
  const voucher = await voucherOf(arena, exchange, tokenId, arena.people.alice, 0n)
  const all = [...lines.slice(0, 8), { ...last, sig: NONE }, lineOf(minted, await signOrder(arena, exchange, minted))]
  const extras: Extra[] = [await byBytes(arena, exchange, last, 8), { line: 9n, signature: '0x', voucher, leastAmount: 0n }]
  return sendWith(arena, exchange, all, extras, 9n * ROYALTY)
}

async function sendWith(
  arena: Arena,
  exchange: Address,
  lines: readonly Line[],
  extras: readonly Extra[],
  royalties: bigint,
): Promise<number> {
  const args = [lines, extras, zeroAddress, 10n]
  const act = () => arena.send('Bob', exchange, exchangeAbi, 'sweepWith', args, 10n * (PRICE + FEE))
  const { fees, buyer } = saleLegs(arena, exchange, { times: 10n })
  const { alice, carol } = arena.people
  return arena.trade(act, {
    seller: [alice, 10n * (PRICE - FEE) - royalties],
    creator: [carol, royalties],
    fees,
    buyer,
    items: itemsOf(arena, lines),
  })
}
