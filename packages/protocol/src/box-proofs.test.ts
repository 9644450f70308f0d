import { type Hex, keccak256, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { toAddress } from './address.ts'
import { type BoxEvent, proveBox } from './box-proofs.ts'
import { boxPreimages, commitmentOf, drawKinds, drawSeed } from './draws.ts'

const BOX = keccak256('0xb0')
const BUYER = toAddress(`0x${'b0'.repeat(20)}`)
const hashOf = (block: number): Hex => keccak256(numberToHex(block, { size: 32 }))
const WORDS = boxPreimages(keccak256('0x5ec7e7'), 4)
const word = (index: number) => WORDS[index] as Hex

/** Two requests with correct draws; a third is pending. */
function honest(): BoxEvent[] {
  const terms = { opening: 2, repeat: false }
  const first = drawKinds([6, 9, 5], { boxes: 2, ...terms }, drawSeed({ word: word(0), blockHash: hashOf(11), box: BOX, request: 0 }))
  const second = drawKinds(first.left, { boxes: 1, ...terms }, drawSeed({ word: word(1), blockHash: hashOf(13), box: BOX, request: 1 }))
  return [
    { name: 'registered', amounts: [6, 9, 5], ...terms },
    { name: 'committed', anchor: commitmentOf(word(0)), first: 0, end: 4 },
    { name: 'requested', request: 0, buyer: BUYER, boxes: 2, block: 10 },
    { name: 'requested', request: 1, buyer: BUYER, boxes: 1, block: 12 },
    { name: 'revealed', request: 0, word: word(0), blockHash: hashOf(11), kinds: first.kinds },
    { name: 'revealed', request: 1, word: word(1), blockHash: hashOf(13), kinds: second.kinds },
    { name: 'requested', request: 2, buyer: BUYER, boxes: 1, block: 20 },
  ]
}

function changed(index: number, change: Partial<Extract<BoxEvent, { name: 'revealed' }>>): BoxEvent[] {
  return honest().map((event, at) => (at === index && event.name === 'revealed' ? { ...event, ...change } : event))
}
const faultsOf = (events: readonly BoxEvent[]) => proveBox(BOX, events, hashOf).draws.map(({ faults }) => faults)

describe('proveBox', () => {
  it('finds nothing wrong with an honest series', () => {
    const proof = proveBox(BOX, honest(), hashOf)
    expect(proof.draws.map(({ request, boxes, faults }) => ({ request, boxes, faults }))).toEqual([
      { request: 0, boxes: 2, faults: [] },
      { request: 1, boxes: 1, faults: [] },
    ])
    expect(proof).toMatchObject({ missed: 0, waiting: 1, faults: [] })
    expect(proof.left.reduce((sum, copies) => sum + copies, 0)).toBe(14)
  })

  it('finds a word that was not committed to', () => {
    expect(faultsOf(changed(4, { word: word(2) }))[0]).toContain('WORD')
  })

  it('finds the hash of another block', () => {
    expect(faultsOf(changed(5, { blockHash: hashOf(14) }))[1]).toContain('BLOCK')
    expect(proveBox(BOX, honest(), () => undefined).draws[0]?.faults).toEqual(['BLOCK'])
  })

  it('finds kinds that the facts do not give', () => {
    const [, , , , first] = honest()
    const kinds = first?.name === 'revealed' ? [...first.kinds].reverse() : []
    expect(faultsOf(changed(4, { kinds }))[0]).toEqual(['KINDS'])
  })

  it('finds a draw out of order, and one beyond the chain', () => {
    expect(faultsOf(changed(4, { request: 1 }))[0]).toContain('ORDER')
    const short = honest().map((event): BoxEvent => (event.name === 'committed' ? { ...event, end: 1 } : event))
    expect(faultsOf(short)).toEqual([[], ['CHAIN']])
  })

  /** The third request is missed, and a fourth one behind it. */
  const lapsed = (): BoxEvent[] => [
    ...honest(),
    { name: 'requested', request: 3, buyer: BUYER, boxes: 2, block: 21 },
    { name: 'refunded', request: 2 },
    { name: 'refunded', request: 3 },
  ]

  it('[F-4] shows nothing of missed draws while their words are withheld', () => {
    expect(proveBox(BOX, lapsed(), hashOf)).toMatchObject({
      missed: 2,
      faults: [],
      missedDraws: [
        { request: 2, boxes: 1, kinds: undefined },
        { request: 3, boxes: 2, kinds: undefined },
      ],
    })
  })

  it('[F-4] draws what was withheld, one after the other, once the last word is shown', () => {
    const before = proveBox(BOX, honest(), hashOf).left
    const terms = { opening: 2, repeat: false }
    const third = drawKinds(before, { boxes: 1, ...terms }, drawSeed({ word: word(2), blockHash: hashOf(21), box: BOX, request: 2 }))
    const fourth = drawKinds(third.left, { boxes: 2, ...terms }, drawSeed({ word: word(3), blockHash: hashOf(22), box: BOX, request: 3 }))
    const shown: BoxEvent[] = [
      ...lapsed(),
      { name: 'withheld', first: 2, count: 2, word: word(3) },
      { name: 'committed', anchor: BOX, first: 4, end: 9 },
    ]
    const proof = proveBox(BOX, shown, hashOf)
    expect(proof.faults).toEqual([])
    expect(proof.missedDraws.map(({ kinds }) => kinds)).toEqual([third.kinds, fourth.kinds])
    expect(proof.left).toEqual(before)
    expect(proveBox(BOX, shown, (block) => (block < 21 ? hashOf(block) : undefined)).missedDraws[0]?.kinds).toBeUndefined()
  })

  it('[F-4] finds a withheld word that was not committed to', () => {
    const wrong = proveBox(BOX, [...lapsed(), { name: 'withheld', first: 2, count: 2, word: word(2) }], hashOf)
    expect(wrong.faults).toEqual(['WORD'])
    expect(wrong.missedDraws[0]?.kinds).toBeUndefined()
    expect(proveBox(BOX, [...lapsed(), { name: 'withheld', first: 1, count: 2, word: word(3) }], hashOf).faults).toEqual(['WORD'])
  })

  it('counts missed reveals and what the owner took back', () => {
    const events: BoxEvent[] = [...honest(), { name: 'refunded', request: 2 }, { name: 'committed', anchor: BOX, first: 3, end: 9 }]
    const left = proveBox(BOX, events, hashOf).left
    expect(proveBox(BOX, events, hashOf)).toMatchObject({ missed: 1, waiting: 0, faults: [] })
    const after = proveBox(BOX, [...events, { name: 'takenBack', kind: 0, count: left[0] ?? 0 }], hashOf)
    expect(after.left).toEqual([0, ...left.slice(1)])
  })

  it('finds a new chain while a buyer waits', () => {
    expect(proveBox(BOX, [...honest(), { name: 'committed', anchor: BOX, first: 3, end: 9 }], hashOf).faults).toEqual(['ANCHOR'])
  })

  it('ends on logs that can’t be true', () => {
    const many = honest().map((event): BoxEvent => (event.name === 'requested' ? { ...event, boxes: 1000 } : event))
    expect(faultsOf(many)).toEqual([['KINDS'], ['KINDS']])
  })
})
