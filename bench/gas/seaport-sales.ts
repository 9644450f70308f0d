import { type Address, concat, type Hex, keccak256, numberToHex, stringToHex, zeroAddress } from 'viem'
import { type Arena, FEE, type Leg, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Member, memberOf } from './crowd.ts'
import { firstRootOf, siblingsOf } from './merkle.ts'
import { OPERATION } from './operations.ts'
import {
  BASIC,
  FULL_OPEN,
  fulfillBasic,
  ITEM,
  itemOf,
  MARKET,
  type Market,
  type Parameters,
  parametersOf,
  partsOf,
  saleOf,
  same,
  signed,
  ZERO_WORD,
} from './seaport-market.ts'
import { signBytes } from './signing.ts'

/** An order of a tree, and one to Bob alone. */
export async function measureSales(arena: Arena, market: Market): Promise<Row[]> {
  return [
    same(OPERATION.bulkTwo, await buyOfTree(arena, market, 1)),
    same(OPERATION.bulkMany, await buyOfTree(arena, market, 10)),
    same(OPERATION.privateSale, await buyPrivately(arena, market)),
  ]
}

const hashOf = (arena: Arena, market: Market, { totalOriginalConsiderationItems: _, ...components }: Parameters): Promise<Hex> =>
  arena.read(market.at, market.abi, 'getOrderHash', [{ ...components, counter: 0n }])

function legsOf({ people }: Arena, token: `0x${string}`, id: bigint) {
  return {
    seller: [people.alice, PRICE - FEE - ROYALTY],
    creator: [people.carol, ROYALTY],
    fees: [people.eve, FEE],
    buyer: [people.bob, -PRICE],
    items: [[token, id, people.bob]],
  } as const
}

/** The first order of a tree of so many levels: signature, index of three bytes, proof. */
async function buyOfTree(arena: Arena, market: Market, levels: number): Promise<number> {
  const id = await arena.give(arena.royal, arena.people.alice)
  const parts = partsOf(arena)
  const parameters = saleOf(arena, arena.royal, id, parts)
  const siblings = siblingsOf(levels)
  const root = firstRootOf(await hashOf(arena, market, parameters), siblings)
  const [, domain] = await arena.read<readonly [string, Hex, Hex]>(market.at, market.abi, 'information')
  const digest = keccak256(concat(['0x1901', domain, keccak256(concat([bulkTypeHash(levels), root]))]))
  const signature = concat([await signBytes(digest, memberOf('Alice').privateKey), numberToHex(0, { size: 3 }), ...siblings])
  const act = () => fulfillBasic(arena, market, parameters, BASIC.SALE, parts, PRICE, signature)
  return arena.trade(act, legsOf(arena, arena.royal, id))
}

function bulkTypeHash(levels: number): Hex {
  const item = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
  const components =
    'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter'
  const types = [
    `BulkOrder(OrderComponents${'[2]'.repeat(levels)} tree)`,
    `ConsiderationItem(${item},address recipient)`,
    `OfferItem(${item})`,
    `OrderComponents(${components})`,
  ]
  return keccak256(stringToHex(types.join('')))
}

/** The seller signs that the item goes to Bob, who matches the order with one that pays. */
async function buyPrivately(arena: Arena, market: Market): Promise<number> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, alice)
  const sale = saleOf(arena, arena.royal, id, partsOf(arena))
  const item = itemOf(ITEM.ERC721, arena.royal, id, 1n)
  const reserved = parametersOf(alice, sale.offer, [...sale.consideration, { ...item, recipient: bob }], FULL_OPEN)
  const payment = parametersOf(bob, [itemOf(ITEM.COIN, zeroAddress, 0n, PRICE)], [], FULL_OPEN)
  const orders = [
    { parameters: reserved, signature: await signed(arena, market, reserved) },
    { parameters: payment, signature: '0x' },
  ]
  const componentsOf = (orderIndex: bigint, itemIndex: bigint) => [{ orderIndex, itemIndex }]
  const fulfillments = [
    ...[0n, 1n, 2n].map((part) => ({ offerComponents: componentsOf(1n, 0n), considerationComponents: componentsOf(0n, part) })),
    { offerComponents: componentsOf(0n, 0n), considerationComponents: componentsOf(0n, 3n) },
  ]
  const act = () => arena.send('Bob', market.at, market.abi, 'matchOrders', [orders, fulfillments], PRICE)
  return arena.trade(act, legsOf(arena, arena.royal, id))
}

