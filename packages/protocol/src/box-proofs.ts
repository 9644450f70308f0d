import type { Hex } from 'viem'
import { type Address, ZERO_ADDRESS } from './address.ts'
import { boxPreimages, commitmentOf, type Drawn, drawKinds, drawSeed } from './draws.ts'

/** The chain's logs of one series, in order, the registration first. */
export type BoxEvent =
  | { readonly name: 'registered'; readonly amounts: readonly number[]; readonly opening: number; readonly repeat: boolean }
  | { readonly name: 'committed'; readonly anchor: Hex; readonly first: number; readonly end: number }
  | { readonly name: 'requested'; readonly request: number; readonly buyer: Address; readonly boxes: number; readonly block: number }
  | { readonly name: 'revealed'; readonly request: number; readonly word: Hex; readonly blockHash: Hex; readonly kinds: readonly number[] }
  | { readonly name: 'refunded'; readonly request: number }
  | { readonly name: 'withheld'; readonly first: number; readonly count: number; readonly word: Hex }
  | { readonly name: 'takenBack'; readonly kind: number; readonly count: number }

/**
 * Faults of a draw: not the oldest request; a request beyond the chain of preimages; a preimage that does not match the
 * owner's commitment; a different block hash; kinds that differ from what these facts give. ANCHOR: the owner
 * recommitted while a request was pending.
 */
export type BoxFault = 'ORDER' | 'CHAIN' | 'WORD' | 'BLOCK' | 'KINDS' | 'ANCHOR'
export type ProvenDraw = {
  readonly request: number
  readonly buyer: Address
  readonly boxes: number
  /** As logged. */
  readonly kinds: readonly number[]
  readonly faults: readonly BoxFault[]
}
/** A request that was refunded because its draw was missed. */
export type MissedDraw = {
  readonly request: number
  readonly buyer: Address
  readonly boxes: number
  /** What it would have drawn; undefined while the owner withholds the preimage, or where the block hash is unknown. */
  readonly kinds: readonly number[] | undefined
}
export type BoxProof = {
  readonly draws: readonly ProvenDraw[]
  /** Faults outside any draw. */
  readonly faults: readonly BoxFault[]
  /** Number of requests refunded because the owner did not reveal them. */
  readonly missed: number
  /** These requests, in order. */
  readonly missedDraws: readonly MissedDraw[]
  readonly waiting: number
  /** Copies of each kind that must remain now. */
  readonly left: readonly number[]
}

type Request = { readonly request: number; readonly buyer: Address; readonly boxes: number; readonly block: number }
type Book = {
  left: readonly number[]
  opening: number
  repeat: boolean
  anchor: Hex | undefined
  end: number
  waiting: Request[]
  draws: ProvenDraw[]
  faults: BoxFault[]
  missedDraws: MissedDraw[]
  /** Refunded since the last commitment; each would have drawn from what the one before would have left. */
  withheld: Request[]
  /** Copies left when the first of them was refunded. */
  withheldFrom: readonly number[]
}

/**
 * Recomputes every draw of a series from the chain's logs and compares, without the market.
 * @param hashOf the chain's own hash of a block, by its number
 */
export function proveBox(box: Hex, events: readonly BoxEvent[], hashOf: (block: number) => Hex | undefined): BoxProof {
  const book: Book = {
    left: [],
    opening: 1,
    repeat: false,
    anchor: undefined,
    end: 0,
    waiting: [],
    draws: [],
    faults: [],
    missedDraws: [],
    withheld: [],
    withheldFrom: [],
  }
  for (const event of events) write(book, box, event, hashOf)
  const { draws, faults, missedDraws, left } = book
  return { draws, faults, missed: missedDraws.length, missedDraws, waiting: book.waiting.length, left }
}

function write(book: Book, box: Hex, event: BoxEvent, hashOf: (block: number) => Hex | undefined): void {
  if (event.name === 'registered') {
    const { amounts: left, opening, repeat } = event
    Object.assign(book, { left, opening, repeat })
  } else if (event.name === 'committed') {
    if (book.waiting.length > 0) book.faults.push('ANCHOR')
    Object.assign(book, { anchor: event.anchor, end: event.end, withheld: [] })
  } else if (event.name === 'requested') {
    book.waiting.push(event)
  } else if (event.name === 'refunded') {
    writeRefund(book, event.request)
  } else if (event.name === 'withheld') {
    writeWithheld(book, box, event, hashOf)
  } else if (event.name === 'takenBack') {
    book.left = book.left.map((copies, kind) => (kind === event.kind ? copies - event.count : copies))
  } else {
    book.draws.push(proveDraw(book, box, event, hashOf))
  }
}

function writeRefund(book: Book, request: number): void {
  const oldest = book.waiting.shift()
  if (oldest?.request !== request) book.faults.push('ORDER')
  if (book.withheld.length === 0) book.withheldFrom = book.left
  if (oldest) book.withheld.push(oldest)
  book.missedDraws.push({ request, buyer: oldest?.buyer ?? ZERO_ADDRESS, boxes: oldest?.boxes ?? 0, kinds: undefined })
}

/** The last withheld preimage gives the earlier ones too: each is the hash of the next one. */
function writeWithheld(
  book: Book,
  box: Hex,
  { first, count, word: last }: Extract<BoxEvent, { name: 'withheld' }>,
  hashOf: (block: number) => Hex | undefined,
): void {
  const requests = book.withheld
  const words = boxPreimages(last, Math.max(1, requests.length))
  const isRight = requests[0]?.request === first && requests.length === count && commitmentOf(words[0] as Hex) === book.anchor
  if (!isRight) {
    book.faults.push('WORD')
    return
  }
  let left = book.withheldFrom
  for (const [index, { request, boxes, block }] of requests.entries()) {
    const blockHash = hashOf(block + 1)
    // Without one of them, the copies that later ones would have drawn from are unknown.
    if (!blockHash) return
    const drawn = drawAgain({ ...book, left }, boxes, drawSeed({ word: words[index] as Hex, blockHash, box, request }))
    left = drawn.left
    book.missedDraws = book.missedDraws.map((missed) => (missed.request === request ? { ...missed, kinds: drawn.kinds } : missed))
  }
}

function proveDraw(
  book: Book,
  box: Hex,
  event: Extract<BoxEvent, { name: 'revealed' }>,
  hashOf: (block: number) => Hex | undefined,
): ProvenDraw {
  const { request, word, blockHash, kinds } = event
  const faults: BoxFault[] = []
  const oldest = book.waiting.shift()
  if (oldest?.request !== request) faults.push('ORDER')
  if (request >= book.end) faults.push('CHAIN')
  if (commitmentOf(word) !== book.anchor) faults.push('WORD')
  if (!oldest || hashOf(oldest.block + 1) !== blockHash) faults.push('BLOCK')
  const boxes = oldest?.boxes ?? 0
  const drawn = drawAgain(book, boxes, drawSeed({ word, blockHash, box, request }))
  if (drawn.kinds.join() !== kinds.join()) faults.push('KINDS')
  book.anchor = word
  book.left = drawn.left
  return { request, buyer: oldest?.buyer ?? ZERO_ADDRESS, boxes, kinds, faults }
}

/** Draws nothing where the logs name more boxes than exist: no valid log does. */
function drawAgain({ left, opening, repeat }: Book, boxes: number, seed: Hex): Drawn {
  const stock = left.reduce((sum, copies) => sum + copies, 0)
  return boxes * opening > stock ? { kinds: [], left } : drawKinds(left, { boxes, opening, repeat }, seed)
}
