import { CART_CALLS } from '@plinth/api'
import { clientOf } from './api.ts'

/** Not among the calls that the first view carries. */
export const { cart: cartApi, sweep: sweepApi } = clientOf(CART_CALLS)
