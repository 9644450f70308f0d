import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { CartAnswer, CartFillAnswer, cartLines, SweepPage } from '../schemas/cart.ts'
import { itemFilters } from '../schemas/explore.ts'
import { chainAddress } from '../schemas/facets.ts'
import { record } from '../schemas/page.ts'
import { uint256 } from '../schemas/wire.ts'

const cart = {
  check: call('/cart/check', {
    about:
      'What up to 50 lines of a cart cost now, or why each can’t be bought: one answer for each, in their order. A private sale is shown to its buyer alone.',
    auth: 'optional',
    request: record({ lines: ['lines', cartLines] }),
    response: z.object({ list: z.array(CartAnswer) }),
  }),
  fills: call('/cart/fills', {
    about:
      'What a sweep takes for each of up to 50 lines, checked on chain: the sale, the operator’s signature on the buyer fee where the exchange needs one, and the voucher of a work that the purchase mints; or why not. An account may ask for 600 lines in a minute, all accounts of one address for 3,000.',
    auth: 'login',
    request: record({ lines: ['lines', cartLines] }),
    response: z.object({ list: z.array(CartFillAnswer) }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
} satisfies Calls

const sweep = {
  candidates: call('/sweep/candidates', {
    cost: 'search',
    about:
      'The cheapest units for one money among the items of any filters: so many, at most 50, or as many as an amount pays with all fees; of one work any number, over several sales. Nothing of the caller, and no private sale.',
    auth: 'optional',
    request: record({
      ...itemFilters,
      payToken: ['payToken', chainAddress],
      /** of the one collection that is chosen */
      tokenId: ['tokenId', uint256.optional()],
      units: ['units', uint256.optional()],
      /** base units of the pay token */
      budget: ['budget', uint256.optional()],
    }),
    response: SweepPage,
    errors: ['BAD_ARGUMENT_VALUE', 'LIST_NOT_READY', 'CHAIN_UNKNOWN'],
  }),
} satisfies Calls

/** Apart from the other calls of visitor pages, so that the first view does not carry it. */
export const CART_CALLS = { cart, sweep } as const
