import { describe, expect, it } from 'vitest'
import { bidFigures, drawOf, findBidErrors, fundingOf, idleBeside } from './bid-form.ts'
import { EMPTY_SALE } from './sale-form.ts'

const form = (part: Partial<typeof EMPTY_SALE> = {}) => ({ ...EMPTY_SALE, price: '1', ...part })
const facts = { most: 6n, decimals: 6, bid: undefined, now: 1_000 }
/** Four for 2 each, one of them accepted. */
const open = { selling: 8_000_000n, buying: 4n, filled: 2_000_000n }

describe('findBidErrors', () => {
  it('[BID-02] asks for a price above zero that the token can pay', () => {
    expect(findBidErrors(form({ price: '' }), facts)).toEqual({ price: 'form.noPrice' })
    expect(findBidErrors(form({ price: '0.0' }), facts)).toEqual({ price: 'form.noPrice' })
    expect(findBidErrors(form({ price: '0.0000001' }), facts)).toEqual({ price: 'form.lowPrice' })
    expect(findBidErrors(form({ price: '1.0000001' }), facts)).toEqual({ price: 'form.tooManyDecimals' })
    // The exchange never pays a single unit.
    expect(findBidErrors(form({ price: '0.000001' }), facts)).toEqual({ price: 'form.lowPrice' })
    expect(findBidErrors(form({ price: '0.000002' }), facts)).toEqual({})
    expect(findBidErrors(form(), facts)).toEqual({})
  })

  it('[BID-03] an edit goes above the price of one, and nothing else of it is asked', () => {
    const error = (price: string) => findBidErrors(form({ price, quantity: '', life: 'pick' }), { ...facts, bid: open })
    expect([error('2'), error('1.999999')]).toEqual([{ price: 'form.lessPrice' }, { price: 'form.lessPrice' }])
    expect([error('2.000001'), error('')]).toEqual([{}, { price: 'form.noPrice' }])
  })

  it('[BID-04, BID-05] asks how many, and for no more than others hold', () => {
    expect(findBidErrors(form({ quantity: '' }), facts)).toEqual({ quantity: 'form.noQuantity' })
    expect(findBidErrors(form({ quantity: '0' }), facts)).toEqual({ quantity: 'form.noQuantity' })
    expect(findBidErrors(form({ quantity: '7' }), facts)).toEqual({ quantity: 'form.exceedValue' })
    expect(findBidErrors(form({ quantity: '6' }), facts)).toEqual({})
  })

  it('asks for an end in the future', () => {
    expect(findBidErrors(form({ life: 'pick', pick: '1970-01-01T00:00' }), facts)).toEqual({ life: 'trade.badTime' })
  })
})

describe('bidFigures', () => {
  const feeBps = 250n

  it('[BID-13, FMT-23] adds the buyer fee on top, rounded down once for all of them', () => {
    expect(bidFigures(form({ price: '0.000333', quantity: '3' }), { decimals: 6, bid: undefined, feeBps })).toEqual({
      unitPrice: 333n,
      quantity: 3n,
      left: 3n,
      price: 999n,
      fee: 24n,
      draw: 1_023n,
    })
  })

  it('of an open bid counts what is not accepted yet, at the new price', () => {
    const sums = bidFigures(form({ price: '2.5', quantity: '9' }), { decimals: 6, bid: open, feeBps })
    expect(sums).toMatchObject({ quantity: 4n, left: 3n, price: 7_500_000n, draw: 7_687_500n })
  })

  it('is nothing while nothing readable is typed', () => {
    expect(bidFigures(form({ price: 'x', quantity: '' }), { decimals: 6, bid: undefined, feeBps })).toMatchObject({ draw: 0n, left: 0n })
  })
})

describe('idleBeside', () => {
  it('is what neither the other bids need nor this one, as it stands or as it is typed', () => {
    expect(idleBeside({ balance: 1_000n, committed: 300n, draws: [205n] })).toBe(495n)
    expect(idleBeside({ balance: 1_000n, committed: 300n, draws: [0n, 410n] })).toBe(290n)
    expect(idleBeside({ balance: 1_000n, committed: 300n, draws: [615n, 410n] })).toBe(85n)
  })

  it('is nothing where they need all of it, or more than there is', () => {
    expect(idleBeside({ balance: 505n, committed: 300n, draws: [205n] })).toBe(0n)
    expect(idleBeside({ balance: 1n, committed: 300n, draws: [0n] })).toBe(0n)
  })
})

describe('drawOf', () => {
  it('is price and fee of what is not accepted yet', () => {
    expect(drawOf({ selling: 20_000n, buying: 4n, filled: 10_000n }, 250n)).toBe(10_250n)
  })
})

describe('fundingOf', () => {
  const funds = { balance: 40n, coin: 1_000n, isWrapped: true, draw: 100n }

  it('wraps exactly what is missing of the coin', () => {
    expect(fundingOf(funds)).toEqual({ wrap: 60n, isShort: false })
    expect(fundingOf({ ...funds, balance: 100n })).toEqual({ wrap: 0n, isShort: false })
  })

  it('[BID-06] is short where the token is another, or the coin would leave nothing for the network', () => {
    expect(fundingOf({ ...funds, isWrapped: false })).toEqual({ wrap: 0n, isShort: true })
    expect(fundingOf({ ...funds, coin: 60n })).toEqual({ wrap: 0n, isShort: true })
    expect(fundingOf({ ...funds, coin: 61n })).toEqual({ wrap: 60n, isShort: false })
  })

  it('says nothing before the balance is read', () => {
    expect(fundingOf({ ...funds, balance: undefined })).toEqual({ wrap: 0n, isShort: false })
  })
})
