import type { Hex } from 'viem'
import {
  type FeeProof,
  hashOrder,
  type Kind,
  type MakerProof,
  type ModelAsset,
  type ModelFill,
  type ModelOrder,
  treeOf,
} from './exchange-model.ts'

export interface Cast {
  makers: readonly Hex[]
  takers: readonly Hex[]
  outsiders: readonly Hex[]
  editions: Hex
  items: Hex
  /** The zero address first. */
  moneys: readonly Hex[]
  editionIds: readonly bigint[]
  itemIds: readonly bigint[]
  now: bigint
  /** Sequence numbers in use: few enough that fills of one order, of its versions, and of what is over happen. */
  numbers: number
  /** For makers that cancelled everything, mostly in their numbers. */
  epochs: ReadonlyMap<Hex, bigint>
}

export type Random = (below: number) => number

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const ZERO: Hex = `0x${'00'.repeat(20)}`

/** A fill that mostly could pass, with one thing wrong in about every third. */
export function randomFill(random: Random, cast: Cast): ModelFill {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const isSingle = random(4) === 0
  const isSale = random(3) > 0
  const name = pick(
    isSale ? (['plain', 'plain', 'bytes', 'leaf', 'private'] as const) : (['plain', 'bytes', 'leaf', 'criteria', 'criteria'] as const),
  )
  const item: ModelAsset = isSingle
    ? { token: cast.items, tokenId: pick(cast.itemIds), assetType: pick([3, 4]) }
    : { token: cast.editions, tokenId: pick(cast.editionIds), assetType: 2 }
  const token = isSale ? pick(cast.moneys) : pick(cast.moneys.slice(1))
  const money: ModelAsset = { token, tokenId: 0n, assetType: token === ZERO ? 0 : 1 }
  const quantity = isSingle && name !== 'criteria' ? 1n : BigInt(1 + random(12))
  const unit = BigInt(1 + random(pick([3, 50, 100_000, 2 ** 31])))
  const order = randomOrder(random, { owner: pick(cast.makers), item, money, quantity, total: unit * quantity, isSale }, cast)
  const items = isSingle ? 1n : BigInt(1 + random(Number(quantity)))
  const feeProof: FeeProof = pick(['none', 'none', 'operator', 'operator', 'operator'] as const)
  const buyerFee = feeProof === 'none' ? 250n : BigInt(random(1001))
  const proof: MakerProof = feeProof === 'operator' && random(3) === 0 ? 'personal' : 'typed'
  const taker = pick(cast.takers)
  const receiver = pick([ZERO, ZERO, ...cast.outsiders])
  const kind = randomKind(random, { name, order, taker }, isSingle ? cast.itemIds : cast.editionIds)
  const fill: ModelFill = {
    kind,
    order,
    proof: name === 'leaf' ? 'typed' : proof,
    buyerFee,
    feeProof,
    amount: isSale ? items : items * unit,
    taker,
    receiver,
    value: 0n,
  }
  spoil(random, fill, cast)
  // The order holds the set; its call takes no coin.
  if (fill.kind.name === 'criteria') {
    fill.value = 0n
    return fill
  }
  if (fill.kind.name === 'leaf') fill.kind = randomLeaf(random, fill.order)
  const price = isSale ? fill.amount * unit : fill.amount
  if (fill.order.buy.assetType === 0) fill.value += price + (price * fill.buyerFee) / 10_000n
  return fill
}

const TERMS = { plain: 0n, bytes: 0n, leaf: 0n, criteria: 1n, private: 2n } as const

/** Sets the order's fields by its kind. */
function randomKind(
  random: Random,
  { name, order, taker }: { name: Kind['name']; order: ModelOrder; taker: Hex },
  all: readonly bigint[],
): Kind {
  order.salt |= TERMS[name] << 64n
  if (name === 'private') return { name, reserved: taker }
  if (name === 'leaf') return randomLeaf(random, order)
  if (name !== 'criteria') return { name }
  const { tokenId } = order.buy
  const ids = random(4) === 0 ? [] : all.filter((id) => id === tokenId || random(2) === 0)
  order.buy.tokenId = BigInt(treeOf(ids, tokenId).root)
  return { name, ids, tokenId }
}

/** Among one to fifteen other orders. */
function randomLeaf(random: Random, order: ModelOrder): Kind {
  const count = 2 ** (1 + random(4))
  const place = random(count)
  const hash = (at: number) => hashOrder(at === place ? order : { ...order, selling: order.selling + BigInt(at) })
  return { name: 'leaf', place, leaves: Array.from({ length: count }, (_, at) => hash(at)) }
}

