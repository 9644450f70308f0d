import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { signFills } from '../modules/cart/service.ts'
import { checkLines } from '../read/cart.ts'
import { sweepCandidates } from '../read/sweep.ts'

export const cartCalls = {
  check: async (context, { lines }) => ({ list: await checkLines(context, lines) }),
  fills: async (context, { lines }) => ({ list: await signFills(context, lines) }),
} satisfies Handlers<Catalogue['cart'], RequestContext, SharedContext>

export const sweepCalls = { candidates: sweepCandidates } satisfies Handlers<Catalogue['sweep'], RequestContext, SharedContext>
