import { type Hex, keccak256, toHex } from 'viem'
import type { BoxWorld } from './box-books.ts'
import type { BoxAct, Moment } from './box-model.ts'
import type { ModelBox } from './box-series.ts'
import type { ModelAsset } from './exchange-model.ts'
import type { Cast, Random } from './random-fills.ts'

/** The inputs of a random act. */
export interface BoxTable {
  world: BoxWorld
  cast: Cast
  random: Random
  at: Moment
  /** The preimages of a series' chain, and the first request they are for. */
  chains: Map<Hex, { first: bigint; words: readonly Hex[] }>
  /** Numbers for salts and secrets. */
  count: { used: number }
}
export interface BoxAttempt {
  act: BoxAct
  /** The chain that it commits to, where it passes. */
  words?: readonly Hex[]
}
export type Act<Name extends BoxAct['act']> = Extract<BoxAct, { act: Name }>
export type Spoiling<Name extends BoxAct['act']> = (act: Act<Name>, table: BoxTable) => unknown

const ZERO: Hex = `0x${'00'.repeat(20)}`
export const NO_WORD: Hex = `0x${'00'.repeat(32)}`
const HOUR = 3_600

export const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T
export const wordOf = (text: string) => keccak256(toHex(text))

/** Preimages, each the hash of the next; the first of them is revealed first. */
export function newWords({ random, count }: BoxTable): Hex[] {
  count.used += 1
  const words: Hex[] = [wordOf(`secret ${count.used}`)]
  for (let left = 2 + random(8); left > 0; left--) words.unshift(keccak256(words[0] as Hex))
  return words
}

export function spoil<Name extends BoxAct['act']>(table: BoxTable, act: Act<Name>, spoilings: readonly Spoiling<Name>[]): Act<Name> {
  if (table.random(4) === 0) pick(table.random, spoilings)(act, table)
  return act
}

/** A series that mostly could be registered. */
export function register(table: BoxTable): BoxAttempt {
  const { random } = table
  const words = newWords(table)
  const owner = pick(random, random(12) === 0 ? table.cast.takers : [...table.cast.makers, ...table.cast.takers.slice(0, 2)])
  const order = randomBox(table, owner)
  const price = order.buying / (order.amounts.reduce((sum, amount) => sum + amount, 0n) / order.opening)
  const bondEach = price + BigInt(random(3))
  const anchor = keccak256(words[0] as Hex)
  const act = { act: 'register', from: owner, value: 0n, order, anchor, requests: BigInt(words.length), bondEach } as const
  return { act: spoil<'register'>(table, { ...act }, REGISTER), words }
}

function randomBox(table: BoxTable, owner: Hex): ModelBox {
  const { random, at, count } = table
  const repeat = random(2) === 0
  const opening = 1 + random(3)
  const boxes = 1 + random(random(3) === 0 ? 2 : 8)
  const stock = randomStock(table, owner, { opening, boxes, repeat })
  const startTime = at.time - BigInt(random(500)) + (random(8) === 0 ? 600n : 0n)
  return {
    owner,
    salt: BigInt(++count.used),
    ...stock,
    ...randomPrice(table, owner, boxes),
    opening: BigInt(opening),
    repeat,
    startTime,
    endTime: startTime + BigInt(HOUR + random(4 * HOUR)),
    sellerFee: BigInt(random(10) === 0 ? random(250) : 250 + random(751)),
  }
}

