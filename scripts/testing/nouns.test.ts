import { describe, expect, it } from 'vitest'
import { testsOfChange, testsOfNoun } from './nouns.ts'

const TESTS = [
  'apps/server/src/modules/orders/orders.test.ts',
  'apps/server/test/races/order-life.test.ts',
  'apps/server/src/modules/orders/bids.test.ts',
  'apps/server/src/modules/auctions/auction.test.ts',
  'apps/server/test/simulator/simulator.test.ts',
  'apps/web/src/features/trade/sale-dialog.component.test.tsx',
  'apps/web/src/features/trade/bid-form.test.ts',
  'apps/web/src/flows/buy.test.ts',
  'packages/protocol/src/salts.test.ts',
  'contracts/test/exchange/sweep/Sweep.t.sol',
  'contracts/test/exchange/invariant/Invariant.t.sol',
  'contracts/test/auction/exchange/Settle.t.sol',
]

describe('the tests of a noun', () => {
  it('are found by its words in file names, without the long parts', () => {
    expect(testsOfNoun('orders', TESTS)).toEqual([
      'apps/server/src/modules/orders/orders.test.ts',
      'apps/server/src/modules/orders/bids.test.ts',
      'apps/web/src/features/trade/sale-dialog.component.test.tsx',
      'apps/web/src/features/trade/bid-form.test.ts',
      'packages/protocol/src/salts.test.ts',
      'contracts/test/exchange/sweep/Sweep.t.sol',
    ])
    expect(testsOfNoun('auction', TESTS)).toEqual(testsOfNoun('auctions', TESTS))
  })

  it('of an unknown noun go by its own name', () => {
    expect(testsOfNoun('buy', TESTS)).toEqual(['apps/web/src/flows/buy.test.ts'])
    expect(testsOfNoun('nothing', TESTS)).toEqual([])
  })
})

describe('the tests of a change', () => {
  it('are those beside it and those that import it', () => {
    const imports = [{ from: 'apps/web/src/flows/buy.test.ts', to: 'apps/web/src/features/trade/sale-form.ts' }]
    expect(testsOfChange(['apps/web/src/features/trade/sale-form.ts'], TESTS, imports)).toEqual([
      'apps/web/src/features/trade/bid-form.test.ts',
      'apps/web/src/features/trade/sale-dialog.component.test.tsx',
      'apps/web/src/flows/buy.test.ts',
    ])
  })

  it('are a server module’s own, and a contract room’s', () => {
    expect(testsOfChange(['apps/server/src/modules/orders/store.ts'], TESTS, [])).toEqual([
      'apps/server/src/modules/orders/bids.test.ts',
      'apps/server/src/modules/orders/orders.test.ts',
    ])
    expect(testsOfChange(['contracts/src/auction/Auctions.sol'], TESTS, [])).toEqual(['contracts/test/auction/exchange/Settle.t.sol'])
  })

  it('are a long one only where it is changed itself', () => {
    const long = 'apps/server/test/races/order-life.test.ts'
    expect(testsOfChange([long], TESTS, [])).toContain(long)
    expect(testsOfChange(['README.md'], TESTS, [])).toEqual([])
  })
})
