import { type Address, type Hex, keccak256, numberToHex, zeroAddress } from 'viem'
import { type Arena, FEE, type Leg, PRICE, ROYALTY, type Row } from './arena.ts'
import { siblingsOf, sortedRootOf } from './merkle.ts'
import { OPERATION } from './operations.ts'
import {
  FULL_OPEN,
  ITEM,
  itemOf,
  type Market,
  PARTIAL_OPEN,
  type Parameters,
  parametersOf,
  partsOf,
  same,
  signed,
  ZERO_WORD,
} from './seaport-market.ts'

const CONSIDERATION = 1
const LEVELS = 14
const PROCEEDS = PRICE - FEE - ROYALTY

/** The seller receives the price, and pays fee and royalty of it. */
export async function measureOffers(arena: Arena, market: Market): Promise<Row[]> {
  const five = await offerOf(arena, market, 0n, 5n)
  return [
    same(OPERATION.collectionOffer, await accept(arena, market, await offerOf(arena, market, 0n, 1n), [])),
    same(OPERATION.collectionFirst, await accept(arena, market, five, [])),
    same(OPERATION.collectionLater, await accept(arena, market, five, [])),
    same(OPERATION.attributeOffer, await acceptOfMany(arena, market)),
    same(OPERATION.acceptFive, await acceptFive(arena, market)),
  ]
}

interface Offer {
  parameters: Parameters
  signature: Hex
  units: bigint
}

/** Alice's, for so many items of those under a root; of all where it is zero. */
async function offerOf(arena: Arena, market: Market, root: bigint, units: bigint): Promise<Offer> {
  const { alice } = arena.people
  const paid = partsOf(arena).map(({ amount, recipient }) => ({ ...itemOf(ITEM.ERC20, arena.weth, 0n, amount * units), recipient }))
  const wanted = { ...itemOf(ITEM.ERC721_OF_CRITERIA, arena.royal, root, units), recipient: alice }
  const offer = [itemOf(ITEM.ERC20, arena.weth, 0n, PRICE * units)]
  const parameters = parametersOf(alice, offer, [wanted, ...paid], units === 1n ? FULL_OPEN : PARTIAL_OPEN)
  return { parameters, signature: await signed(arena, market, parameters), units }
}

async function accept(arena: Arena, market: Market, offer: Offer, proof: readonly Hex[], given?: bigint): Promise<number> {
  const { alice, bob, carol, eve } = arena.people
  const identifier = given ?? (await arena.give(arena.royal, bob))
  const { parameters, signature, units } = offer
  const order = { parameters, numerator: 1n, denominator: units, signature, extraData: '0x' }
  const resolver = { orderIndex: 0n, side: CONSIDERATION, index: 0n, identifier, criteriaProof: proof }
  const args = [order, [resolver], ZERO_WORD, zeroAddress]
  return arena.trade(() => arena.send('Bob', market.at, market.abi, 'fulfillAdvancedOrder', args), {
    seller: [bob, PROCEEDS],
    creator: [carol, ROYALTY],
    fees: [eve, FEE],
    buyer: [alice, -PRICE],
    token: arena.weth,
    items: [[arena.royal, identifier, alice]],
  })
}

/** Leaves are hashed once. */
async function acceptOfMany(arena: Arena, market: Market): Promise<number> {
  const id = await arena.give(arena.royal, arena.people.bob)
  const proof = siblingsOf(LEVELS)
  const root = sortedRootOf(keccak256(numberToHex(id, { size: 32 })), proof)
  return accept(arena, market, await offerOf(arena, market, BigInt(root), 1n), proof, id)
}

/** Fees and royalties are joined; each bidder pays for itself. */
async function acceptFive(arena: Arena, market: Market): Promise<number> {
  const { bob, carol, eve } = arena.people
  const bidders = arena.crowd.slice(0, 5)
  const orders: { parameters: Parameters; numerator: bigint; denominator: bigint; signature: Hex; extraData: Hex }[] = []
  const items: (readonly [Address, bigint, Address])[] = []
  for (const bidder of bidders) {
    const id = await arena.give(arena.royal, bob)
    const paid = partsOf(arena).map(({ amount, recipient }) => ({ ...itemOf(ITEM.ERC20, arena.weth, 0n, amount), recipient }))
    const wanted = { ...itemOf(ITEM.ERC721, arena.royal, id, 1n), recipient: bidder.address }
    const parameters = parametersOf(bidder.address, [itemOf(ITEM.ERC20, arena.weth, 0n, PRICE)], [wanted, ...paid], FULL_OPEN)
    const signature = await signed(arena, market, parameters, bidder)
    orders.push({ parameters, numerator: 1n, denominator: 1n, signature, extraData: '0x' })
    items.push([arena.royal, id, bidder.address])
  }
  const partOf = (itemIndex: bigint) => orders.map((_, orderIndex) => ({ orderIndex: BigInt(orderIndex), itemIndex }))
  const each = partOf(0n).map((one) => [one])
  const args = [orders, [], each, [...each, partOf(1n), partOf(2n)], ZERO_WORD, zeroAddress, 5n]
  const [buyer = [bob, 0n] as const, ...others] = bidders.map(({ address }): Leg => [address, -PRICE])
  return arena.trade(() => arena.send('Bob', market.at, market.abi, 'fulfillAvailableAdvancedOrders', args), {
    seller: [bob, 5n * PROCEEDS],
    creator: [carol, 5n * ROYALTY],
    fees: [eve, 5n * FEE],
    buyer,
    others,
    token: arena.weth,
    items,
  })
}
