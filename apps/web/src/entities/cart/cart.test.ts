import { toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { addLines, type CartLine, changeLine, findLine, listCart, MOST_LINES, parseCarts, removeLines, takeVisitorCart } from './cart.ts'

const store = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  },
})

const ALICE = toAddress(`0x${'a'.repeat(40)}`)
const BOB = toAddress(`0x${'b'.repeat(40)}`)
const collection = toAddress(`0x${'c'.repeat(40)}`)
const line = (tokenId: bigint, over: Partial<CartLine> = {}): CartLine => ({
  chainId: 31_337,
  collection,
  tokenId,
  seller: BOB,
  salt: 5n,
  quantity: 1n,
  name: `Work ${tokenId}`,
  image: '',
  payToken: ZERO_ADDRESS,
  symbol: 'ETH',
  decimals: 18,
  unitPrice: 10n ** 18n,
  buyerFee: 250,
  at: 1,
  failedIn: undefined,
  ...over,
})
const idsOf = (owner: typeof ALICE | undefined) => listCart(owner).map(({ tokenId }) => tokenId)

beforeEach(() => {
  store.clear()
})

describe('the cart', () => {
  it('keeps the lines of each wallet apart, over a reload too', () => {
    addLines(ALICE, [line(1n, { quantity: 3n })])
    addLines(BOB, [line(2n)])
    expect([idsOf(ALICE), idsOf(BOB), idsOf(undefined)]).toEqual([[1n], [2n], []])
    expect(parseCarts(store.get('cart'))[ALICE]).toEqual([line(1n, { quantity: 3n })])
  })

  it('has a sale once, and its newest terms', () => {
    addLines(ALICE, [line(1n), line(2n)])
    addLines(ALICE, [line(1n, { quantity: 2n })])
    expect([idsOf(ALICE), findLine(ALICE, line(1n))?.quantity]).toEqual([[2n, 1n], 2n])
    addLines(ALICE, [line(1n, { seller: ALICE })])
    expect(idsOf(ALICE)).toEqual([2n, 1n, 1n])
  })

  it('takes 50 lines and not one more', () => {
    const many = Array.from({ length: MOST_LINES }, (_, id) => line(BigInt(id)))
    expect(addLines(ALICE, many)).toBe(true)
    expect(addLines(ALICE, [line(99n)])).toBe(false)
    expect(addLines(ALICE, [line(7n, { quantity: 2n })])).toBe(true)
    expect(listCart(ALICE)).toHaveLength(MOST_LINES)
  })

  it("goes on in the wallet's cart with what its visitor chose, as far as there is room", () => {
    addLines(
      ALICE,
      Array.from({ length: MOST_LINES - 1 }, (_, id) => line(BigInt(id))),
    )
    addLines(undefined, [line(3n, { quantity: 9n }), line(100n), line(101n)])
    takeVisitorCart(ALICE)
    expect([listCart(ALICE).length, idsOf(ALICE).at(-1), findLine(ALICE, line(3n))?.quantity]).toEqual([MOST_LINES, 100n, 1n])
    expect(idsOf(undefined)).toEqual([])
  })

  it('changes and removes a line, and leaves one alone that has gone', () => {
    addLines(ALICE, [line(1n), line(2n)])
    changeLine(ALICE, line(1n), { unitPrice: 7n })
    changeLine(ALICE, line(5n), { unitPrice: 7n })
    removeLines(ALICE, [line(2n)])
    expect(listCart(ALICE)).toEqual([line(1n, { unitPrice: 7n })])
  })

  it('stores no picture that is longer than an address', () => {
    addLines(ALICE, [line(1n, { image: `data:image/png;base64,${'A'.repeat(1000)}` })])
    expect(findLine(ALICE, line(1n))?.image).toBe('')
  })

  it('leaves out what it does not understand', () => {
    const good = { ...line(1n), tokenId: '1', quantity: '1', salt: '5', unitPrice: '7' }
    const text = JSON.stringify({ [ALICE]: [good, { ...good, quantity: '0' }, { ...good, collection: 'x' }, null, 7], [BOB]: 'no' })
    expect(parseCarts(text)).toEqual({ [ALICE]: [line(1n, { unitPrice: 7n })], [BOB]: [] })
    expect(parseCarts('{')).toEqual({})
  })
})