/** Payments to one recipient are joined. */
export async function measureSweeps(arena: Arena, market: Market): Promise<Row[]> {
  const tenOfAlice = Array.from({ length: 10 }, () => memberOf('Alice'))
  return [
    same(OPERATION.sweep, await sweep(arena, market, tenOfAlice)),
    same(OPERATION.sweepTenSellers, await sweep(arena, market, arena.crowd)),
    same(OPERATION.sweepPaid, await sweep(arena, market, tenOfAlice, arena.pay)),
    same(OPERATION.sweepPaidTenSellers, await sweep(arena, market, arena.crowd, arena.pay)),
  ]
}

async function sweep(arena: Arena, market: Market, sellers: readonly Member[], token?: Address): Promise<number> {
  const parts = partsOf(arena)
  const orders: { parameters: Parameters; numerator: bigint; denominator: bigint; signature: Hex; extraData: Hex }[] = []
  for (const seller of sellers) {
    const id = await arena.give(arena.royal, seller.address)
    const parameters = saleOf(arena, arena.royal, id, parts, seller.address, token)
    orders.push({ parameters, numerator: 1n, denominator: 1n, signature: await signed(arena, market, parameters, seller), extraData: '0x' })
  }
  const partOf = (itemIndex: bigint) => orders.map((_, orderIndex) => ({ orderIndex: BigInt(orderIndex), itemIndex }))
  const each = partOf(0n).map((one) => [one])
  const isOneSeller = new Set(sellers.map(({ address }) => address)).size === 1
  const paid = isOneSeller ? [partOf(0n)] : each
  const args = [orders, [], each, [...paid, partOf(1n), partOf(2n)], ZERO_WORD, zeroAddress, 10n]
  const proceeds = PRICE - FEE - ROYALTY
  const { alice, bob, carol, eve } = arena.people
  const [first, ...further] = sellers.map(({ address }): Leg => [address, proceeds])
  const act = () => arena.send('Bob', market.at, market.abi, 'fulfillAvailableAdvancedOrders', args, token ? 0n : 10n * PRICE)
  return arena.trade(act, {
    token,
    seller: isOneSeller || !first ? [alice, 10n * proceeds] : first,
    others: isOneSeller ? [] : further,
    creator: [carol, 10n * ROYALTY],
    fees: [eve, 10n * FEE],
    buyer: [bob, -10n * PRICE],
    items: orders.map(({ parameters }) => [arena.royal, parameters.offer[0]?.identifierOrCriteria ?? 0n, bob] as const),
  })
}

/** Runs last: invalidates all that Alice signed before. Her second time, and her first. */
export async function endRow(arena: Arena, market: Market): Promise<Row> {
  const { alice } = arena.people
  const end = async () => {
    const parameters = saleOf(arena, arena.plain, await arena.give(arena.plain, alice), [])
    const counter = await arena.read<bigint>(market.at, market.abi, 'getCounter', [alice])
    const order = { parameters, signature: await signed(arena, market, parameters, memberOf('Alice'), counter) }
    const isOver = async () => [await arena.isRefused('Bob', market.at, market.abi, 'fulfillOrder', [order, ZERO_WORD], PRICE)]
    return arena.close(() => arena.send('Alice', market.at, market.abi, 'incrementCounter', []), isOver)
  }
  const fresh = await end()
  return { operation: OPERATION.endEverything, market: MARKET, used: await end(), fresh }
}
