import { PRIVATE_SALE_CALLS } from '@plinth/api'
import { clientOf } from './api.ts'

/** Apart from what visitors ask. */
export const privateSaleApi = clientOf(PRIVATE_SALE_CALLS).privateSale
