import type { Hex } from 'viem'
import { concatHex, encodeAbiParameters, keccak256, numberToHex } from 'viem/utils'
import { ProtocolError } from './errors.ts'

/** The inputs of a draw besides the remaining copies: the owner's earlier preimage, and the hash of a later block. */
export type DrawFacts = {
  readonly word: Hex
  /** Hash of the block after the request's. */
  readonly blockHash: Hex
  /** The series, `boxStructHash`. */
  readonly box: Hex
  /** Number of the request in its series. */
  readonly request: number
}
export type DrawTerms = { readonly boxes: number; readonly opening: number; readonly repeat: boolean }
export type Drawn = {
  /** Indexes of the kinds, `opening` for each box: the OpenIndex events of a reveal, in order. */
  readonly kinds: readonly number[]
  /** Copies of each kind after the draw. */
  readonly left: readonly number[]
}

/** The random number generator: keccak256(seed, count). */
type Source = { readonly seed: Hex; used: number }

/** As in `Draws.sol`; vectors/boxes.json. */
export function drawSeed({ word, blockHash, box, request }: DrawFacts): Hex {
  const types = [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }] as const
  return keccak256(encodeAbiParameters(types, [word, blockHash, box, BigInt(request)]))
}

/**
 * The draw of the BlindBox, equal to the contract's `draw`. With repetition each prize is drawn by the remaining
 * copies; without, a box holds a kind at most once, with chance copies / boxes left. As in `Draws.sol`;
 * vectors/boxes.json.
 * @param left copies of each kind before the draw
 * @throws ProtocolError BAD_QUANTITY when fewer remain than the boxes hold
 */
export function drawKinds(left: readonly number[], { boxes, opening, repeat }: DrawTerms, seed: Hex): Drawn {
  const stock = [...left]
  const source: Source = { seed, used: 0 }
  let sum = stock.reduce((total, copies) => total + copies, 0)
  if (sum < boxes * opening) throw new ProtocolError('BAD_QUANTITY', 'Fewer prizes are left than the boxes hold')
  const kinds: number[] = []
  if (repeat || opening === 1) {
    for (; kinds.length < boxes * opening; sum--) kinds.push(takeAt(stock, below(source, sum)))
    return { kinds, left: stock }
  }
  for (let box = 0; box < boxes; box++, sum -= opening) kinds.push(...takeDistinct(stock, Math.floor(sum / opening), source))
  return { kinds, left: stock }
}

/** The preimages of a series in the order of its requests: each is the hash of the next one. */
export function boxPreimages(secret: Hex, requests: number): Hex[] {
  const words = [secret]
  for (let word = secret; words.length < requests; words.push(word)) word = keccak256(word)
  return words.reverse()
}

/** The owner's commitment to a preimage: one before the first request, the next after each reveal. */
export function commitmentOf(word: Hex): Hex {
  return keccak256(word)
}

/** The kind at `point`, where each kind spans as many points as it has copies. */
function takeAt(stock: number[], point: number): number {
  let end = 0
  const kind = stock.findIndex((copies) => {
    end += copies
    return point < end
  })
  stock[kind] = (stock[kind] ?? 0) - 1
  return kind
}

/** Systematic sampling: kinds side by side in random order, one picked every `boxesLeft` points from a random start. */
function takeDistinct(stock: number[], boxesLeft: number, source: Source): number[] {
  const order = shuffled(stock, source)
  let point = below(source, boxesLeft)
  let end = 0
  return order.filter((kind) => {
    const copies = stock[kind] ?? 0
    end += copies
    if (point >= end) return false
    point += boxesLeft
    stock[kind] = copies - 1
    return true
  })
}

/** The kinds with copies left, in a Fisher–Yates shuffle. */
function shuffled(stock: readonly number[], source: Source): number[] {
  const order = [...stock.keys()].filter((kind) => stock[kind] !== 0)
  for (let count = order.length; count > 1; count--) {
    const other = below(source, count)
    const last = order[count - 1] as number
    order[count - 1] = order[other] as number
    order[other] = last
  }
  return order
}

function below(source: Source, limit: number): number {
  const word = keccak256(concatHex([source.seed, numberToHex(source.used++, { size: 32 })]))
  return Number(BigInt(word) % BigInt(limit))
}
