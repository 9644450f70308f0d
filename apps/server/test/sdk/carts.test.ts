import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CartStage, type DrawnCart, FATES, PLACES } from '../acts/cart-stage.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
const SEED = Number(process.env.PLINTH_SEED ?? 0xca27)
/** A share of the long run: as many carts, from this seed. */
const SHARE = Number(process.env.PLINTH_CARTS)
const [FEW, MANY] = [5, SHARE || 300]
/** Each on a chain and from a seed of its own: an account may list so many works a day. */
const PARTS = LONG && !SHARE ? 17 : 1

const cart: fc.Arbitrary<DrawnCart> = fc.record({
  lines: fc.uniqueArray(
    fc.record({
      place: fc.integer({ min: 0, max: PLACES - 1 }),
      units: fc.integer({ min: 1, max: 5 }),
      price: fc.integer({ min: 1, max: 40 }),
      isText: fc.boolean(),
      fate: fc.constantFrom(...FATES, 'fine' as const, 'fine' as const),
      isLate: fc.boolean(),
    }),
    { selector: ({ place }) => place, minLength: 1, maxLength: 6 },
  ),
  isCoin: fc.boolean(),
  isGift: fc.boolean(),
  gas: fc.oneof({ weight: 4, arbitrary: fc.constant(100) }, { weight: 1, arbitrary: fc.integer({ min: 20, max: 100 }) }),
  money: fc.oneof({ weight: 4, arbitrary: fc.constant(100) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }) }),
})

/** Places go on from cart to cart, so that a smaller one would not be the same. */
async function run(carts: number, seed: number): Promise<CartStage> {
  const stage = await CartStage.open()
  try {
    const property = fc.asyncProperty(cart, (drawn) => stage.buy(drawn))
    await fc.assert(property, { numRuns: carts, seed, endOnFailure: true })
  } finally {
    await stage.market.close()
  }
  return stage
}

describe('random carts over random failing lines', () => {
  it('[CART-05] end with exactly what was shown as bought, for exactly its sum: a few', { timeout: 120_000 }, async () => {
    expect((await run(FEW, SEED)).seen.get('bought')).toBeGreaterThan(0)
  })

  it.for(Array.from({ length: PARTS }, (_, part) => part))(
    '[CART-05] the same, part %i',
    { tags: 'more', timeout: 3_600_000 },
    async (part) => {
      const { seen } = await run(MANY, SEED + 1 + part)
      for (const what of ['bought', 'reverted', 'left out: cancelled', 'missed: cancelled', 'missed: failed'])
        expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0])
    },
  )
})
