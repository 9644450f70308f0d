import type { Hex } from 'viem'
import { concatHex, encodeAbiParameters, keccak256, numberToHex } from 'viem/utils'
import { ProtocolError } from './errors.ts'

/** What decides a request, beside what is left: the owner's word of before, the chain's block of after. */
export type DrawFacts = {
  readonly word: Hex
  /** Of the block after the request's. */
  readonly blockHash: Hex
  /** The series, `boxStructHash`. */
  readonly box: Hex
  /** Number of the request in its series. */
  readonly request: number
}
export type DrawTerms = { readonly boxes: number; readonly opening: number; readonly repeat: boolean }
export type Drawn = {
  /** Places among the kinds, `opening` for each box: the OpenIndex events of a reveal, in order. */
  readonly kinds: readonly number[]
  /** Copies of each kind afterwards. */
  readonly left: readonly number[]
}

/** Where random numbers come from: keccak256(seed, count). */
type Source = { readonly seed: Hex; used: number }

/** As in `Draws.sol`; vectors/boxes.json. */
export function drawSeed({ word, blockHash, box, request }: DrawFacts): Hex {
  const types = [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }] as const
  return keccak256(encodeAbiParameters(types, [word, blockHash, box, BigInt(request)]))
}

/**
 * The draw of the BlindBox, once more: what `draw` of the contract answers. With repetition each prize is drawn by the
 * copies left; without, a kind is in a box at most once, with chance copies / boxes left. As in `Draws.sol`;
 * vectors/boxes.json.
 * @param left copies of each kind before
 * @throws ProtocolError BAD_QUANTITY when fewer are left than the boxes hold
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

/** The secret words of a series in the order of its requests: each is the hash of the next one. */
export function boxWords(secret: Hex, requests: number): Hex[] {
  const words = [secret]
  for (let word = secret; words.length < requests; words.push(word)) word = keccak256(word)
  return words.reverse()
}

/** What the owner commits to before the first request, and what is committed to after each reveal. */
export function commitmentOf(word: Hex): Hex {
  return keccak256(word)
}

/** The kind at `point`, where each kind is as wide as its copies. */
function takeAt(stock: number[], point: number): number {
  let end = 0
  const kind = stock.findIndex((copies) => {
    end += copies
    return point < end
  })
  stock[kind] = (stock[kind] ?? 0) - 1
  return kind
}

/** Kinds side by side in a random order; one is taken every `boxesLeft`, from a random start. */
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

/** The kinds that are left, by Fisher and Yates. */
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