/** As many prizes as fill the boxes; distinct boxes have no kind more often than boxes. */
function randomStock(table: BoxTable, owner: Hex, { opening, boxes, repeat }: { opening: number; boxes: number; repeat: boolean }) {
  const { random, world, cast } = table
  const own = cast.itemIds.filter((id) => world.holders.get(`${cast.items}:${id}`) === owner)
  const sells: ModelAsset[] = []
  const uris: string[] = []
  const limits: number[] = []
  const add = (asset: ModelAsset, uri: string, limit: number) => {
    sells.push(asset)
    uris.push(uri)
    limits.push(limit)
  }
  for (let kind = 0; kind < opening; kind++) {
    if (random(2) === 0) add({ token: cast.editions, tokenId: pick(random, cast.editionIds), assetType: 2 }, '', repeat ? 999 : boxes)
    else {
      const [tokenId, uri] = pick(random, [...world.kindUris])
      add({ token: world.prizeCollection, tokenId, assetType: 5 }, uri, repeat ? 999 : boxes)
    }
  }
  for (let more = random(3); more > 0 && sells.length < opening * boxes && own.length > 0; more--) {
    const [tokenId] = own.splice(random(own.length), 1)
    add({ token: cast.items, tokenId: tokenId as bigint, assetType: pick(random, [3, 4]) }, '', 1)
  }
  const counts = sells.map(() => 1)
  for (let left = opening * boxes - sells.length; left > 0; left--) {
    const open = counts.flatMap((count, kind) => (count < (limits[kind] ?? 0) ? [kind] : []))
    const kind = pick(random, open)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return { sells, uris, amounts: counts.map(BigInt) }
}

function randomPrice({ random, cast, world }: BoxTable, owner: Hex, boxes: number) {
  const unit = BigInt(1 + random(pick(random, [3, 50, 100_000, 2 ** 31])))
  const way = random(10)
  if (way === 0 && boxes === 1) {
    const others = cast.itemIds.filter((id) => peopleHolding(world, cast, id) !== owner)
    return { buy: { token: cast.items, tokenId: pick(random, others), assetType: 3 }, buying: 1n }
  }
  if (way < 4)
    return {
      buy: { token: cast.editions, tokenId: pick(random, cast.editionIds), assetType: 2 },
      buying: BigInt(boxes) * BigInt(1 + random(5)),
    }
  const token = pick(random, cast.moneys)
  return { buy: { token, tokenId: 0n, assetType: token === ZERO ? 0 : 1 }, buying: unit * BigInt(boxes) }
}

const peopleHolding = (world: BoxWorld, { items }: Cast, id: bigint) => world.holders.get(`${items}:${id}`)

const REGISTER: readonly Spoiling<'register'>[] = [
  (a, { cast }) => Object.assign(a, { from: cast.outsiders[0] }),
  (a, { world }) => Object.assign(a, [...world.series.values()].map(({ order }) => ({ order, from: order.owner })).at(-1) ?? {}),
  (a) => change(a, { endTime: a.order.startTime }),
  (a, { at }) => change(a, { startTime: at.time - 20n, endTime: at.time }),
  (a) => change(a, { endTime: 2n ** 40n }),
  (a) => change(a, { sells: [], amounts: [], uris: [] }),
  (a) => change(a, { sells: Array.from({ length: 101 }, () => a.order.sells[0] as ModelAsset) }),
  (a) => change(a, { amounts: a.order.amounts.slice(1) }),
  (a) => change(a, { uris: [...a.order.uris, ''] }),
  (a) => change(a, { amounts: a.order.amounts.map(() => 0n) }),
  (a) => change(a, { amounts: [65_536n, ...a.order.amounts.slice(1)] }),
  (a, { cast }) =>
    change(a, { sells: [{ token: cast.items, tokenId: 100n, assetType: 3 }, ...a.order.sells.slice(1)], amounts: [2n], uris: [''] }),
  (a) => change(a, { amounts: [...a.order.amounts.slice(1), (a.order.amounts[0] ?? 0n) * 9n], repeat: false }),
  (a, { random }) =>
    change(a, { sells: [{ ...(a.order.sells[0] as ModelAsset), assetType: pick(random, [0, 1, 6]) }, ...a.order.sells.slice(1)] }),
  (a, { random }) => change(a, { opening: pick(random, [0n, 101n, a.order.opening + 7n]) }),
  (a) => change(a, { buying: 0n }),
  (a) => change(a, { buying: a.order.buying * 2n ** 97n }),
  (a) => change(a, { buying: a.order.buying + 1n }),
  (a, { random, cast }) => change(a, { buy: pick(random, badMoneys(cast)) }),
  (a, { random }) => Object.assign(a, { bondEach: pick(random, [0n, 2n ** 96n, a.bondEach / 2n]) }),
  (a) => change(a, { sellerFee: 1_001n }),
  (a) => Object.assign(a, { anchor: NO_WORD }),
  (a, { random }) => Object.assign(a, { requests: pick(random, [0n, 2n ** 32n]) }),
  (a) => change(a, { uris: a.order.uris.map(() => '/ipfs/other') }),
  // An unknown kind is accepted where it has no uri, and is never delivered.
  (a, { world }) =>
    change(a, {
      sells: [{ token: world.prizeCollection, tokenId: 0n, assetType: 5 }, ...a.order.sells.slice(1)],
      uris: ['', ...a.order.uris.slice(1)],
    }),
  (a, { random, cast }) =>
    change(a, { sells: a.order.sells.map(() => ({ token: cast.items, tokenId: pick(random, [...cast.itemIds, 9n]), assetType: 3 })) }),
  (a) =>
    Object.assign(a, { from: a.order.owner }) && change(a, { sells: a.order.sells.map((sold) => ({ ...sold })), repeat: !a.order.repeat }),
]

const change = (act: Act<'register'>, fields: Partial<ModelBox>) => Object.assign(act, { order: { ...act.order, ...fields } })

function badMoneys({ moneys, editions, items }: Cast): ModelAsset[] {
  const [, wrapped = ZERO] = moneys
  return [
    { token: wrapped, tokenId: 0n, assetType: 0 },
    { token: ZERO, tokenId: 1n, assetType: 0 },
    { token: ZERO, tokenId: 0n, assetType: 1 },
    { token: wrapped, tokenId: 1n, assetType: 1 },
    { token: ZERO, tokenId: 1n, assetType: 2 },
    { token: editions, tokenId: 1n, assetType: 5 },
    { token: items, tokenId: 100n, assetType: 4 },
    { token: items, tokenId: 100n, assetType: 3 },
  ]
}
