import { z } from 'zod'
import { type Calls, publicRead } from '../call.ts'
import { Empty, record } from '../schemas/page.ts'
import { RateRecord, RatesCurrency } from '../schemas/rates.ts'

const rates = {
  list: publicRead('/rates/list', {
    about:
      'What coins and tokens are worth now in the currency of the site; one without a known rate is left out. An estimate for the eye, never part of what is signed.',
    auth: 'open',
    request: Empty,
    response: record({ currency: ['currency', RatesCurrency], rates: ['rates', z.array(RateRecord)] }),
  }),
} satisfies Calls

/** Apart from the other calls of visitor pages, so that the first view does not carry it. */
export const RATE_CALLS = { rates } as const satisfies Record<string, Calls>
