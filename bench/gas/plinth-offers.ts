import { idTreeOf } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { type Address, type Hex, zeroAddress } from 'viem'
import { type Arena, FEE, type Leg, PRICE, ROYALTY, type Row } from './arena.ts'
import { type Member, memberOf } from './crowd.ts'
import { OPERATION } from './operations.ts'
import { CRITERIA, digestOf, markUsed, NONE, type Order, pairOf, same } from './plinth-market.ts'
import { signBytes, signHash } from './signing.ts'

/** The ids of an attribute: the first 10,000, of which some lie 14 levels deep. */
const IDS = 10_000
const LEVELS = 14
const MAX_FEE = 250n << 160n
/** Bob's proceeds per unit, in wrapped coin. */
const PROCEEDS = PRICE - FEE - ROYALTY

/** Alice bids in wrapped coin, Bob accepts. */
export async function measureOffers(arena: Arena, exchange: Address): Promise<Row[]> {
  return [
    await pairOf(arena, OPERATION.acceptLeast, 150n, (number) => acceptForAtLeast(arena, exchange, number)),
    await pairOf(arena, OPERATION.collectionOffer, 151n, (number) => acceptAny(arena, exchange, number)),
    ...(await fiveUnits(arena, exchange, 152n)),
    await pairOf(arena, OPERATION.attributeTwo, 154n, (number) => acceptOfTwo(arena, exchange, number)),
    await pairOf(arena, OPERATION.attributeOffer, 153n, (number) => acceptOfMany(arena, exchange, number)),
    ...(await fiveBids(arena, exchange)),
  ]
}

function bidOf(arena: Arena, owner: Address, salt: bigint, tokenId: bigint, units = 1n): Order {
  const bought = { token: arena.royal, tokenId, assetType: 3 }
  const paid = { token: arena.weth, tokenId: 0n, assetType: 1 }
  return { key: { owner, salt: MAX_FEE | salt, sellAsset: paid, buyAsset: bought }, selling: PRICE * units, buying: units, sellerFee: 250n }
}

const signed = async (arena: Arena, exchange: Address, order: Order, { privateKey }: Member): Promise<Hex> =>
  signBytes(await digestOf(arena, exchange, order), privateKey)

function legsOf({ people, weth }: Arena, bidder: Address, id: bigint, token: Address) {
  return {
    seller: [people.bob, PROCEEDS],
    creator: [people.carol, ROYALTY],
    fees: [people.eve, 2n * FEE],
    buyer: [bidder, -PRICE - FEE],
    token: weth,
    items: [[token, id, bidder]],
  } as const
}

async function acceptForAtLeast(arena: Arena, exchange: Address, number: bigint): Promise<number> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.royal, bob)
  const order = bidOf(arena, alice, number, id)
  const sig = await signHash(await digestOf(arena, exchange, order), memberOf('Alice').privateKey)
  const args = [order, sig, 250n, NONE, PRICE, zeroAddress, PROCEEDS]
  return arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'acceptBid', args), legsOf(arena, alice, id, arena.royal))
}

async function acceptCriteria(arena: Arena, exchange: Address, order: Order, id: bigint, proof: readonly Hex[]): Promise<number> {
  const signature = await signed(arena, exchange, order, memberOf('Alice'))
  const args = [order, signature, 250n, NONE, PRICE, zeroAddress, PROCEEDS, id, proof]
  const act = () => arena.send('Bob', exchange, exchangeAbi, 'acceptCriteriaBid', args)
  return arena.trade(act, legsOf(arena, arena.people.alice, id, arena.royal))
}

async function acceptAny(arena: Arena, exchange: Address, number: bigint, units = 1n): Promise<number> {
  const id = await arena.give(arena.royal, arena.people.bob)
  return acceptCriteria(arena, exchange, bidOf(arena, arena.people.alice, CRITERIA | number, 0n, units), id, [])
}

/** The second of five follows the first: all between the first and the last cost the same. */
async function fiveUnits(arena: Arena, exchange: Address, number: bigint): Promise<Row[]> {
  const first = await acceptAny(arena, exchange, number, 5n)
  return [same(OPERATION.collectionFirst, first), same(OPERATION.collectionLater, await acceptAny(arena, exchange, number, 5n))]
}

async function acceptOfTwo(arena: Arena, exchange: Address, number: bigint): Promise<number> {
  const id = await arena.give(arena.royal, arena.people.bob)
  const tree = idTreeOf([id, id + 1n])
  return acceptCriteria(arena, exchange, bidOf(arena, arena.people.alice, CRITERIA | number, BigInt(tree.root)), id, tree.proofOf(id))
}

async function acceptOfMany(arena: Arena, exchange: Address, number: bigint): Promise<number> {
  const tree = idTreeOf(Array.from({ length: IDS }, (_, index) => BigInt(index)))
  // Leaves of an incomplete tree lie on two levels.
  for (;;) {
    const id = await arena.give(arena.royal, arena.people.bob)
    const proof = tree.proofOf(id)
    if (proof.length !== LEVELS) continue
    return acceptCriteria(arena, exchange, bidOf(arena, arena.people.alice, CRITERIA | number, BigInt(tree.root)), id, proof)
  }
}

/** Bids of five members of the crowd: in one call, and in one each. */
async function fiveBids(arena: Arena, exchange: Address): Promise<Row[]> {
  const bidders = arena.crowd.slice(0, 5)
  for (const bidder of bidders) await markUsed(arena, exchange, bidder)
  const bidsOf = async (number: bigint) => {
    const bids = []
    for (const bidder of bidders) {
      const id = await arena.give(arena.royal, arena.people.bob)
      const order = bidOf(arena, bidder.address, number, id)
      const signature = await signed(arena, exchange, order, bidder)
      const rest = { buyerFee: 250n, buyerFeeSig: NONE, amount: PRICE, leastProceeds: PROCEEDS, leastAmount: 0n, tokenId: 0n, proof: [] }
      bids.push({ order, signature, ...rest })
    }
    return bids
  }
  const together = async (number: bigint) => {
    const bids = await bidsOf(number)
    const legs = legsOfFive(arena, bidders)
    const items = bids.map(({ order }) => [arena.royal, order.key.buyAsset.tokenId, order.key.owner] as const)
    const act = () => arena.send('Bob', exchange, exchangeAbi, 'acceptBids', [bids, zeroAddress, 5n])
    return arena.trade(act, { ...legs, items })
  }
  const singly = async (number: bigint) => {
    let gas = 0
    for (const { order, signature, buyerFee, buyerFeeSig, amount, leastProceeds } of await bidsOf(number)) {
      const args = [order, signature, buyerFee, buyerFeeSig, amount, zeroAddress, leastProceeds]
      const act = () => arena.send('Bob', exchange, exchangeAbi, 'acceptBid', args)
      gas += await arena.trade(act, legsOf(arena, order.key.owner, order.key.buyAsset.tokenId, arena.royal))
    }
    return gas
  }
  return [await pairOf(arena, OPERATION.acceptFive, 1n, together), await pairOf(arena, OPERATION.acceptFiveSingly, 2n, singly)]
}

function legsOfFive({ people, weth }: Arena, bidders: readonly Member[]) {
  const paid = bidders.map(({ address }): Leg => [address, -PRICE - FEE])
  const [buyer = [people.alice, 0n], ...others] = paid
  return {
    seller: [people.bob, 5n * PROCEEDS],
    creator: [people.carol, 5n * ROYALTY],
    fees: [people.eve, 10n * FEE],
    buyer,
    others,
    token: weth,
  } as const
}
