import { type Address, toAddress } from '@plinth/protocol'
import { describe, expect, it } from 'vitest'
import { ItemColumns, type ItemFacts } from '../../src/read/explore/memory/columns.ts'

const ADDRESS: Address = toAddress(`0x${'11'.repeat(20)}`)
const ROWS = 8_192

const factsOf = (made: number): ItemFacts => ({
  chainId: 1,
  collection: ADDRESS,
  tokenId: BigInt(made),
  creator: ADDRESS,
  category: 1 + (made % 4),
  media: 'image',
  standard: 2,
  made,
  asks: [],
  listed: undefined,
  hasBid: false,
  endsAt: undefined,
  sold: undefined,
  lastWorth: undefined,
  likes: 0,
  rank: undefined,
  attributes: '',
  from: 0,
  until: 1e12,
  lockedUntil: 0,
  unlockedAt: 0,
})

describe('zones of a column', () => {
  it('[EXPL-08] leave out rows below a value, and none above it, when rows have got new numbers', () => {
    const columns = new ItemColumns(0)
    for (let made = 1; made <= ROWS; made++) columns.put(factsOf(made))
    columns.arrange()
    const visited = (least: number) => {
      const found: number[] = []
      columns.zones.made.visit(
        columns.made,
        columns.end,
        () => least,
        (from, to) => found.push(...columns.made.subarray(from, to)),
      )
      return found.sort((one, other) => one - other)
    }
    const newest = visited(ROWS - 10)
    expect(newest.slice(-11)).toEqual(Array.from({ length: 11 }, (_, at) => ROWS - 10 + at))
    // The last zone of each of the four categories.
    expect(newest.length).toBe(ROWS / 2)
    expect(visited(0)).toHaveLength(ROWS)
  })
})