interface Terms {
  owner: Hex
  item: ModelAsset
  money: ModelAsset
  quantity: bigint
  total: bigint
  isSale: boolean
}

function randomOrder(random: Random, { owner, item, money, quantity, total, isSale }: Terms, { now, numbers, epochs }: Cast): ModelOrder {
  const until = random(3) === 0 ? now + 1_000_000n : 0n
  const from = random(3) === 0 ? now - 1_000n : 0n
  // A sale's royalty: any, or a random bound.
  const most = isSale ? BigInt(random(2) === 0 ? 0 : random(1001)) : 1_000n - BigInt(random(4) === 0 ? random(1001) : 0)
  const epoch = random(8) === 0 ? 0n : (epochs.get(owner) ?? 0n)
  const salt = (until << 216n) | (from << 176n) | (most << 160n) | (epoch << 24n) | BigInt(random(numbers))
  const sides = isSale
    ? { sell: item, buy: money, selling: quantity, buying: total }
    : { sell: money, buy: item, selling: total, buying: quantity }
  return { owner, salt, sellerFee: BigInt(250 + random(751)), ...sides }
}

type Spoiling = (fill: ModelFill, cast: Cast) => void

const SPOILINGS: readonly Spoiling[] = [
  ({ kind, order }, { itemIds }) => {
    if (kind.name === 'criteria') order.buy.tokenId = BigInt(treeOf([...kind.ids, itemIds[0] ?? 0n], kind.tokenId).root)
  },
  (fill, { takers }) => {
    if (fill.kind.name === 'private') fill.kind = { name: 'private', reserved: takers.find((taker) => taker !== fill.taker) ?? fill.taker }
    if (fill.kind.name === 'criteria') fill.kind = { ...fill.kind, tokenId: fill.kind.tokenId + 1_000n }
  },
  (fill) => {
    fill.proof = 'foreign'
  },
  (fill) => {
    fill.proof = 'highS'
  },
  (fill) => {
    fill.proof = 'none'
  },
  (fill) => {
    fill.proof = 'personal'
    fill.feeProof = 'none'
    fill.buyerFee = 250n
  },
  (fill) => {
    fill.feeProof = 'foreign'
  },
  (fill) => {
    fill.feeProof = 'none'
    fill.buyerFee = 251n
  },
  (fill) => {
    fill.feeProof = 'none'
    fill.buyerFee = 250n
    fill.order.sellerFee = 249n
  },
  (fill) => {
    fill.buyerFee = 1_001n
  },
  (fill) => {
    fill.order.sellerFee = 1_001n
  },
  (fill, { now }) => {
    fill.order.salt = (fill.order.salt & ~((2n ** 40n - 1n) << 176n)) | ((now + 100_000n) << 176n)
  },
  (fill, { now }) => {
    fill.order.salt = (fill.order.salt % 2n ** 216n) | ((now - 5n) << 216n)
  },
  (fill) => {
    fill.taker = fill.order.owner
  },
  (fill) => {
    fill.order.sell.assetType = 6
  },
  (fill) => {
    fill.order.buy.assetType = 200
  },
  (fill) => {
    fill.order.sell.assetType = fill.order.buy.assetType
  },
  (fill) => {
    if (fill.order.sell.assetType < 2) fill.order.sell.tokenId = 1n
    else fill.order.buy.tokenId = 1n
  },
  (fill) => {
    if (fill.order.sell.assetType < 2) fill.order.buying = 0n
    else fill.order.selling = 0n
  },
  (fill) => {
    if (fill.order.sell.assetType < 2) fill.order.selling = 0n
    else fill.order.buying = 0n
  },
  (fill) => {
    fill.amount = 0n
  },
  (fill) => {
    fill.amount *= 13n
  },
  (fill) => {
    fill.value = 1n
  },
  (fill) => {
    if (fill.order.sell.assetType > 1) fill.order.sell.assetType = 5
    else fill.order.buy.assetType = 5
  },
  (fill) => {
    fill.receiver = fill.order.owner
  },
  ({ order: { sell, buy } }) => {
    if (sell.assetType === 1) sell.token = buy.token
    else if (buy.assetType === 1) buy.token = sell.token
  },
]

function spoil(random: Random, fill: ModelFill, cast: Cast): void {
  if (random(3) > 0) return
  SPOILINGS[random(SPOILINGS.length)]?.(fill, cast)
}
